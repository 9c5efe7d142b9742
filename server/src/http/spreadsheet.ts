import { type Micros, formatAmountShort } from '../brazil/money.ts'
import { formatForSpreadsheet } from '../brazil/sao-paulo.ts'

/** A cell: text, an amount, a moment, or nothing. */
export type Cell = string | Micros | Date | null

/** A file has so many rows at most, more than a spreadsheet is pleasant with; for more, ask for shorter periods. */
export const mostExported = 50_000

/** Says that the file is UTF-8; without it Excel shows accents as garbage. */
export const spreadsheetStart = '\ufeff'

/** A row of a file that opens with a double click in a Brazilian Excel: semicolons, decimal commas, local time. */
export const spreadsheetRow = (cells: readonly Cell[]): string => `${cells.map(written).join(';')}\r\n`

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return formatAmountShort(cell).replace('.', ',')
  if (cell instanceof Date) return formatForSpreadsheet(cell)
  // Somebody else's text must not run as a formula in the merchant's spreadsheet.
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
