import { expect, test } from 'vitest'
import { spreadsheetRow } from './spreadsheet.ts'

test.each([
  [[null, 'a', 'b'], ';a;b'],
  [[1_234_560_000n, -10_500_000n, 1n], '1234,56;-10,50;0,000001'],
  [[new Date('2026-11-15T12:00:00Z')], '15/11/2026 09:00:00'],
  [['a;b', 'say "pão"', 'two\r\nlines'], '"a;b";"say ""pão""";"two\r\nlines"'],
  [['=1+1', '+55', '-x', '@sum', '\tx', '-12,5'], "'=1+1;'+55;'-x;'@sum;'\tx;'-12,5"],
  [['=a;"b"'], `"'=a;""b"""`],
])('the cells %o are written %j', (cells, row) => {
  expect(spreadsheetRow(cells)).toBe(`${row}\r\n`)
})
