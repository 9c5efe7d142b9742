import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dayOf } from '../../server/src/platform/brazil/sao-paulo.ts'
import { openS3 } from '../../server/test/kit/s3-server.ts'
import { readSpreadsheet } from '../../server/test/kit/spreadsheet.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { runFiles } from '../../server/src/products/files/run-files.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, sizes, windows } from './portal-kit.ts'

const s3 = await openS3()
const portal = await openPortal(s3.settings)
const { trilho } = portal
const webhook = { url: (await openSink()).url }
const shop = await trilho.newMerchant({ balance: '100' })
for (const [amount, orderId] of [
  ['50', 'bolo'],
  ['20.50', 'pão'],
] as const) {
  const id = await shop.createCashIn({ amount, transaction: { orderId }, webhook })
  await shop.simulate('complete', id)
}
const path = `/m/${shop.merchantId}/files`

test('a file is requested, becomes ready without a reload, and is downloaded', async () => {
  const { page, complaints } = await portal.openPageAs({ merchantId: shop.merchantId, roles: ['finance'] }, { path })
  await page.getByText('Nenhum arquivo ainda').waitFor()
  await page.getByRole('button', { name: 'Solicitar arquivo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Solicitar um arquivo' })
  await dialog.getByLabel('Formato').selectOption('CSV')
  await dialog.getByText('O e-mail não está configurado').waitFor()
  await shots(page, 'files-ask')
  await dialog.getByRole('button', { name: 'Solicitar arquivo' }).click()
  await page.getByText('Aparece em Arquivos quando estiver pronto.').waitFor()
  await page.getByText('Na fila').waitFor()
  await closeNotices(page)
  await runFiles(trilho.needs)
  await page.getByText('Pronto').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Baixar Extrato/ }).click()
  const rows = readSpreadsheet(await readFile(await (await download).path(), 'utf8'))
  expect(rows.map(row => row['Pedido'])).toEqual(['', 'bolo', 'pão'])

  await page.setViewportSize(sizes.phone)
  const others = [
    ['Extrato mensal', 'PDF', '%PDF-'],
    ['Transações', 'XLSX', 'PK'],
    ['Extrato', 'OFX', 'OFXHEADER'],
  ] as const
  for (const [kind, format] of others) {
    await page.getByRole('button', { name: 'Solicitar arquivo' }).click()
    await dialog.getByLabel('O que').selectOption(kind)
    await dialog.getByLabel('Formato').selectOption(format)
    const isList = await dialog.getByText('As transações criadas no período, no estado em que estão').isVisible()
    expect(isList).toBe(kind === 'Transações')
    await dialog.getByRole('button', { name: 'Solicitar arquivo' }).click()
    await dialog.waitFor({ state: 'detached' })
    await runFiles(trilho.needs)
  }
  await closeNotices(page)
  const ready = page.getByRole('link', { name: /^Baixar/ })
  await ready.nth(others.length).waitFor()
  for (const [i, [, , start]] of others.toReversed().entries()) {
    const [file] = await Promise.all([page.waitForEvent('download'), ready.nth(i).click()])
    expect((await readFile(await file.path(), 'latin1')).slice(0, start.length)).toBe(start)
  }

  for (const window of windows) {
    await page.setViewportSize(sizes[window])
    await page.getByRole('button', { name: 'Comparar lista' }).click()
    const compare = page.getByRole('dialog', { name: 'Comparar com a sua lista' })
    const choosing = page.waitForEvent('filechooser')
    await compare.getByLabel('Sua lista').click()
    const list = Buffer.from('Pedido;Valor\r\nbolo;50,00\r\ntorta;30,00\r\n')
    await (await choosing).setFiles({ name: 'vendas.csv', mimeType: 'text/csv', buffer: list })
    await shots(page, 'files-compare')
    await compare.getByRole('button', { name: 'Comparar' }).click()
    await compare.waitFor({ state: 'detached' })
    await closeNotices(page)
    await runFiles(trilho.needs)
    await page.getByRole('button', { name: 'Ver resultado' }).first().click()
    const result = page.getByRole('dialog', { name: 'Resultado da comparação' })
    await result.getByRole('row', { name: /torta.*Falta aqui/ }).waitFor()
    await result.getByRole('row', { name: /pão.*Falta na sua lista/ }).waitFor()
    await shots(page, 'files-result')
    await page.keyboard.press('Escape')
    await result.waitFor({ state: 'detached' })
  }
  await shots(page, 'files')
  await expectFitsPhone(page)

  // As if there were more rows than one page.
  await page.route('**/files/size?*', route => route.fulfill({ json: { statusCode: 'Done', data: { isLarge: true } } }))
  await page.goto(`${portal.url}/portal/m/${shop.merchantId}/statement`)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('button', { name: 'Preparar OFX' }).click()
  await page.getByText('Na fila').waitFor()

  await shop.put('/sandbox/clock', { forward: 86_400 })
  await page.reload()
  await page.getByRole('note').getByRole('button', { name: /\d{4}/ }).waitFor()
  await page.getByRole('button', { name: 'Solicitar arquivo' }).click()
  const tomorrow = dayOf(new Date(trilho.needs.clock().getTime() + 86_400_000))
  expect(await dialog.getByLabel('Até').inputValue()).toBe(tomorrow)
  expect(complaints).toEqual([])
})

test('file schedules by mail on a phone and to a tested bucket on a desktop are created and ended, in English', async () => {
  const { page, person } = await portal.openPageAs(
    { merchantId: shop.merchantId, roles: ['owner'] },
    { path, language: 'en', window: 'phone' },
  )
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule a file' })
  await dialog.getByText('E-mail is not set up').waitFor()
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText(`Mail to ${person.name}`).waitFor()
  await trilho.sql`update file_schedules set fault = 'NoReader'`
  await page.reload()
  await page.getByText('The recipient of the link no longer has access').waitFor()
  await page.getByRole('button', { name: /End the schedule/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('No file is scheduled.').waitFor()
  await closeNotices(page)

  await page.setViewportSize(sizes.desktop)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByLabel('What').selectOption('Transactions')
  await dialog.getByText('in the state they have when the file is written').waitFor()
  await dialog.getByLabel('Format').selectOption('OFX')
  await dialog.getByText('The same as the OFX of the statement').waitFor()
  await dialog.getByLabel('What').selectOption('Monthly statement')
  await dialog.getByText('S3 bucket').click()
  await dialog.getByLabel('Address of the service').fill(s3.endpoint)
  await dialog.getByLabel('Bucket', { exact: true }).fill('not-there')
  await dialog.getByLabel('Access key').fill('S3RVER')
  await dialog.getByLabel('Secret').fill('S3RVER')
  await dialog.getByRole('button', { name: 'Try the bucket' }).click()
  await dialog.getByText('The bucket refused the file.').waitFor()
  await dialog.getByLabel('Bucket', { exact: true }).fill('invoices')
  await dialog.getByRole('button', { name: 'Try the bucket' }).click()
  await dialog.getByText('The bucket accepted a test file.').waitFor()
  await shots(page, 'files-schedule')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText('s3://invoices').waitFor()
  await closeNotices(page)
  await expectFitsPhone(page)
  await shots(page, 'files-scheduled')
  await page.getByRole('button', { name: /End the schedule/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('No file is scheduled.').waitFor()
  const { items } = (await person.get(`/merchants/${shop.merchantId}/audit-log`)).body.data
  expect(items.map(({ act }: { act: string }) => act).slice(0, 2)).toEqual(['fileSchedule.end', 'fileSchedule.make'])

  const viewer = await portal.openPageAs({ merchantId: shop.merchantId, roles: ['viewer'] }, { path })
  await settle(viewer.page)
  expect(await viewer.page.getByRole('button', { name: 'Agendar' }).count()).toBe(0)
})
