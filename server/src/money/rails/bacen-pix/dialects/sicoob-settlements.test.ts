import { expect, test } from 'vitest'
import { zip } from '../../../../platform/spreadsheets/zip.ts'
import { rowsIn, settlementOf } from './sicoob-settlements.ts'

const row = {
  siglaMovimento: 'LIQUI',
  numeroTitulo: 3516,
  seuNumero: 'ABC123 ',
  valorLiquido: 155.5,
  dataLiquidacao: '2026-09-15T00:00:00-03:00',
  dataPrevisaoCredito: '2026-09-16T00:00:00-03:00',
  idTipoOpFinanceira: 58,
  tipoCarteiraOpCredito: 'COBRANÇA',
}
const packed = async (rows: unknown) =>
  Buffer.concat(await Array.fromAsync(zip([{ name: 'LIQUI_1_0.json', texts: [JSON.stringify(rows)] }])))

test('a report is read from its archive, also where each byte is written as a letter of UTF-8', async () => {
  const archive = await packed([row])
  const asLetters = Buffer.from(archive.toString('latin1'), 'utf8')
  expect(asLetters.equals(archive)).toBe(false)
  for (const bytes of [archive, asLetters]) expect(rowsIn(bytes.toString('base64'))).toEqual([row])
})

test('what is no archive of lists is no report, rather than one without rows', async () => {
  const others = [await packed({ rows: [] }), Buffer.from('<html>'), Buffer.alloc(0)]
  expect(others.map(bytes => rowsIn(bytes.toString('base64')))).toEqual([null, null, null])
})

test('a row is read by the names of the documents and of the example in them', () => {
  const settlement = {
    ourNumber: 'ABC123',
    bankNumber: '3516',
    amount: 155_500_000n,
    paidOn: '2026-09-15',
    creditedOn: '2026-09-16',
    isPix: false,
  }
  const { numeroTitulo: numTitulo, seuNumero: descSeuNumero, ...rest } = row
  expect([settlementOf(row), settlementOf({ ...rest, numTitulo, descSeuNumero })]).toEqual([settlement, settlement])
  expect(settlementOf({ ...row, idTipoOpFinanceira: 212 })?.isPix).toBe(true)
  expect(settlementOf({ ...row, dataPrevisaoCredito: null })?.creditedOn).toBeNull()
  for (const missing of ['seuNumero', 'valorLiquido', 'dataLiquidacao'])
    expect(settlementOf({ ...row, [missing]: null })).toBeNull()
})
