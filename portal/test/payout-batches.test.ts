import { expect, test } from 'vitest'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { runBatches } from '../../server/src/payout-batches/run-batches.ts'
import { closeNotices, expectAccessible, expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

const headings = 'Nome;CPF;Tipo de chave;Chave Pix;Valor;Pedido'
const file = (rows: string[]) => ({
  name: 'comissoes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([headings, ...rows].join('\r\n')),
})
const good = [
  'Maria da Silva;529.982.247-25;E-mail;maria@example.com;1.010,50;p-1',
  'João de Souza;39053344705;Telefone;(11) 91234-5678;R$ 20;p-2',
]
/** The sandbox's CPF whose key no bank knows. */
const unknown = 'Ana Lima;900.000.003-37;E-mail;ana@example.com;5,00;p-3'

test('a spreadsheet is looked at row by row, asked for, approved by somebody else, followed and repeated for the refused; one Pix is checked first', async () => {
  const shop = await newPayer(trilho, { balance: '2000', chargeFixed: '0.10' })
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['finance'], name: 'Fábio Reis' },
    { path: `/m/${shop.merchantId}/batches` },
  )
  await page.getByText('Nenhum lote ainda').waitFor()
  await page.getByRole('link', { name: 'Novo lote' }).first().click()
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file([...good, 'Ana;11111111111;E-mail;ana;dez;']))
  await page.getByText('1 de 3 linhas está errada.').waitFor()
  await page.getByText('CPF: não é um CPF válido').waitFor()
  expect(await page.getByRole('button', { name: 'Pedir aprovação' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await shots(page, 'batch-wrong')

  await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
  await input.setInputFiles(file([...good, unknown]))
  await page.getByText('As 3 linhas estão certas.').waitFor()
  await page.getByText('R$ 964,20').waitFor()
  await page.getByLabel('Nome do lote').fill('Comissões de novembro')
  await expectFitsPhone(page)
  await shots(page, 'batch-right')
  await page.getByRole('button', { name: 'Pedir aprovação' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Comissões de novembro' }).waitFor()
  await page.getByText('Você pediu este pagamento').waitFor()
  expect((await shop.get('/payout-batches')).body.data.items).toHaveLength(1)

  const approver = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['approver'], name: 'Bia Nunes' },
    { path: `/m/${shop.merchantId}/requests`, window: 'phone' },
  )
  await approver.page.getByRole('heading', { name: 'Lotes que aguardam sua aprovação' }).waitFor()
  await approver.page.getByRole('link', { name: 'Comissões de novembro' }).first().click()
  await approver.page.getByRole('button', { name: 'Aprovar' }).click()
  const dialog = approver.page.getByRole('dialog', { name: 'Aprovar o lote de R$ 1.035,50?' })
  await dialog.getByRole('button', { name: 'Aprovar' }).click()
  await approver.page.getByText('Em andamento').first().waitFor()
  while ((await runBatches(trilho.needs)) > 0);
  await approver.page.getByText('Concluído', { exact: true }).first().waitFor()
  await approver.page.getByText('Nenhuma conta tem esta chave Pix').waitFor()
  await closeNotices(approver.page)
  await expectAccessible(approver.page)
  await shots(approver.page, 'batch-done-phone')
  expect(await shop.balance()).toMatchObject({ held: '1030.700000' })

  await page.getByText('3 de 3').waitFor()
  await closeNotices(page)
  await settle(page)
  await shots(page, 'batch-done')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Arquivo de resultado' }).click()
  expect((await download).suggestedFilename()).toMatch(/^resultado-.*\.csv$/)
  await page.getByRole('link', { name: 'Novo lote com as recusadas' }).click()
  await page.getByText('A linha está certa.').waitFor()
  expect(await page.getByLabel('Nome do lote').inputValue()).toBe('Comissões de novembro (recusadas)')

  await page.goto(`${trilho.url}/portal/m/${shop.merchantId}/batches/payout`)
  await page.getByLabel('Nome de quem recebe').fill('Maria da Silva')
  await page.getByLabel('CPF de quem recebe').fill('529.982.247-25')
  await page.getByLabel('Chave Pix').fill('52998224725')
  await page.getByLabel('Valor').fill('5.000,00')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await page.getByText('Agora este envio seria recusado').waitFor()
  await page.getByText('***.982.247-**').first().waitFor()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await shots(page, 'payout-checked')
  await page.getByRole('button', { name: 'Alterar' }).click()
  await page.getByLabel('Valor').fill('10,00')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await page.getByRole('button', { name: 'Pedir aprovação' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pix para Maria da Silva' }).waitFor()
  expect(complaints).toEqual([])
  expect(approver.complaints).toEqual([])
})
