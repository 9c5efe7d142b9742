import { expect, test } from 'vitest'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

test.each(windows)('a customer is added on a %s, charged, found by the search, changed and removed', async window => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['finance'] },
    { path: `/m/${merchantId}/customers`, window },
  )
  await page.getByText('Nenhum cliente ainda').waitFor()
  await page.getByRole('button', { name: 'Novo cliente' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Novo cliente' })
  await dialog.getByRole('button', { name: 'Cadastrar cliente' }).click()
  await dialog.getByText('Diga o nome').waitFor()
  await dialog.getByLabel('Nome').fill('Rosa Prado')
  await dialog.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await dialog.getByLabel('E-mail').fill('rosa@example.com')
  await dialog.getByLabel('Telefone').fill('(11) 91234-5678')
  await dialog.getByLabel('CEP').fill('01310-100')
  await dialog.getByLabel('Cidade').fill('São Paulo')
  await shots(page, 'customer-new')
  await dialog.getByRole('button', { name: 'Cadastrar cliente' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Rosa Prado' }).waitFor()
  const { items } = (await shop.get('/customers')).body.data
  expect(items).toMatchObject([
    {
      name: 'Rosa Prado',
      document: '52998224725',
      phone: '+5511912345678',
      address: { city: 'São Paulo', postalCode: '01310100' },
    },
  ])
  await closeNotices(page)

  await page.getByRole('button', { name: 'Nova cobrança' }).click()
  const charge = page.getByRole('dialog', { name: 'Nova cobrança' })
  await charge.getByText('Cliente: Rosa Prado').waitFor()
  await charge.getByLabel('Valor').fill('25,00')
  await charge.getByRole('button', { name: 'Criar cobrança' }).click()
  await page.getByRole('link', { name: 'Ver o cliente' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rosa Prado' }).waitFor()
  await page.getByText('1 cobrança', { exact: true }).waitFor()
  await closeNotices(page)
  await settle(page)
  await shots(page, 'customer')
  if (window === 'phone') await expectFitsPhone(page)

  await page.getByRole('button', { name: 'Alterar' }).click()
  const change = page.getByRole('dialog', { name: 'Alterar cliente' })
  await change.getByLabel('E-mail').fill('')
  await change.getByLabel('Anotações').fill('Prefere manhãs')
  await change.getByRole('button', { name: 'Adicionar campo' }).click()
  await change.getByLabel('Valor 1').fill('ouro')
  await change.getByRole('button', { name: 'Salvar' }).click()
  await change.getByText('Diga o nome do campo').waitFor()
  await change.getByLabel('Campo 1', { exact: true }).fill('plano')
  await shots(page, 'customer-change')
  await change.getByRole('button', { name: 'Salvar' }).click()
  await change.waitFor({ state: 'detached' })
  await page.getByText('Prefere manhãs').waitFor()
  expect((await shop.get('/customers')).body.data.items).toMatchObject([
    { email: null, notes: 'Prefere manhãs', metadata: { plano: 'ouro' } },
  ])

  await page.goto(`${trilho.url}/portal/m/${merchantId}/customers?q=prado`)
  await page.getByText('Rosa Prado').waitFor()
  await shots(page, 'customers')
  await page.goto(`${trilho.url}/portal/m/${merchantId}/customers/${items[0].id}`)
  await page.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Nenhum cliente ainda').waitFor()
  expect(complaints).toEqual([])
})

const sheet = (...rows: string[]) => ({
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Nome;CPF ou CNPJ;E-mail;Id externo', ...rows].join('\r\n')),
})

test.each(windows)(
  'customers come from a spreadsheet on a %s, without its wrong row, and go into one',
  async window => {
    const shop = await trilho.newMerchant()
    const { merchantId } = shop
    await shop.post('/customers', { name: 'Rosa', externalId: 'r-1' })
    const { page, complaints } = await portal.openPageAs(
      { merchantId, roles: ['finance'] },
      { path: `/m/${merchantId}/customers`, window },
    )
    await page.getByRole('link', { name: 'Importar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Importar clientes' }).waitFor()
    await shots(page, 'customers-import')
    const rows = ['Rosa Prado;;rosa@example.com;r-1', 'Ana Lima;529.982.247-25;;', 'Beto;123;beto;b-1']
    await page.locator('input[type=file]').setInputFiles(sheet(...rows))
    await page.getByText('1 de 3 linhas está errada.').waitFor()
    await page.getByText('CPF ou CNPJ: não é válido; E-mail: não é válido').waitFor()
    const send = page.getByRole('button', { name: 'Importar clientes' })
    expect(await send.isDisabled()).toBe(true)
    await page.getByLabel('Deixar de fora as erradas').check()
    await settle(page)
    await shots(page, 'customers-import-preview')
    if (window === 'phone') await expectFitsPhone(page)
    await send.click()
    await page.getByText('Importação concluída. Novos: 1. Alterados: 1.').waitFor()
    await page.getByRole('link', { name: 'Rosa Prado' }).first().waitFor()
    const { items } = (await shop.get('/customers')).body.data
    expect(items).toMatchObject([
      { name: 'Ana Lima', document: '52998224725' },
      { name: 'Rosa Prado', email: 'rosa@example.com', externalId: 'r-1' },
    ])
    await closeNotices(page)
    await page.getByRole('button', { name: 'Exportar' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^clientes-[\d-]+\.csv$/)
    expect(complaints).toEqual([])
  },
)

test('a customer is chosen in the form of a new charge, who alone may pay it', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const { id } = (await shop.post('/customers', { name: 'Rosa Prado', document: '52998224725' })).body.data
  await shop.post('/customers', { name: 'Ana Lima' })
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['finance'] },
    { path: `/m/${merchantId}/transactions` },
  )
  await page.getByRole('button', { name: 'Nova cobrança' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova cobrança' })
  await dialog.getByLabel('Valor').fill('25,00')
  await dialog.getByRole('combobox', { name: 'Cliente (opcional)' }).fill('prado')
  await page.getByRole('option', { name: 'Rosa Prado · 529.982.247-25' }).click()
  await dialog.getByLabel('Aceitar só deste pagador').check()
  await shots(page, 'charge-for-customer')
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  await page.getByText('Pagamentos de outro CPF ou CNPJ são devolvidos').waitFor()
  const made = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect((await shop.read(made)).body.data).toMatchObject({
    transaction: { customerId: id },
    payment: { payer: { cpf: '52998224725' }, onlyThisPayer: true },
  })
  expect(complaints).toEqual([])
})

test('the audit log links to a customer where it was added, and to no page where it was removed', async () => {
  const { merchantId } = await trilho.newMerchant()
  const { page, person, complaints } = await portal.openPageAs({ merchantId }, { path: `/m/${merchantId}` })
  const path = `/merchants/${merchantId}/customers`
  const { id } = (await person.post(path, { name: 'Rosa Prado' })).body.data
  await person.delete(`${path}/${id}`)
  await page.goto(`${trilho.url}/portal/m/${merchantId}/audit-log`)
  await page.getByText('Excluiu um cliente').waitFor()
  expect(await page.getByRole('link', { name: 'Excluiu um cliente' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Cadastrou um cliente' }).click()
  await page.getByText('Este cliente não existe').waitFor()
  expect(complaints.filter(text => !text.includes('404'))).toEqual([])
})
