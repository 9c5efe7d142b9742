import { expect, test } from 'vitest'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { batchesOf, payoutRows } from '../../server/test/kit/payout-batches.ts'
import { xlsxOf } from '../../server/test/kit/xlsx-file.ts'
import { runBatches } from '../../server/src/products/payout-batches/run-batches.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

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
/** As Excel stores them: documents and amounts are numbers. The third is the sandbox's CPF with an unknown key. */
const workbook = async () => ({
  name: 'comissoes.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await xlsxOf([
    headings.split(';'),
    ['Maria da Silva', 52_998_224_725, 'E-mail', 'maria@example.com', 1010.5, 'p-1'],
    [],
    ['João de Souza', 39_053_344_705, 'Telefone', '(11) 91234-5678', 20, 'p-2'],
    ['Ana Lima', 90_000_000_337, 'E-mail', 'ana@example.com', 5, 'p-3'],
  ]),
})

test('a spreadsheet is reviewed row by row, requested, approved by another person, followed, and repeated for refused rows; one Pix is checked first', async () => {
  const shop = await newPayer(trilho, { balance: '2000', chargeFixed: '0.10' })
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['finance'], name: 'Fábio Reis' },
    { path: `/m/${shop.merchantId}/batches` },
  )
  await page.getByText('Nenhum lote ainda').waitFor()
  await page.getByRole('link', { name: 'Novo lote' }).first().click()
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file([...good, '"Ana;52998224725;E-mail;ana@example.com;10;']))
  await page.getByText('há aspas que não fecham').and(page.getByText('Linha 4.')).waitFor()
  // A browser logs every refused call.
  await expect.poll(() => complaints).toEqual([expect.stringContaining('status of 409')])
  complaints.length = 0
  await input.setInputFiles(file([...good, 'Ana;11111111111;E-mail;ana;dez;']))
  await page.getByText('1 de 3 linhas está errada.').waitFor()
  await page.getByText('CPF ou CNPJ: não é válido').waitFor()
  expect(await page.getByRole('button', { name: 'Solicitar aprovação' }).isDisabled()).toBe(true)
  await shots(page, 'batch-wrong')

  await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
  await input.setInputFiles(await workbook())
  await page.getByText('As 3 linhas estão certas.').waitFor()
  await page.getByText('R$ 964,20').waitFor()
  await page.getByLabel('Nome do lote').fill('Comissões de novembro')
  await expectFitsPhone(page)
  await shots(page, 'batch-right')
  await page.getByRole('button', { name: 'Solicitar aprovação' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Comissões de novembro' }).waitFor()
  await page.getByText('Você solicitou este pagamento').waitFor()
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
  await untilDone(() => runBatches(trilho.needs))
  await approver.page.getByText('Concluído', { exact: true }).first().waitFor()
  await approver.page.getByText('Nenhuma conta tem esta chave Pix').waitFor()
  await closeNotices(approver.page)
  await shots(approver.page, 'batch-done-phone')
  expect(await shop.balance()).toMatchObject({ held: '1030.700000' })

  await page.getByText('3 de 3').waitFor()
  await page.getByText('A caminho: 2').waitFor()
  const [batch] = (await shop.get('/payout-batches')).body.data.items
  const [maria, joao] = await batchesOf(shop, trilho.needs).rows(batch.id)
  await shop.simulate('complete', maria?.transactionId ?? '')
  await shop.simulate('error', joao?.transactionId ?? '')
  await page.reload()
  await page.getByText('Pagas: 1 · A caminho: 0 · Não pagas pelo banco: 1 · Recusadas: 1').waitFor()
  await page
    .getByRole('row', { name: /Maria da Silva/ })
    .getByText('Concluída')
    .waitFor()
  await page
    .getByRole('row', { name: /João de Souza/ })
    .getByText('Com erro')
    .waitFor()
  await page.getByText('O banco não conseguiu processar o pagamento.').waitFor()
  await closeNotices(page)
  await settle(page)
  await shots(page, 'batch-done')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Arquivo de resultado' }).click()
  expect((await download).suggestedFilename()).toMatch(/^resultado-\d{4}-\d\d-\d\d-.*\.csv$/)
  await page.getByRole('link', { name: 'Novo lote com as não pagas' }).click()
  await page.getByText('As 2 linhas estão certas.').waitFor()
  expect(await page.getByLabel('Nome do lote').inputValue()).toBe('Comissões de novembro (não pagas)')
  await page.getByRole('button', { name: 'Solicitar aprovação' }).click()
  await page.getByRole('heading', { level: 1, name: 'Comissões de novembro (não pagas)' }).waitFor()
  await page.goto(`${trilho.url}/portal/m/${shop.merchantId}/batches/${batch.id}`)
  const again = page.getByRole('definition').getByRole('link', { name: 'Comissões de novembro (não pagas)' })
  await again.waitFor()
  expect(await page.getByRole('link', { name: 'Novo lote com as não pagas' }).count()).toBe(0)
  await shots(page, 'batch-again')
  await again.click()
  await page.getByText('Você solicitou este pagamento').waitFor()
  await page.goto(`${trilho.url}/portal/m/${shop.merchantId}/batches/new?again=${batch.id}`)
  await page.getByText('As que não foram pagas já estão em outro lote.').waitFor()

  await page.goto(`${trilho.url}/portal/m/${shop.merchantId}/batches/payout`)
  await page.getByLabel('Nome de quem recebe').fill('Maria da Silva')
  await page.getByLabel('CPF ou CNPJ de quem recebe').fill('529.982.247-25')
  await page.getByLabel('Chave Pix').fill('52998224725')
  await page.getByLabel('Valor').fill('5.000,00')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await page.getByText('Agora este envio seria recusado').waitFor()
  await page.getByText('***.982.247-**').first().waitFor()
  await expectFitsPhone(page)
  await shots(page, 'payout-checked')
  await page.getByRole('button', { name: 'Alterar' }).click()
  await page.getByLabel('Valor').fill('10,00')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await page.getByRole('button', { name: 'Solicitar aprovação' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pix para Maria da Silva' }).waitFor()
  expect(complaints).toEqual([])
  expect(approver.complaints).toEqual([])
})

test.each(windows)('on a %s companies are paid by a spreadsheet, and a running batch is stopped', async window => {
  const shop = await newPayer(trilho, { balance: '100' })
  const { page, complaints } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'], name: 'Olívia Prado' },
    { path: `/m/${shop.merchantId}/batches/new`, window },
  )
  await trilho.sql`
    update merchants set company_payment_daily_limit = 20000000, limits_set_at = now() where id = ${shop.merchantId}`
  trilho.needs.readMerchant.invalidate(shop.merchantId)
  await page.getByLabel('Pagamentos a empresas').click()
  const rows = ['CNPJ;Valor;Descrição', '11.444.777/0001-61;30,00;Farinha']
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'moinho.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await page.getByText('A linha está certa.').waitFor()
  await page.getByText('Este lote passa do limite diário').waitFor()
  await page.getByRole('button', { name: 'Solicitar aprovação' }).click()
  await page.getByRole('heading', { level: 1, name: 'moinho' }).waitFor()
  await page
    .getByRole('row', { name: /Moinho Estrela/ })
    .getByText('Aguarda', { exact: true })
    .waitFor()

  const batches = batchesOf(shop, trilho.needs)
  const { id } = await batches.make(payoutRows(2))
  const path = `/m/${shop.merchantId}/batches/${id}`
  const approver = await portal.openPageAs({ merchantId: shop.merchantId, roles: ['approver'] }, { path, window })
  await approver.page.getByRole('button', { name: 'Aprovar' }).click()
  await approver.page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await approver.page.getByText('Em andamento').first().waitFor()
  await page.goto(`${trilho.url}/portal${path}`)
  await page.getByRole('button', { name: 'Interromper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Interromper este lote?' })
  await dialog.getByText('As 2 linhas que aguardam não serão pagas').waitFor()
  await dialog.getByRole('button', { name: 'Interromper' }).click()
  await page.getByText('Interrompido', { exact: true }).first().waitFor()
  await page.getByText('O lote foi interrompido antes desta linha').first().waitFor()
  await closeNotices(page)
  await shots(page, 'batch-stopped')
  expect(complaints).toEqual([])
})

test("an operator stops a batch from its merchant's page, with a reason that the merchant sees", async () => {
  const shop = await newPayer(trilho, { balance: '100' })
  const { merchantId } = shop
  const batches = batchesOf(shop, trilho.needs)
  const { id } = await batches.make(payoutRows(2))
  await batches.approve(id)
  const { page, complaints } = await portal.openPageAs(
    { isOperator: true, name: 'Olga Lima' },
    { path: `/operator/merchants/${merchantId}` },
  )
  await page.getByRole('table', { name: 'Lotes em andamento' }).getByRole('link', { name: 'Semana 46' }).click()
  await page.getByRole('button', { name: 'Interromper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Interromper este lote?' })
  await dialog.getByText('As 2 linhas que aguardam não serão pagas').waitFor()
  await dialog.getByRole('button', { name: 'Interromper' }).click()
  await dialog.getByText('Informe o motivo').waitFor()
  await dialog.getByLabel('Motivo').fill('Contas de laranjas')
  await shots(page, 'operator-stops-batch')
  await dialog.getByRole('button', { name: 'Interromper' }).click()
  await page.getByText('Interrompido', { exact: true }).first().waitFor()

  const owner = await portal.openPageAs(
    { merchantId, roles: ['owner'] },
    { path: `/m/${merchantId}/audit-log?act=batch.stop` },
  )
  const log = owner.page.getByRole('table')
  await log.getByRole('definition').filter({ hasText: 'Em andamento → Interrompido' }).waitFor()
  await log.getByRole('link', { name: 'Interrompeu um lote de pagamentos' }).click()
  await owner.page.getByText('Contas de laranjas').waitFor()
  expect([complaints, owner.complaints]).toEqual([[], []])
})
