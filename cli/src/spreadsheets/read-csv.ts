import { isUtf8 } from 'node:buffer'
import { wrongUsage } from '../command-line/failure.ts'

/**
 * The cells of a CSV file, with the number of their line among the file's rows; empty rows are left out. Semicolons, commas or
 * tabs part them, whichever the first line has most of; Excel in Brazil writes semicolons, and Windows' own letters.
 */
export function readCsv(bytes: Buffer): { line: number; cells: string[] }[] {
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  const separator = separatorOf(text)
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  for (const [, written = '', mark] of text.matchAll(cell)) {
    row.push(unquoted(written).trim())
    // Quotes that stand by mistake make one cell of several rows.
    if (rows.length > 0 && /[\r\n]/.test(written))
      throw wrongUsage(`Line ${rows.length + 1} has a cell that goes on in the next line.`)
    if (mark === separator) continue
    rows.push(row)
    row = []
  }
  return rows.map((cells, index) => ({ line: index + 1, cells })).filter(({ cells }) => cells.some(one => one !== ''))
}

function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const countOf = (mark: string) => line.split(mark).length
  return [';', ',', '\t'].reduce((most, mark) => (countOf(mark) > countOf(most) ? mark : most))
}

function unquoted(cell: string): string {
  if (!cell.startsWith('"')) return cell
  if (cell.length < 2 || !cell.endsWith('"'))
    throw wrongUsage(`A cell that begins as ${cell.slice(0, 20)} does not end.`)
  return cell.slice(1, -1).replaceAll('""', '"')
}
