import { formatAmount } from '../brazil/money.ts'
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
  charges: formatAmount(entry.fees),
  availableBalance: formatAmount(entry.availableAfter),
  heldBalance: formatAmount(entry.heldAfter),
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
] as const satisfies (keyof ReturnType<typeof entryView>)[]

export const csvHeader = `${columns.join(',')}\r\n`

export function csvLine(entry: Entry): string {
  const view = entryView(entry)
  return `${columns.map(column => csvCell(view[column])).join(',')}\r\n`
}

/** Quoted where CSV needs it. A text that a spreadsheet would take for a formula is made plain text; numbers are not. */
function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
