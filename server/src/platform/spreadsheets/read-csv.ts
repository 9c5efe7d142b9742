import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { type CellsOfRow, UnreadableSheet } from './sheet.ts'

/** The cells of a CSV file, row by row. Excel in Brazil writes semicolons and Windows' own letters; both are understood. */
export function readCsv(bytes: Buffer): CellsOfRow[] {
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  const rows: CellsOfRow[] = []
  try {
    parse(text, {
      ...options,
      delimiter: delimiterOf(text),
      on_record: (cells: string[], { empty_lines }) => {
        rows.push({
          number: rows.length + empty_lines + 1,
          cells,
          spansLines: cells.some(cell => /[\r\n]/.test(cell)),
        })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // To read on regardless would put the rows after it into one cell, and nobody in them would be paid.
    const line = rows.length + Number(error.empty_lines) + 1
    throw new UnreadableSheet(`line ${line} has a quote that is not closed, or not at the end of its cell`)
  }
  return rows
}

/** With `relax_quotes` a quote may stand inside a cell that has none around it; `rtrim` allows spaces after a closing one. */
const options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  rtrim: true,
  skip_empty_lines: true,
}

/** The one that the first line that is not empty has most of. */
function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? ''
  const countOf = (mark: string) => line.split(mark).length
  return [';', ',', '\t'].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ';'
}
