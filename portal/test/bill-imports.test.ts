import { expect, test } from 'vitest'
import { businessDayFrom } from '../../server/src/platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../server/src/platform/brazil/sao-paulo.ts'
import { runImports } from '../../server/src/products/bills/imports/run-imports.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const portal = await openPortal()
const { trilho } = portal
const today = dayOf(new Date())
const due = businessDayFrom(addDays(today, 20))

test.each(windows)(
  'bills come from a spreadsheet on a %s: previewed, made without its wrong row, each with its page',
  async window => {
    const shop = await trilho.newMerchant()
    const { merchantId } = shop
    const { page, complaints } = await portal.openPageAs(
      { merchantId, roles: ['finance'] },
      { path: `/m/${merchantId}/bills`, window },
    )
    await page.getByRole('link', { name: 'Planilha' }).click()
    await page.getByText('Nenhuma planilha enviada ainda.').waitFor()
    await shots(page, 'bill-imports')
    const lines = [
      'Nome;CPF ou CNPJ;Valor;Vencimento;Multa;Juros;Pedido',
      `Maria da Silva;${cpf.maria};1.250,00;${due};2%;1% ao mês;o-1`,
      `João de Souza;${cpf.joao};80,00;${due};;;o-2`,
      `Ana Lima;;x;${due};;1%;o-3`,
    ]
    const file = { name: 'dezembro.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('1 de 3 linhas está errada.').waitFor()
    await page
      .getByText('Valor: não dá para entender; Juros: não dá para entender; CPF ou CNPJ: está faltando')
      .waitFor()
    const send = page.getByRole('button', { name: 'Criar 2 cobranças' })
    expect(await send.isDisabled()).toBe(true)
    await page.getByLabel('Deixar de fora as erradas').check()
    await settle(page)
    await shots(page, 'bill-import-preview')
    if (window === 'phone') await expectFitsPhone(page)
    await send.click()
    await page.getByRole('heading', { level: 1, name: 'dezembro.csv' }).waitFor()
    await untilDone(() => runImports(trilho.needs))
    await page.getByText('2 de 2 linhas prontas').waitFor()
    await page.getByText('2. Maria da Silva').waitFor()
    await closeNotices(page)
    await settle(page)
    await shots(page, 'bill-import-done')
    if (window === 'phone') await expectFitsPhone(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Baixar resultado' }).click()
    expect((await download).suggestedFilename()).toMatch(/^cobrancas-[\d-]+-.*\.csv$/)
    await page.getByRole('link', { name: 'Ver a cobrança' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Maria da Silva' }).waitFor()
    expect((await shop.get('/bills')).body.data.items).toMatchObject([{ orderId: 'o-2' }, { orderId: 'o-1' }])
    await page.goto(`${trilho.url}/portal/m/${merchantId}/bills/imports`)
    await page.getByText('dezembro.csv').waitFor()
    expect(complaints).toEqual([])
  },
)

test.each(windows)('a bill in instalments is made from the same form on a %s, once', async window => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['finance'] },
    { path: `/m/${merchantId}/bills`, window },
  )
  await page.getByRole('button', { name: 'Nova cobrança com vencimento' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nova cobrança com vencimento' })
  await dialog.getByLabel('Nome de quem paga').fill('Maria da Silva')
  await dialog.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await dialog.getByLabel('Valor', { exact: true }).fill('400,00')
  await dialog.getByLabel(/^Vencimento/).fill('2030-01-31')
  await dialog.getByLabel('Número de parcelas').fill('99')
  await dialog.getByRole('button', { name: 'Criar cobrança' }).click()
  await dialog.getByText('Use um número de 1 a 60').waitFor()
  await dialog.getByLabel('Número de parcelas').fill('3')
  await dialog.getByLabel('Primeira, se for diferente').fill('100,00')
  await dialog.getByRole('button', { name: 'Multa, juros, desconto e mais' }).click()
  // The last field stands still when all have unfolded: a list that is opened before is pushed out of a phone's window.
  await dialog.getByLabel('Aceitar só deste pagador').check()
  await dialog.getByRole('combobox', { name: 'Desconto por pagar antes' }).click()
  await page.getByRole('option', { name: 'Percentual' }).click()
  await dialog.getByLabel('Desconto 1: até o dia').fill('2030-01-26')
  await dialog.getByLabel('Desconto 1: valor').fill('5')
  await dialog.getByRole('button', { name: 'Adicionar campo' }).click()
  await dialog.getByLabel('Campo 1', { exact: true }).fill('turma')
  await dialog.getByLabel('Valor 1').fill('7b')
  await shots(page, 'bill-plan')
  if (window === 'phone') await expectFitsPhone(page)
  await dialog.getByRole('button', { name: 'Criar cobrança' }).dblclick()
  await page.getByText('3 cobranças criadas.').waitFor()
  const { items } = (await shop.get('/bills')).body.data
  const shared = { onlyThisPayer: true, metadata: { turma: '7b' } }
  expect(items.toReversed()).toMatchObject([
    { amount: '100.000000', dueDate: '2030-01-31', discount: { until: [{ date: '2030-01-26' }] }, ...shared },
    {
      amount: '150.000000',
      dueDate: '2030-02-28',
      discount: { until: [{ date: '2030-02-23', rate: '5' }] },
      ...shared,
    },
    { amount: '150.000000', dueDate: '2030-03-31', ...shared },
  ])
  expect(items).toHaveLength(3)
  await settle(page)
  await shots(page, 'bills-of-plan')
  expect(complaints).toEqual([])
})
