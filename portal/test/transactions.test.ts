import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { requireRail } from '../../server/src/money/rails/rails-of.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { openPayersBrowser, sizes, windows } from '../../server/test/kit/payers-browser.ts'
import { readSpreadsheet } from '../../server/test/kit/spreadsheet.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const sink = await openSink()
const webhook = { url: sink.url, customHeaderName: 'x-shop-token', customHeaderValue: 'very secret' }

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The page that the payer sees: what was paid, what was returned and what is left. */
async function expectReceipt(url: string) {
  const { openPage } = await openPayersBrowser(trilho.url)
  const { page, complaints } = await openPage('phone')
  for (const window of windows) {
    await page.setViewportSize(sizes[window])
    await page.goto(url)
    await page.getByText('Devolvido: R$ 234,56. Restante: R$ 1.000,00.').waitFor()
    await page.getByText('R$ 1.234,56').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(sizes[window].width)
    await shots(page, `receipt-refunded-${window}`)
  }
  expect(complaints).toEqual([])
}

test('a charge created by API appears without a reload, is paid, partly refunded, and home shows the balance', async () => {
  const shop = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
  const at = `/m/${shop.merchantId}`
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'], name: 'Ana Souza' },
    { path: `${at}/transactions` },
  )
  await page.getByText('Nenhuma transação ainda').waitFor()
  await shots(page, 'transactions-empty')

  const id = await shop.createCashIn({
    amount: '1234.56',
    payer: null,
    transaction: { orderId: 'pedido-7', orderDescription: 'Cesta de pães' },
    webhook,
  })
  await row(page, 'pedido-7').getByText('Aguarda pagamento').waitFor()
  await row(page, 'pedido-7').getByRole('link').click()
  await heading(page, 'R$ 1.234,56').waitFor()
  expect(page.url()).toContain(id)
  const image = page.getByAltText('QR Code desta cobrança')
  await image.waitFor()
  await page.waitForFunction(() => (document.querySelector('img[alt^="QR Code"]') as HTMLImageElement).naturalWidth > 0)
  await shots(page, 'transaction-waiting')

  await page.getByRole('button', { name: 'Pagar este QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pagar como pagador de teste' })
  await dialog.getByLabel('Nome do pagador').fill('João de Souza')
  await dialog.getByLabel('CPF ou CNPJ do pagador').fill('390.533.447-05')
  await shots(page, 'transaction-pay')
  await dialog.getByRole('button', { name: 'Pagar' }).click()
  await page.getByText('Simulação feita').waitFor()
  await page.getByText('***.533.447-**', { exact: true }).waitFor()
  await expect.poll(() => page.getByAltText('QR Code desta cobrança').count()).toBe(0)

  await page.getByRole('button', { name: /Concluída.*Entregue.*1 tentativa/ }).click()
  await page.getByText('x-shop-token: ••••••').waitFor()
  const body = await page.getByRole('region', { name: 'Corpo' }).textContent()
  expect(JSON.parse(body ?? '')).toMatchObject({
    id,
    transactionState: 'Completed',
    payer: { taxNumber: '***.533.447-**' },
  })
  await page.getByText('HTTP 200').waitFor()
  expect(await page.content()).not.toMatch(/very secret|39053344705/)
  await shots(page, 'transaction-completed')

  await page.getByRole('button', { name: 'Mostrar o documento completo' }).click()
  await page.getByText('390.533.447-05').waitFor()

  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  const refund = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  expect(await refund.getByLabel('Valor a devolver').inputValue()).toBe('1.234,56')
  await refund.getByLabel('Valor a devolver').fill('2000')
  await refund.getByRole('button', { name: 'Devolver agora' }).click()
  await refund.getByRole('alert').getByText('o valor passa do que resta').waitFor()
  await shots(page, 'transaction-refund')
  await refund.getByLabel('Valor a devolver').fill('234,56')
  await refund.getByLabel('Motivo').fill('Peça com defeito')
  await refund.getByRole('button', { name: 'Devolver agora' }).click()
  await page.getByText('Devolução feita').waitFor()
  await page.getByText('Devolução ao pagador').first().waitFor()
  const refunds = page.getByRole('table', { name: 'Devoluções' }).getByRole('row')
  expect(await refunds.nth(1).textContent()).toMatch(/R\$ 234,56.*Concluída.*Pelo portal.*Peça com defeito/)
  await settle(page)
  await shots(page, 'transaction-refunded')
  await expectReceipt((await shop.read(id)).body.data.transaction.receiptUrl)

  await page.getByRole('link', { name: 'Início' }).click()
  await page.getByText('R$ 1.099,90').first().waitFor()
  await page.getByRole('img', { name: /Gráfico .*entrou R\$ 1\.234,56, saiu R\$ 234,56/ }).waitFor()
  expect(complaints.filter(text => !text.includes('status of 409'))).toEqual([])
  const entries = await trilho.sql`select act from audit_entries where subject = ${id} order by sequence`
  // The refused refund changed nothing and has no entry.
  expect(entries.map(({ act }) => act)).toEqual(['transaction.simulate', 'taxNumber.reveal', 'transaction.refund'])
})

test('a pending refund is shown as such, then why it failed; payer data that the bank does not report is marked so', async () => {
  const shop = await trilho.newMerchant()
  const id = await shop.createCashIn({ amount: '80', webhook })
  await shop.simulate('complete', id)
  await trilho.sql`
    update transactions set participant = participant || '{"taxNumber": null, "bankName": null, "bankCode": null}'
     where id = ${id}`
  const returns = requireRail((await trilho.needs.railsOf(null)).returns)
  vi.spyOn(returns, 'sendReturn').mockResolvedValueOnce({ state: 'accepted' })
  vi.spyOn(returns, 'readReturn').mockResolvedValueOnce({ state: 'refused', cause: 'AccountClosed' })
  const { page } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['finance'] },
    { path: `/m/${shop.merchantId}/transactions/${id}` },
  )
  await settle(page)
  expect(await page.getByText('O banco não informou').count()).toBe(2)
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  await dialog.getByLabel('Valor a devolver').fill('30')
  await dialog.getByRole('button', { name: 'Devolver agora' }).click()
  await page.getByText('O banco ainda não confirmou').waitFor()
  await page.getByText('Devolução de R$ 30,00 solicitada').waitFor()
  await page.getByText('Devolução em andamento').waitFor()
  await shots(page, 'transaction-refunding')
  trilho.clock.aheadMs += 60_000
  await trilho.needs.bankOrders.stepAndWait()
  trilho.clock.aheadMs = 0
  await page.getByText('A conta do recebedor foi encerrada').first().waitFor()
  await page.getByText('Devolução em andamento').waitFor({ state: 'detached' })
  await shots(page, 'transaction-refund-failed')
  await expectFitsPhone(page)
})

/** A shop with one transaction of each kind. */
async function newShop() {
  const shop = await newPayer(trilho, { balance: '5000', chargeFixed: '0.10' })
  const orderId = (name: string) => ({ transaction: { orderId: name }, webhook })
  const paid = await shop.createCashIn({ amount: '10.50', ...orderId('paga') })
  await shop.simulate('complete', paid)
  const refunded = await shop.createCashIn({ amount: '80', ...orderId('devolvida') })
  await shop.simulate('complete', refunded)
  await shop.refund(refunded, { amount: '30' })
  const failed = await shop.createCashIn({ amount: '20', ...orderId('falha') })
  await shop.simulate('error', failed)
  const out = await shop.createCashOut({ amount: '300', ...orderId('saida'), key: { type: 'CPF', value: cpf.joao } })
  await shop.simulate('complete', out)
  const { id: open } = await shop.createInitiation({ amount: '45', taxNumber: cpf.ana, ...orderId('aberta') })
  const { id: requestId, refTransaction } = await shop.createRequest('1500')
  await shop.createCashIn({ amount: '99.90', payer: null, ...orderId('esperando') })
  const receiptVoucher: string = (await shop.read(paid)).body.data.transaction.receiptVoucher
  return { ...shop, paid, failed, out, open, requestId, refTransaction, receiptVoucher }
}
const shop = await newShop()
const transactions = `/m/${shop.merchantId}/transactions`
const asViewer = { merchantId: shop.merchantId, roles: ['viewer' as const], name: 'Vera Lima' }

/** Waits until the list has that many rows besides its header. */
const expectRows = async (page: Page, orders: string[]) => {
  await expect
    .poll(async () =>
      (await page.getByRole('row').allTextContents()).slice(1).map(text => orders.find(o => text.includes(o)) ?? text),
    )
    .toEqual(orders)
}

test('the list is searched by each key; filters are in the URL and survive a reload; the file has the same rows', async () => {
  const asFinance = { ...asViewer, roles: ['finance' as const] }
  const { page, complaints } = await portal.openPageAs(asFinance, { path: transactions })
  await expectRows(page, ['esperando', 'Moinho Estrela', 'aberta', 'saida', 'falha', 'devolvida', 'paga'])
  await shots(page, 'transactions')
  const search = page.getByRole('textbox', { name: 'Nome, pedido' })
  for (const [q, orders] of [
    [shop.paid, ['paga']],
    ['saida', ['saida']],
    [shop.receiptVoucher, ['paga']],
    ['390.533.447-05', ['saida']],
    [cpf.ana, ['aberta']],
    ['11.444.777/0001-61', ['Moinho Estrela']],
  ] as const) {
    await search.fill(q)
    await expectRows(page, [...orders])
    expect(new URL(page.url()).searchParams.get('q')).toBe(q)
  }
  await search.fill('nada disso')
  await page.getByText('Nada encontrado').waitFor()
  await shots(page, 'transactions-nothing')
  await page.getByRole('button', { name: 'Limpar filtros' }).last().click()

  await page.getByRole('combobox', { name: 'Situação' }).click()
  await page.getByRole('option', { name: 'Concluída' }).click()
  await expectRows(page, ['saida', 'devolvida', 'paga'])
  await page.getByRole('combobox', { name: 'Operação' }).click()
  await page.getByRole('option', { name: 'Recebimento Pix' }).click()
  await expectRows(page, ['devolvida', 'paga'])
  await page.getByRole('button', { name: 'Valor' }).click()
  await page.getByLabel('De', { exact: true }).fill('50,00')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expectRows(page, ['devolvida'])
  await page.reload()
  await expectRows(page, ['devolvida'])
  await row(page, 'devolvida').getByText('R$ 30,00 devolvidos').waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    state: 'Completed',
    operation: 'pixCashIn',
    leastAmount: '50.00',
  })

  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByText('até 50.000 linhas').waitFor()
  // The account has no filter.
  expect(await page.getByRole('link', { name: /^Baixar/ }).allTextContents()).toEqual(['Baixar CSV', 'Baixar XLSX'])
  await shots(page, 'transactions-export')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(readSpreadsheet(file)).toMatchObject([{ Pedido: 'devolvida', Valor: '80,00', Devolvido: '-30,00' }])
  expect(complaints).toEqual([])
})

test('a viewer cannot search by document, and finds nothing by one', async () => {
  const { page } = await portal.openPageAs(asViewer, { path: transactions })
  const search = page.getByRole('textbox', { name: 'Nome, pedido, valor ou ID', exact: true })
  await search.fill(shop.paid)
  await expectRows(page, ['paga'])
  await search.fill(cpf.ana)
  await page.getByText('Nada encontrado').waitFor()
})

test('a viewer sees no button to refund or simulate, and is refused by the API', async () => {
  const { page, person } = await portal.openPageAs(asViewer, { path: `${transactions}/${shop.paid}` })
  await heading(page, 'R$ 10,50').waitFor()
  await settle(page)
  expect(await page.getByRole('button', { name: /Devolver|Estornar|Mostrar o documento/ }).count()).toBe(0)
  expect(await page.getByText('Somente no ambiente de testes').count()).toBe(0)
  // Developers see the content of notifications; everybody sees that they were sent.
  await page.getByText('Entregue').first().waitFor()
  expect(await page.getByText(sink.url).count()).toBe(0)
  await shots(page, 'transaction-viewer')
  const path = `/merchants/${shop.merchantId}/transactions/${shop.paid}`
  for (const [act, body] of [
    ['refund', {}],
    ['simulate', { outcome: 'reverse' }],
    ['reveal', { party: 'actual' }],
  ] as const)
    expect((await person.post(`${path}/${act}`, body)).status).toBe(403)
  await page.goto(`${portal.url}/portal${transactions}/0191e3a0-0000-7000-8000-000000000000`)
  await page.getByText('Esta transação não existe aqui').waitFor()
})

test('every kind of transaction has its page, in English and on a phone', async () => {
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'] },
    { path: transactions, language: 'en' },
  )
  await settle(page)
  await shots(page, 'transactions-en')
  await expectFitsPhone(page)
  for (const [name, id, words] of [
    ['failed', shop.failed, 'The bank could not process the payment.'],
    ['out', shop.out, '***.533.447-**'],
    ['open-finance', shop.open, 'Open the checkout'],
    ['company-payment', shop.refTransaction, 'Payment requested by'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${portal.url}/portal${transactions}/${id}`)
    await page.getByText(words).first().waitFor()
    await shots(page, `transaction-${name}-en`)
    await expectFitsPhone(page)
  }
  expect(complaints).toEqual([])
})
