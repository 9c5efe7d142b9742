import type { Micros } from './money.ts'
import { type Day, addDays } from './sao-paulo.ts'

/** What the barcode of a boleto says. `bankCode`: the three digits of the bank that registered it. */
export type BoletoCode = {
  bankCode: string
  /** Null: none, or the boleto says nothing of it. */
  dueDate: Day | null
  /** Null: it is decided by the day of payment, or by the payer. */
  amount: Micros | null
  /** 25 digits in the bank's own form. */
  freeField: string
}

const centavo: Micros = 10_000n
const currency = '9'

/** 44 digits: bank, currency, check digit, days to the due date, amount, and the bank's own field. */
export function barcodeOf({ bankCode, dueDate, amount, freeField }: BoletoCode): string {
  const cents = (amount ?? 0n) / centavo
  const parts = [factorOf(dueDate), cents.toString().padStart(10, '0'), freeField].join('')
  const start = bankCode + currency
  if (!/^\d{43}$/.test(start + parts) || (amount ?? 0n) % centavo !== 0n)
    throw new RangeError(`no barcode has these parts: ${start + parts}`)
  return start + checkDigit(start + parts) + parts
}

/** Null: no barcode of a boleto, or a digit of it is wrong. `near`: the due date nearest to this day is meant. */
export function readBarcode(barcode: string, near: Day): BoletoCode | null {
  if (!/^\d{3}9\d{40}$/.test(barcode)) return null
  const start = barcode.slice(0, 4)
  const parts = barcode.slice(5)
  if (checkDigit(start + parts) !== barcode[4]) return null
  const amount = BigInt(barcode.slice(9, 19)) * centavo
  return {
    bankCode: barcode.slice(0, 3),
    dueDate: dueDateOf(Number(barcode.slice(5, 9)), near),
    amount: amount === 0n ? null : amount,
    freeField: barcode.slice(19),
  }
}

/** 47 digits that a payer can type (linha digitável): the same in three fields with a check digit each, then the rest. */
export function typedLineOf(barcode: string): string {
  const fields = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34)]
  return fields.map(field => field + fieldDigit(field)).join('') + barcode.slice(4, 19)
}

/** The barcode that a typed line stands for; null: none. Spaces and points do not count. */
export function barcodeOfLine(line: string): string | null {
  const digits = line.replace(/[\s.-]/g, '')
  if (!/^\d{47}$/.test(digits)) return null
  const [first, second, third] = [digits.slice(0, 9), digits.slice(10, 20), digits.slice(21, 31)]
  const barcode = first.slice(0, 4) + digits.slice(32) + first.slice(4) + second + third
  return typedLineOf(barcode) === digits && readBarcode(barcode, '2025-01-01') !== null ? barcode : null
}

/** `34191.09909 89627.460515 39842.030007 6 10260000000350`, as it is printed. */
export const formatTypedLine = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')

/** Modulo 11 with the weights 2 to 9 from the right, over the 43 other digits. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, i) => total + Number(digit) * (2 + ((42 - i) % 8)), 0)
  const digit = 11 - (sum % 11)
  return String(digit > 9 ? 1 : digit)
}

/** Modulo 10 with the weights 2 and 1 from the right; the digits of each product are added. */
function fieldDigit(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, i) => {
    const product = Number(digit) * (1 + ((digits.length - i) % 2))
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

const firstDay: Day = '1997-10-07'
const lastFactor = 9_999
const firstOfEra = 1_000
/** After 9999 the days are counted from 1000 again, for the first time on 2025-02-22. */
const eraDays = lastFactor - firstOfEra + 1
const dayMs = 86_400_000

const daysBetween = (from: Day, until: Day): number => (Date.parse(until) - Date.parse(from)) / dayMs

function factorOf(dueDate: Day | null): string {
  if (dueDate === null) return '0000'
  const days = daysBetween(firstDay, dueDate)
  if (days < 1) throw new RangeError(`no boleto was due on ${dueDate}`)
  return String(days <= lastFactor ? days : firstOfEra + ((days - firstOfEra) % eraDays)).padStart(4, '0')
}

/** Of the days that a number stands for, the one nearest to another day: only that one can be meant. */
function dueDateOf(factor: number, near: Day): Day | null {
  if (factor === 0) return null
  const first = addDays(firstDay, factor)
  if (factor < firstOfEra) return first
  const eras = Math.max(0, Math.round(daysBetween(first, near) / eraDays))
  return addDays(first, eras * eraDays)
}

/** The three digits of a bank as slips print them, `341-7`: with a check digit of their own. */
export function bankWithDigit(bankCode: string): string {
  const sum = Array.from(bankCode).reduce((total, digit, i) => total + Number(digit) * (4 - i), 0)
  const digit = 11 - (sum % 11)
  return `${bankCode}-${digit > 9 ? 0 : digit}`
}
