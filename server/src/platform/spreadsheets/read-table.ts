import { ApiError } from '../http/errors.ts'
import { UnreadableSheet, readSheet } from './read-sheet.ts'

export { plainHeading } from './read-sheet.ts'

/** Accepted headings of a column, without accents, case and punctuation; the first is the template's. */
export type TableColumn = { headings: readonly string[]; needed: boolean }

/** A row of the file with its line number; empty cells are left out. */
export type TableRow<Field extends string> = { line: number; row: { [Name in Field]?: string } }

/** The rows of a person's spreadsheet by field. An unreadable file is refused as a whole. */
export function readTable<Field extends string>(
  bytes: Buffer,
  mostRows: number,
  columns: { [Name in Field]?: TableColumn },
): TableRow<Field>[] {
  const { headings, rows, isCut } = readFile(bytes, mostRows)
  if (isCut) throw unreadable(`the file has more than ${mostRows} rows`)
  if (rows.length === 0) throw unreadable('the file has no rows')
  const found = (Object.entries(columns) as [Field, TableColumn][]).map(([field, { headings: accepted, needed }]) => {
    const heading = accepted.find(one => headings.includes(one))
    if (heading === undefined && needed) throw unreadable(`the file has no column ${accepted[0]}`)
    return { field, heading }
  })
  return rows.map(({ number, cells, spansLines }) => {
    if (spansLines) throw unreadable(`line ${number} has a cell with a line break`)
    const row: TableRow<Field>['row'] = {}
    for (const { field, heading } of found) {
      const cell = heading === undefined ? '' : withoutMark(cells.get(heading) ?? '')
      if (cell.length > longestCell)
        throw unreadable(`line ${number} has a cell of more than ${longestCell} characters`)
      if (cell !== '') row[field] = cell
    }
    return { line: number, row }
  })
}

/** Longer than any field. An Excel file can share one text among all its cells, and rows are returned as they are. */
const longestCell = 2_000

/** Our own files mark text that a spreadsheet would take for a formula. */
const withoutMark = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '')

const unreadable = (message: string) => new ApiError('SpreadsheetUnreadable', { message })

function readFile(bytes: Buffer, mostRows: number) {
  try {
    return readSheet(bytes, mostRows)
  } catch (error) {
    if (error instanceof UnreadableSheet) throw unreadable(error.message)
    throw error
  }
}
