import { type Centavos, formatCentavos, parseCentavos } from '../truth/money.ts'

/** Amounts of the control API are texts, as in the standard. */
export const amountOf = (text: string): Centavos => parseCentavos(text) ?? 0

/** A record of the book as the control API shows it: every amount as a text. */
export function shown(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(shown)
  if (typeof record !== 'object' || record === null) return record
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isAmount(name) && typeof value === 'number' ? formatCentavos(value) : shown(value),
    ]),
  )
}

const amounts = new Set([
  'amount',
  'amountToday',
  'balance',
  'openingBalance',
  'original',
  'multa',
  'juros',
  'abatimento',
  'desconto',
])
const isAmount = (name: string) => amounts.has(name)
