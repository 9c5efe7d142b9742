import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { UnreadableSheet } from './unreadable.ts'

export { UnreadableSheet } from './unreadable.ts'

/** A row with its number as a spreadsheet shows it, and its cells by the heading of their column. */
export type SheetRow = { number: number; cells: Map<string, string> }

/**
 * A spreadsheet that a person made, CSV or XLSX by what is in it: headings in its first row, in any order. Empty rows are
 * left out. Of more than `mostRows` the rest is not read, and `isCut` says so.
 */
export function readSheet(bytes: Buffer, mostRows: number): { headings: string[]; rows: SheetRow[]; isCut: boolean } {
  const [first = [], ...others] = isZip(bytes) ? readXlsx(bytes, mostRows + 2) : readText(bytes, mostRows + 2)
  const headings = first.map(headingOf)
  if (headings.every(heading => heading === '')) throw new UnreadableSheet()
  const rows = others.map((cells, index) => ({
    number: index + 2,
    cells: new Map(headings.map((heading, i) => [heading, (cells[i] ?? '').trim()])),
  }))
  const filled = rows.filter(({ cells }) => Array.from(cells.values()).some(cell => cell !== ''))
  return { headings, rows: filled.slice(0, mostRows), isCut: filled.length > mostRows }
}

/** A heading as it is compared: no accents, no case, no punctuation. "Tipo de chave" is `tipo de chave`. */
const headingOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32BE(0) === 0x50_4b_03_04

function readText(bytes: Buffer, mostRows: number): string[][] {
  // No text has it: a picture, or an Excel file of before 2007.
  if (bytes.includes(0)) throw new UnreadableSheet()
  return readCsv(bytes, mostRows)
}
