import { type Micros, formatAmountShort } from '../brazil/money.ts'
import { formatForSpreadsheet } from '../brazil/sao-paulo.ts'
import { csvLine, notFormula } from './file-formats.ts'
import { type Language, type Translated, inLanguage } from './languages.ts'

/** A cell: text, an amount, a moment, or nothing. */
export type Cell = string | Micros | Date | null

/** A column: its heading, and what of a row is in it. */
export type Column<Row> = readonly [heading: Translated, cell: (row: Row, language: Language) => Cell]

/** `cutAt`: the file stops here although there is more. */
export type Piece<Row> = { rows: readonly Row[]; cutAt: Date | null }

export type Sheet<Row> = {
  columns: readonly Column<Row>[]
  /** The last row of a file that is cut: up to where it goes. */
  cutNote: (at: string) => Translated
}

/** The maximum number of rows of a file. For more, request shorter periods. */
export const mostExported = 50_000

/** Says that the file is UTF-8; without it Excel shows accents as garbage. */
const start = '\ufeff'

/** A file for a spreadsheet, in the language of the person who requested it, written as its rows come. */
export async function* writeSpreadsheet<Row>(
  { columns, cutNote }: Sheet<Row>,
  pieces: AsyncIterable<Piece<Row>>,
  language: Language,
): AsyncGenerator<string> {
  yield start + spreadsheetRow(columns.map(([heading]) => inLanguage(heading, language)))
  for await (const { rows, cutAt } of pieces) {
    yield rows.map(row => spreadsheetRow(columns.map(([, cell]) => cell(row, language)))).join('')
    if (cutAt !== null) yield spreadsheetRow([inLanguage(cutNote(formatForSpreadsheet(cutAt)), language)])
  }
}

/** A row of a file that opens with a double click in a Brazilian Excel: semicolons, decimal commas, local time. */
export const spreadsheetRow = (cells: readonly Cell[]): string => csvLine(cells.map(written), ';')

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return formatAmountShort(cell).replace('.', ',')
  if (cell instanceof Date) return formatForSpreadsheet(cell)
  return notFormula(cell)
}
