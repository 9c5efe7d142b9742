import { type Day, daysFrom } from './calendar.ts'
import type { Centavos } from './money.ts'

/** The simulated bank's number on boletos. */
const bankCode = '999'
/** Days are counted from 1000 again after 9999, for the first time on this day. */
const secondEra: Day = '2025-02-22'

const weighted = (digits: string, weight: (fromRight: number) => number, sumOf = (product: number) => product) =>
  Array.from(digits)
    .toReversed()
    .reduce((sum, digit, i) => sum + sumOf(Number(digit) * weight(i)), 0)

/** 44 digits, by the standard of the banks' federation. */
export function barcodeOf(dueDate: Day, amount: Centavos, bankNumber: string): string {
  const factor = 1000 + (daysFrom(secondEra, dueDate) % 9000)
  const parts = `${factor}${String(amount).padStart(10, '0')}${bankNumber.padStart(25, '0')}`
  const rest = 11 - (weighted(`${bankCode}9${parts}`, i => 2 + (i % 8)) % 11)
  return `${bankCode}9${rest > 9 ? 1 : rest}${parts}`
}

/** The 47 digits that people type. */
export function typedLineOf(barcode: string): string {
  const withDigit = (field: string) => {
    const sum = weighted(
      field,
      i => 2 - (i % 2),
      product => Math.trunc(product / 10) + (product % 10),
    )
    return `${field}${(10 - (sum % 10)) % 10}`
  }
  const [first, second, third] = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34)]
  return withDigit(first) + withDigit(second) + withDigit(third) + barcode.slice(4, 19)
}
