import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { bankWithDigit, barcodeOf, barcodeOfLine, formatTypedLine, readBarcode, typedLineOf } from './boleto.ts'
import { addDays } from './sao-paulo.ts'

const barcode = '34196102600000003501099089627460513984203000'
const typedLine = '34191099098962746051539842030007610260000000350'

test('the typed line of a barcode, and the barcode of a typed line, are those of a real boleto', () => {
  expect(typedLineOf(barcode)).toBe(typedLine)
  expect(barcodeOfLine(typedLine)).toBe(barcode)
  expect(barcodeOfLine(formatTypedLine(typedLine))).toBe(barcode)
  expect(formatTypedLine(typedLine)).toBe('34191.09909 89627.460515 39842.030007 6 10260000000350')
})

test.each(['341-7', '001-9', '033-7', '077-9', '104-0', '237-2', '756-0'])('a bank is printed as %s', printed => {
  expect(bankWithDigit(printed.slice(0, 3))).toBe(printed)
})

test('a barcode says bank, due date, amount and the field of the bank, and is made of them', () => {
  const read = readBarcode(barcode, '2025-03-01')
  expect(read).toEqual({
    bankCode: '341',
    dueDate: '2025-03-20',
    amount: 3_500_000n,
    freeField: '1099089627460513984203000',
  })
  expect(read && barcodeOf(read)).toBe(barcode)
  const other = readBarcode('34195148200000003001095517077320772982609000', '2026-06-01')
  expect(other).toMatchObject({ dueDate: '2026-06-19', amount: 3_000_000n })
})

test.each([
  ['1997-10-08', '0001'],
  ['2000-07-03', '1000'],
  ['2025-02-21', '9999'],
  ['2025-02-22', '1000'],
  ['2025-03-20', '1026'],
  ['2049-10-13', '9999'],
  ['2049-10-14', '1000'],
  [null, '0000'],
])('a boleto due on %s has the factor %s', (dueDate, factor) => {
  const made = barcodeOf({ bankCode: '077', dueDate, amount: 10_000n, freeField: '0'.repeat(25) })
  expect(made.slice(5, 9)).toBe(factor)
  expect(readBarcode(made, dueDate ?? '2025-01-01')?.dueDate).toBe(dueDate)
})

test('a factor of two eras is read as the due date that is nearest', () => {
  const made = barcodeOf({ bankCode: '077', dueDate: '2025-02-22', amount: null, freeField: '0'.repeat(25) })
  expect(readBarcode(made, '2000-01-01')?.dueDate).toBe('2000-07-03')
  expect(readBarcode(made, '2026-01-01')).toMatchObject({ dueDate: '2025-02-22', amount: null })
})

test('what is no barcode, or has a wrong digit, is not read', () => {
  for (const text of ['', '1', barcode.slice(1), `84${barcode.slice(2)}`, `${barcode.slice(0, -1)}1`])
    expect(readBarcode(text, '2025-03-01')).toBeNull()
  for (const text of [
    '',
    typedLine.slice(1),
    `${typedLine.slice(0, -1)}1`,
    `${typedLine.slice(0, 9)}0${typedLine.slice(10)}`,
  ])
    expect(barcodeOfLine(text)).toBeNull()
})

test('every boleto is read as it was made, from its barcode and from its typed line', () =>
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{3}$/),
      fc.integer({ min: 0, max: 20_000 }),
      fc.bigInt({ min: 1n, max: 9_999_999_999n }),
      fc.stringMatching(/^\d{25}$/),
      (bankCode, days, cents, freeField) => {
        const dueDate = addDays('2000-07-03', days)
        const boleto = { bankCode, dueDate, amount: cents * 10_000n, freeField }
        const made = barcodeOf(boleto)
        expect(readBarcode(made, dueDate)).toEqual(boleto)
        expect(barcodeOfLine(typedLineOf(made))).toBe(made)
      },
    ),
  ))
