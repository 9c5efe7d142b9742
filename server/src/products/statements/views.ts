import { formatAmount } from '../../platform/brazil/money.ts'
import { csvLine, notFormula } from '../../platform/http/file-formats.ts'
import type { Entry } from './sql.ts'

export const entryView = (entry: Entry) => ({
  number: Number(entry.sequence),
  date: entry.postedAt.toISOString(),
  kind: entry.name,
  transactionId: entry.transactionId,
  orderId: entry.orderId,
  endToEndId: entry.endToEndId,
  available: formatAmount(entry.available),
  held: formatAmount(entry.held),
  blocked: formatAmount(entry.blocked),
  reserved: formatAmount(entry.reserved),
  charges: formatAmount(entry.fees),
  availableBalance: formatAmount(entry.availableAfter),
  heldBalance: formatAmount(entry.heldAfter),
  blockedBalance: formatAmount(entry.blockedAfter),
  reservedBalance: formatAmount(entry.reservedAfter),
})

const columns = [
  'number',
  'date',
  'kind',
  'transactionId',
  'orderId',
  'endToEndId',
  'available',
  'held',
  'charges',
  'availableBalance',
  'heldBalance',
  'blocked',
  'blockedBalance',
  'reserved',
  'reservedBalance',
] as const satisfies (keyof ReturnType<typeof entryView>)[]

export const csvHeader = csvLine(columns, ',')

export function csvEntry(entry: Entry): string {
  const view = entryView(entry)
  return csvLine(
    columns.map(column => written(view[column])),
    ',',
  )
}

/** A number begins like a formula and is none. */
function written(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? text : notFormula(text)
}
