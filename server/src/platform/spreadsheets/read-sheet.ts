import { type CellsOfRow, UnreadableSheet, mostColumns } from './sheet.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

export { UnreadableSheet } from './sheet.ts'

/**
 * A row with its number as a spreadsheet shows it, and its cells by the heading of their column. `spansLines`: what looks like
 * a cell may be the rest of the row and the beginning of another, with all between them, where quotes stand by mistake.
 */
export type SheetRow = { number: number; cells: Map<string, string>; spansLines: boolean }

/**
 * A spreadsheet that a person made, CSV or XLSX by what is in it: headings in its first row, in any order. Empty rows are
 * left out, wherever they are. Of more than `mostRows` the rest is not read, and `isCut` says so.
 */
export function readSheet(bytes: Buffer, mostRows: number): { headings: string[]; rows: SheetRow[]; isCut: boolean } {
  let headings: string[] | null = null
  const rows: SheetRow[] = []
  let before = 0
  for (const { number, cells, spansLines } of isZip(bytes) ? readXlsx(bytes) : readText(bytes)) {
    const all = cells.slice(0, headings?.length ?? mostColumns)
    if (all.every(isBlank)) continue
    if (headings === null) {
      const first = all.map(plainHeading)
      if (first.some(heading => heading !== '')) headings = first
      else if (++before > mostBefore) throw new UnreadableSheet()
      continue
    }
    if (rows.length === mostRows) return { headings, rows, isCut: true }
    rows.push({ number, cells: new Map(headings.map((heading, i) => [heading, (all[i] ?? '').trim()])), spansLines })
  }
  if (headings === null) throw new UnreadableSheet()
  return { headings, rows, isCut: false }
}

/** Rows above the headings, such as a line of dashes. */
const mostBefore = 100
const longestHeading = 255

const isBlank = (cell: string): boolean => cell.trim() === ''

/** A heading as it is compared: no accents, no case, no punctuation. "Tipo de chave" is `tipo de chave`. */
export const plainHeading = (text: string): string =>
  text
    .slice(0, longestHeading)
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32BE(0) === 0x50_4b_03_04

function readText(bytes: Buffer): Iterable<CellsOfRow> {
  // No text has it: a picture, or an Excel file of before 2007.
  if (bytes.includes(0)) throw new UnreadableSheet()
  return readCsv(bytes)
}
