import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { businessDayFrom } from '../../server/src/platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../server/src/platform/brazil/sao-paulo.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const today = dayOf(new Date())
const due = businessDayFrom(addDays(today, 20))
const payer = { name: 'Maria da Silva', cpf: cpf.maria }

/** The names of the fields that the form still asks for. */
const missingIn = (dialog: Locator) =>
  dialog
    .locator('[aria-invalid="true"]')
    .evaluateAll(fields =>
      fields.map(field => (field as HTMLInputElement).labels?.[0]?.textContent?.replace(/ \*$/, '') ?? ''),
    )

test('a new bill asks for name, document and amount, to a customer for the amount alone; the due date is offered', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const { id } = (await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana })).body.data
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['finance'] },
    { path: `/m/${merchantId}/bills` },
  )
  const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
  const fillWhatIsMissing = async (typed: Record<string, string>) => {
    await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
    await dialog.locator('[aria-invalid="true"]').first().waitFor()
    expect(await missingIn(dialog)).toEqual(Object.keys(typed))
    for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text)
    await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  }
  await page.getByRole('button', { name: 'Nova cobrança com vencimento' }).first().click()
  await fillWhatIsMissing({ 'Nome de quem paga': 'Maria da Silva', 'CPF ou CNPJ': cpf.maria, Valor: '10,00' })
  await page.getByRole('heading', { level: 1, name: 'Maria da Silva' }).waitFor()

  await page.goto(`${trilho.url}/portal/m/${merchantId}/customers/${id}`)
  await page.getByRole('button', { name: 'Cobrar com vencimento' }).click()
  await fillWhatIsMissing({ Valor: '20,00' })
  // The page of the customer has this heading, too.
  await page.waitForURL(/\/bills\/[^/]+$/)
  const { items } = (await shop.get('/bills')).body.data
  expect(items).toMatchObject([{ amount: '20.000000' }, { amount: '10.000000' }])
  for (const { dueDate } of items) expect(dueDate >= today).toBe(true)
  expect(complaints).toEqual([])
})

test.each(windows)(
  'a bill is made with its terms on a %s, shared, and shown as paid without a reload',
  async window => {
    const shop = await trilho.newMerchant()
    const { merchantId } = shop
    const { page, complaints } = await portal.openPageAs(
      { merchantId, roles: ['finance'] },
      { path: `/m/${merchantId}/bills`, window },
    )
    await page.getByText('Nenhuma cobrança com vencimento ainda').waitFor()
    await shots(page, 'bills-none')
    await page.getByRole('button', { name: 'Nova cobrança com vencimento' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
    await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
    await dialog.getByText('Diga o nome de quem paga').waitFor()
    await dialog.getByLabel('Nome de quem paga').fill('Maria da Silva')
    await dialog.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await dialog.getByLabel('Valor', { exact: true }).fill('1.000,00')
    await dialog.getByLabel(/^Vencimento/).fill(due)
    await dialog.getByLabel('Descrição').fill('Mensalidade')
    await shots(page, 'bill-new')
    await dialog.getByRole('button', { name: 'Multa, juros, desconto e mais' }).click()
    await dialog.getByRole('button', { name: 'Usar 2% de multa e 1% de juros ao mês' }).click()
    await dialog.getByRole('combobox', { name: 'Desconto por pagar antes' }).click()
    await page.getByRole('option', { name: 'Valor fixo' }).click()
    await dialog.getByLabel('Desconto 1: valor').fill('50,00')
    const preview = dialog.getByRole('region', { name: 'Quanto será' })
    await preview.getByLabel('Se for paga em').fill(addDays(due, 30))
    await preview.getByText('R$ 950,00').first().waitFor()
    await preview.getByText('R$ 1.030,00').waitFor()
    await shots(page, 'bill-new-advanced')
    await dialog.getByRole('button', { name: 'Criar cobrança' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Maria da Silva' }).waitFor()
    const { items } = (await shop.get('/bills')).body.data
    expect(items).toMatchObject([
      {
        amount: '1000.000000',
        dueDate: due,
        description: 'Mensalidade',
        fine: { kind: 'Percent', rate: '2' },
        interest: { kind: 'PercentPerMonth', rate: '1' },
        discount: { kind: 'Fixed', until: [{ date: due, amount: '50.00' }] },
        payer: { cpf: cpf.maria },
      },
    ])
    await closeNotices(page)
    await page.getByRole('img', { name: 'QR Code' }).waitFor()
    await page.getByRole('button', { name: 'Copiar: Link' }).waitFor()
    const whatsApp = await page.getByRole('link', { name: 'WhatsApp', exact: true }).getAttribute('href')
    expect(decodeURIComponent(whatsApp ?? '')).toContain('com vencimento em')
    await settle(page)
    await shots(page, 'bill-open')
    if (window === 'phone') await expectFitsPhone(page)

    await shop.put(`/sandbox/transactions/complete/${items[0].id}`)
    await page.getByText('Como o banco formou o valor pago.').waitFor()
    await page.getByText('Paga', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Alterar' }).count()).toBe(0)
    await settle(page)
    await shots(page, 'bill-paid')
    await page.goto(`${trilho.url}/portal/m/${merchantId}/transactions/${items[0].id}`)
    await page.getByRole('link', { name: 'Ver a cobrança' }).click()
    await page.getByRole('link', { name: 'Ver a transação' }).waitFor()
    expect(complaints).toEqual([])
  },
)

test.each(windows)(
  'a bill with a boleto is made with the address it needs, printed, paid to settle, and settled, on a %s',
  async window => {
    const shop = await trilho.newMerchant()
    const { merchantId } = shop
    const { page, context, complaints } = await portal.openPageAs(
      { merchantId, roles: ['finance', 'developer'] },
      { path: `/m/${merchantId}/bills`, window },
    )
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Nova cobrança com vencimento' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
    await dialog.getByLabel('Nome de quem paga').fill('Maria da Silva')
    await dialog.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await dialog.getByLabel('Valor', { exact: true }).fill('250,00')
    await dialog.getByLabel(/^Vencimento/).fill(due)
    await dialog.getByRole('radio', { name: 'Pix ou boleto' }).check()
    await dialog.getByLabel('Cidade').fill('Recife')
    await dialog.getByLabel('CEP').fill('5001')
    await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
    for (const wrong of ['Informe a rua e o número', 'Use 8 dígitos', 'Use duas letras'])
      await dialog.getByText(wrong).waitFor()
    expect((await shop.get('/bills')).body.data.items).toEqual([])
    await shots(page, 'boleto-new')
    await dialog.getByLabel('CEP').fill('50010-000')
    await dialog.getByLabel('Rua e número').fill('Rua das Flores, 12')
    await dialog.getByLabel('Bairro (opcional)').fill('Boa Vista')
    await dialog.getByLabel('UF').fill('pe')
    await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
    await page.getByRole('heading', { level: 1, name: 'Maria da Silva' }).waitFor()
    const [bill] = (await shop.get('/bills')).body.data.items
    expect(bill).toMatchObject({ methods: ['pix', 'boleto'], amount: '250.000000' })
    const [stored] = await trilho.sql<{ payerContact: { address: object } }[]>`
      select payer_contact from bills where id = ${bill.id}`
    expect(stored?.payerContact.address).toMatchObject({ district: 'Boa Vista' })
    const boleto = page.locator('section', { has: page.getByRole('heading', { name: 'Boleto', exact: true }) })
    await boleto.getByText('Registrado no banco.').waitFor()
    await boleto.getByRole('button', { name: 'Copiar linha digitável' }).click()
    await boleto.getByRole('button', { name: 'Copiado' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bill.boleto.typedLine)
    const pdf = await page.getByRole('link', { name: 'PDF para imprimir' }).getAttribute('href')
    expect((await fetch(pdf ?? '')).headers.get('content-type')).toBe('application/pdf')
    expect(await page.getByRole('button', { name: 'Alterar', exact: true }).count()).toBe(0)
    await closeNotices(page)
    await settle(page)
    await shots(page, 'boleto-open')
    if (window === 'phone') await expectFitsPhone(page)

    await page.getByRole('button', { name: 'Pagar o boleto' }).click()
    await page.getByText('Paga, a liquidar').first().waitFor()
    await boleto.getByText('Até lá ele não está no saldo disponível.').waitFor()
    expect(await page.getByRole('link', { name: 'Comprovante' }).count()).toBe(0)
    await closeNotices(page)
    await page.getByRole('button', { name: 'Pagar também por Pix' }).click()
    await page.getByText('Simulação feita').waitFor()
    expect(await page.getByRole('button', { name: 'Pagar o boleto' }).count()).toBe(0)
    await closeNotices(page)
    await settle(page)
    await shots(page, 'boleto-to-settle')
    await page.goto(`${trilho.url}/portal/m/${merchantId}/bills`)
    await page.getByRole('table').getByText('Paga, a liquidar').waitFor()
    await settle(page)
    await shots(page, 'boleto-list')
    await page.goto(`${trilho.url}/portal/m/${merchantId}/bills/${bill.id}`)
    await page.getByRole('button', { name: 'Liquidar o boleto' }).click()
    await boleto.getByText('Pago e liquidado: o dinheiro chegou.').waitFor()
    await page.getByRole('link', { name: 'Comprovante' }).waitFor()
    expect(complaints).toEqual([])
  },
)

test.each(windows)('instalments have a boleto each, of a customer with an address, on a %s', async window => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const address = { street: 'Rua das Flores', number: '12', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const { id } = (await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana })).body.data
  const path = `/m/${merchantId}/customers/${id}`
  const { page, complaints } = await portal.openPageAs({ merchantId, roles: ['finance'] }, { path, window })
  const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
  const open = async () => {
    await page.getByRole('button', { name: 'Cobrar com vencimento' }).click()
    await dialog.getByLabel('Valor', { exact: true }).fill('300,00')
    await dialog.getByLabel('Número de parcelas').fill('3')
    await dialog.getByRole('radio', { name: 'Pix ou boleto' }).check()
  }
  await open()
  await dialog.getByText('Este cliente não tem o endereço completo. Falta: CEP, rua, cidade, UF.').waitFor()
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  expect((await shop.get('/bills')).body.data.items).toEqual([])
  expect(await dialog.getByLabel('CEP').count()).toBe(0)
  expect((await shop.put(`/customers/${id}`, { name: 'Rosa Prado', document: cpf.ana, address })).status).toBe(200)
  await page.reload()
  await open()
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  await page.getByText('3 cobranças criadas.').waitFor()
  await page.getByRole('table').getByText('Pix ou boleto').first().waitFor()
  const { items } = (await shop.get('/bills')).body.data
  expect(items.map((one: { boleto: { typedLine: string } }) => one.boleto.typedLine.length)).toEqual([47, 47, 47])
  await closeNotices(page)
  await settle(page)
  await shots(page, 'boleto-plan')
  if (window === 'phone') await expectFitsPhone(page)
  expect(complaints).toEqual([])
})

test('where the bank needs the district of the payer, it is asked for, and said of a customer before anything is sent', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const address = { street: 'Rua das Flores', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana, address })
  const { page, complaints } = await portal.openPageAs({ merchantId, roles: ['finance'] }, { path: '/' })
  const data = { methods: ['pix', 'boleto'], needsDistrict: true }
  await page.route('**/bills/methods', route => route.fulfill({ json: { statusCode: 'Done', data } }))
  await page.goto(`${trilho.url}/portal/m/${merchantId}/bills`)
  await page.getByRole('button', { name: 'Nova cobrança com vencimento' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
  await dialog.getByRole('radio', { name: 'Pix ou boleto' }).check()
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  await dialog.getByText('Informe o bairro').waitFor()
  await shots(page, 'boleto-district')
  await dialog.getByLabel('Cliente').first().fill('Rosa')
  await page.getByRole('option', { name: /Rosa Prado/ }).click()
  await dialog.getByText('Este cliente não tem o endereço completo. Falta: bairro.').waitFor()
  expect(complaints).toEqual([])
})

test.each(windows)('a bill is changed after a review, and cancelled, on a %s; who only looks cannot', async window => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const { id } = (await shop.post('/bills', { payer, amount: '100.00', dueDate: due })).body.data
  const path = `/m/${merchantId}/bills/${id}`
  const viewer = await portal.openPageAs({ merchantId, roles: ['viewer'] }, { path })
  await viewer.page.getByRole('heading', { level: 1, name: 'Maria da Silva' }).waitFor()
  for (const name of ['Alterar', 'Cancelar cobrança'])
    expect(await viewer.page.getByRole('button', { name }).count()).toBe(0)

  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['finance'] },
    { path, language: 'en', window },
  )
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Change the bill' })
  await form.getByRole('button', { name: 'Review' }).click()
  await form.getByText('Nothing is different.').waitFor()
  await form.getByLabel('Amount').fill('120.00')
  await form.getByLabel(/^Due date/).fill(addDays(due, 3))
  await form.getByRole('button', { name: 'Fine, interest, discount and more' }).click()
  await form.getByRole('combobox', { name: 'Fine for paying late' }).click()
  await page.getByRole('option', { name: 'Percentage' }).click()
  await form.getByRole('button', { name: 'Review' }).click()
  await form.getByText('Use a percentage such as 2 or 0.33').waitFor()
  await form.getByLabel('Value: fine for paying late').fill('2')
  await form.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Change this bill?' })
  await review.getByText('R$ 100.00 → R$ 120.00').waitFor()
  await settle(page)
  await shots(page, 'bill-review')
  expect((await shop.get(`/bills/${id}`)).body.data.amount).toBe('100.000000')
  await review.getByRole('button', { name: 'Back' }).click()
  expect(await form.getByLabel('Amount').inputValue()).toBe('120.00')
  await form.getByRole('button', { name: 'Review' }).click()
  await review.getByRole('button', { name: 'Change the bill' }).click()
  await page.getByText('Bill changed').waitFor()
  await page.getByRole('heading', { name: 'What was changed' }).waitFor()
  expect((await shop.get(`/bills/${id}`)).body.data).toMatchObject({
    amount: '120.000000',
    dueDate: addDays(due, 3),
    fine: { kind: 'Percent', rate: '2' },
  })
  await closeNotices(page)
  await settle(page)
  await shots(page, 'bill-changed')
  if (window === 'phone') await expectFitsPhone(page)

  await page.getByRole('button', { name: 'Cancel charge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel charge' }).click()
  await page.getByText('Cancelled', { exact: true }).first().waitFor()
  expect((await shop.get(`/bills/${id}`)).body.data.state).toBe('Cancelled')
  expect(complaints).toEqual([])
})

test.each(windows)(
  'what is overdue and due this week is on the list, the home and the customer, on a %s',
  async window => {
    const shop = await trilho.newMerchant()
    const { merchantId } = shop
    const customer = (await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana })).body.data
    const terms = { fine: { kind: 'Percent', rate: '2' }, interest: { kind: 'PercentPerMonth', rate: '1' } }
    await shop.post('/bills', {
      customerId: customer.id,
      amount: '300.00',
      dueDate: today,
      description: 'Aula',
      ...terms,
    })
    await shop.post('/bills', { payer, amount: '100.00', dueDate: addDays(today, 12) })
    const { id: paid } = (await shop.post('/bills', { payer, amount: '50.00', dueDate: today })).body.data
    await shop.put(`/sandbox/transactions/complete/${paid}`)
    await shop.put('/sandbox/clock', { forward: 8 * 86_400 })

    const { page, complaints } = await portal.openPageAs(
      { merchantId, roles: ['finance'] },
      { path: `/m/${merchantId}/bills`, window },
    )
    const table = page.getByRole('table', { name: 'Cobranças com vencimento' })
    await table.getByText('Vencida', { exact: true }).waitFor()
    await settle(page)
    await shots(page, 'bills')
    if (window === 'phone') await expectFitsPhone(page)
    await page.goto(`${trilho.url}/portal/m/${merchantId}/bills?q=rosa`)
    await table.getByText('Rosa Prado').waitFor()
    expect(await table.getByText('Maria da Silva').count()).toBe(0)
    await page.goto(`${trilho.url}/portal/m/${merchantId}/bills?customerId=${customer.id}&state=Paid`)
    await page.getByText('Nada encontrado').waitFor()
    expect(await page.getByRole('combobox', { name: 'Cliente' }).inputValue()).toContain('Rosa Prado')

    await page.goto(`${trilho.url}/portal/m/${merchantId}`)
    await page.getByText('Vencem em 7 dias').waitFor()
    await settle(page)
    await shots(page, 'home-bills')
    await page.getByText('Vencidas').locator('xpath=..').getByRole('link', { name: '1 cobrança' }).click()
    await table.getByText('Rosa Prado').waitFor()
    expect(await table.getByText('Maria da Silva').count()).toBe(0)

    await page.goto(`${trilho.url}/portal/m/${merchantId}/customers/${customer.id}`)
    await page.getByText('Vencidas').waitFor()
    await settle(page)
    await shots(page, 'customer-bills')
    if (window === 'phone') await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Cobrar com vencimento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
    await dialog.getByText('Cliente: Rosa Prado').waitFor()
    await dialog.getByLabel('Valor', { exact: true }).fill('25,00')
    await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
    await page.getByRole('link', { name: 'Ver o cliente' }).waitFor()
    expect((await shop.get(`/bills?customerId=${customer.id}`)).body.data.items).toHaveLength(2)
    expect(complaints).toEqual([])
  },
)
