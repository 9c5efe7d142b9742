import { formatAmountShort } from '../../../platform/brazil/money.ts'
import { readTypedAmount } from '../../../platform/brazil/read-typed-amount.ts'
import { type Day, isDay } from '../../../platform/brazil/sao-paulo.ts'
import { spellMetadata, spellPostalCode, spellTaxNumber } from '../../../platform/spreadsheets/spell-cell.ts'
import { partyOf } from '../../../money/transactions/counterparty.ts'
import type { BillMethod, DiscountForm, InterestForm, Share } from '../bill.ts'
import type { Cells, SheetField } from './sheet-columns.ts'

/** What of a row cannot be read at all; the schema of a bill finds the rest. */
export type CellFault = { field: SheetField; code: string; message: string }

/** A row as the body of a request, as far as its cells can be read, without its customer. */
export function readCells(cells: Cells): { form: Record<string, unknown>; faults: CellFault[] } {
  const faults: CellFault[] = []
  /** What a cell says; undefined: it is empty, or cannot be read. */
  const read = <Read>(field: SheetField, reader: (cell: string) => Read | null, example: string): Read | undefined => {
    const cell = cells[field]
    if (cell === undefined) return undefined
    const value = reader(cell)
    if (value !== null) return value
    faults.push({ field, code: 'unreadable', message: `is not understood, for example ${example}` })
    return undefined
  }
  const { name, document, email, street, district, city, state, postalCode, description, orderId, metadata } = cells
  const address = { street, district, city, state, postalCode: postalCode && spellPostalCode(postalCode) }
  const hasAddress = Object.values(address).some(one => one !== undefined)
  const dueDate = read('dueDate', readDay, '10/12/2026')
  const form = {
    ...(cells.customer === undefined && {
      payer: given({
        name,
        ...(document !== undefined && partyOf(spellTaxNumber(document))),
        email,
        ...(hasAddress && { address: given(address) }),
      }),
    }),
    amount: read('amount', readMoney, '250,00'),
    dueDate,
    payableDaysAfterDue: read('payableDays', readWhole, '30'),
    fine: read('fine', readShare, '2% or 10,00'),
    interest: read('interest', readInterest, '1% ao mês or 0,50 ao dia'),
    rebate: read('rebate', readShare, '5% or 10,00'),
    discount: dueDate && read('discount', cell => readDiscount(cell, dueDate), '5% até 10/12/2026 or 0,10 ao dia'),
    description,
    orderId,
    onlyThisPayer: read('onlyThisPayer', readYes, 'sim'),
    methods: read('methods', readMethods, 'Pix e boleto'),
    metadata: metadata === undefined ? undefined : spellMetadata(metadata),
  }
  return { form: given(form), faults }
}

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function readMoney(cell: string): string | null {
  const amount = readTypedAmount(cell)
  return amount === null ? null : formatAmountShort(amount)
}

const readWhole = (cell: string): number | null => (/^\d{1,4}$/.test(cell) ? Number(cell) : null)

/** `10/12/2026` or `2026-12-10`. */
export function readDay(cell: string): Day | null {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? []
  const day = year === '' ? cell : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

const yes = new Set(['sim', 's', 'yes', 'y', 'true', 'verdadeiro', 'x', '1'])
const no = new Set(['nao', 'n', 'no', 'false', 'falso', '0'])
function readYes(cell: string): boolean | null {
  const word = plain(cell)
  return yes.has(word) ? true : no.has(word) ? false : null
}

const betweenMethods = new Set(['e', 'ou', 'and', 'or', ''])

/** `Pix`, `Pix e boleto`, `boleto`: with a boleto there is Pix, too. */
export function readMethods(cell: string): BillMethod[] | null {
  const words = plain(cell)
    .split(/[\s,;/+]+/)
    .filter(word => !betweenMethods.has(word))
  if (words.length === 0 || words.some(word => word !== 'pix' && word !== 'boleto')) return null
  return words.includes('boleto') ? ['pix', 'boleto'] : ['pix']
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Percent with up to two decimals, or an amount. */
type Figure = { rate: string } | { amount: string }

function readNumber(text: string): Figure | null {
  const [, percent] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%$/.exec(text) ?? []
  if (percent !== undefined) return { rate: percent.replace(',', '.') }
  const amount = readMoney(text)
  return amount === null ? null : { amount }
}

/** `2%` or `10,00`. */
export function readShare(cell: string): Share | null {
  const number = readNumber(cell)
  return number && { kind: 'rate' in number ? 'Percent' : 'Fixed', ...number }
}

const units: Record<string, 'Day' | 'Month' | 'Year'> = {
  dia: 'Day',
  day: 'Day',
  'a.d.': 'Day',
  mes: 'Month',
  month: 'Month',
  'a.m.': 'Month',
  ano: 'Year',
  year: 'Year',
  'a.a.': 'Year',
}
const businessDays = /\b(?:dias uteis|dia util|business days?)\b/

/** `ao dia`, `a.m.`, `ao mês, em dias úteis`: how often, and whether in business days. */
function readPace(text: string): { unit: 'Day' | 'Month' | 'Year'; inBusinessDays: boolean } | null {
  const words = plain(text)
  const inBusinessDays = businessDays.test(words)
  const rest = words
    .replace(businessDays, ' ')
    .replaceAll(/\b(?:ao|por|per|em|in)\b|,/g, ' ')
    .trim()
  const unit = rest === '' && inBusinessDays ? 'Day' : Object.hasOwn(units, rest) ? units[rest] : undefined
  return unit === undefined ? null : { unit, inBusinessDays }
}

/** The number at the beginning of a cell, and what follows it. */
function splitNumber(cell: string): { number: Figure; rest: string } | null {
  const [, text = '', rest = ''] = /^((?:R\$\s*)?[\d.,]+\s*%?)\s*(.*)$/i.exec(cell.trim()) ?? []
  const number = readNumber(text.trim())
  return number && { number, rest }
}

/** `1% ao mês`, `0,50 ao dia`, `0,03% ao dia útil`. Without how often it could mean several things. */
export function readInterest(cell: string): InterestForm | null {
  const split = splitNumber(cell)
  const pace = split && readPace(split.rest)
  if (split === null || pace === null) return null
  const { number } = split
  const { unit, inBusinessDays } = pace
  if ('rate' in number) return { kind: `PercentPer${unit}${inBusinessDays ? 'InBusinessDays' : ''}`, ...number }
  if (unit !== 'Day') return null
  return { kind: inBusinessDays ? 'AmountPerBusinessDay' : 'AmountPerDay', ...number }
}

/** `5% até 10/12/2026; 2% até 15/12/2026`, `10,00` (until the due date), `0,10 ao dia`, `1% ao dia útil`. */
export function readDiscount(cell: string, dueDate: Day): DiscountForm | null {
  const [first, ...others] = cell.split(';').map(splitNumber)
  if (!first) return null
  const isRate = 'rate' in first.number
  const pace = others.length === 0 ? readPace(first.rest) : null
  if (pace !== null) {
    const day = pace.inBusinessDays ? 'BusinessDay' : 'Day'
    return pace.unit === 'Day' ? { kind: `${isRate ? 'Percent' : 'Amount'}Per${day}`, ...first.number } : null
  }
  const until: NonNullable<DiscountForm['until']> = []
  for (const part of [first, ...others]) {
    const date = part && readUntil(part.rest, dueDate)
    if (!part || !date || 'rate' in part.number !== isRate) return null
    until.push({ date, ...part.number })
  }
  return { kind: isRate ? 'Percent' : 'Fixed', until }
}

/** `até 10/12/2026`; nothing: until the due date. */
function readUntil(text: string, dueDate: Day): Day | null {
  if (text === '') return dueDate
  const [, day = ''] = /^(?:ate|until) (\S+)$/.exec(plain(text)) ?? []
  return readDay(day)
}
