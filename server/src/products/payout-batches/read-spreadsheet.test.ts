import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { xlsxOf } from '../../../test/kit/xlsx-file.ts'

const trilho = await openTrilho()
const headings = ['Nome', 'CPF', 'Tipo de chave', 'Chave Pix', 'Valor']
const file = async (rows: (string | number)[][]) => (await xlsxOf(rows)).toString('base64')

test('a spreadsheet is read by API for keys that may ask for such payments, and its rows make a batch', async () => {
  const shop = await trilho.newMerchant({ balance: '100' })
  const read = (more: object) => shop.post('/payout-batches/read', { kind: 'payouts', ...more })
  const maria = ['Maria da Silva', 52_998_224_725, 'E-mail', 'maria@example.com', 1.5]
  const { status, body } = await read({ file: await file([headings, [], maria]) })
  const row = { name: 'Maria da Silva', taxNumber: '52998224725', keyType: 'EMAIL', key: 'maria@example.com' }
  expect([status, body.data]).toEqual([200, { rows: [{ line: 3, row: { ...row, amount: '1.50' } }] }])
  expect((await shop.get('/payout-batches')).body.data.items).toEqual([])
  const rows = body.data.rows.map((one: { row: object }) => one.row)
  expect((await shop.post('/payout-batches', { name: 'Semana 46', kind: 'payouts', rows })).status).toBe(201)

  expect(refusalOf(await read({ file: await file([['Nome'], ['Maria']]) }))).toEqual([409, 'SpreadsheetUnreadable'])
  expect(refusalOf(await read({ file: '' }))).toEqual([409, 'SpreadsheetUnreadable'])
  const other = await trilho.newMerchant({ scopes: ['company-payments'] })
  const refused = await other.post('/payout-batches/read', { kind: 'payouts', file: await file([headings, maria]) })
  expect(refusalOf(refused)).toEqual([403, 'ScopeNotAllowed'])
})
