import { formatAmountShort } from '../brazil/money.ts'
import { formatForSpreadsheet, wallClockMs } from '../brazil/sao-paulo.ts'
import { notFormula } from '../http/file-formats.ts'
import { type Language, inLanguage } from '../http/languages.ts'
import type { Cell, Piece, Sheet } from '../http/spreadsheet.ts'
import { zip } from './zip.ts'

/** Which `xf` of the style sheet below a cell has. `quoted`: text that begins like a formula, and stays text. */
const styles = { plain: 0, heading: 1, amount: 2, moment: 3, quoted: 4 } as const

/** The same file as `writeSpreadsheet`, for Excel: amounts are numbers and moments are dates of São Paulo. */
export async function* writeXlsx<Row>(
  sheet: Sheet<Row>,
  pieces: AsyncIterable<Piece<Row>>,
  language: Language,
): AsyncGenerator<Buffer> {
  yield* zip([
    ...Object.entries(frame).map(([name, text]) => ({ name, texts: [head + text] })),
    { name: 'xl/worksheets/sheet1.xml', texts: sheetOf(sheet, pieces, language) },
  ])
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const parts = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** All of a workbook but its rows. */
const frame = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${parts}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${parts}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${parts}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Trilho" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
}

async function* sheetOf<Row>(
  { columns, cutNote }: Sheet<Row>,
  pieces: AsyncIterable<Piece<Row>>,
  language: Language,
): AsyncGenerator<string> {
  let number = 1
  const rowOf = (cells: readonly Cell[], style?: number) => rowXml(number++, cells, style)
  const view = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>'
  const widths = columns.map(([heading], i) => {
    const isId = /\bID\b/.test(inLanguage(heading, language))
    return `<col min="${i + 1}" max="${i + 1}" width="${isId ? 40 : 20}" customWidth="1"/>`
  })
  yield `${head}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowOf(
    columns.map(([heading]) => inLanguage(heading, language)),
    styles.heading,
  )
  for await (const { rows, cutAt } of pieces) {
    yield rows.map(row => rowOf(columns.map(([, cell]) => cell(row, language)))).join('')
    if (cutAt !== null) yield rowOf([inLanguage(cutNote(formatForSpreadsheet(cutAt)), language)])
  }
  yield '</sheetData></worksheet>'
}

const rowXml = (number: number, cells: readonly Cell[], style?: number): string =>
  `<row r="${number}">${cells.map((cell, i) => cellXml(`${letters(i)}${number}`, cell, style)).join('')}</row>`

function cellXml(place: string, cell: Cell, style?: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'bigint') return `<c r="${place}" s="${styles.amount}"><v>${formatAmountShort(cell)}</v></c>`
  if (cell instanceof Date) return `<c r="${place}" s="${styles.moment}"><v>${dayNumber(cell)}</v></c>`
  const textStyle = style ?? (notFormula(cell) === cell ? styles.plain : styles.quoted)
  return `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** Days since the end of 1899, as Excel counts them. */
const dayNumber = (at: Date): string => (wallClockMs(at) / 86_400_000 + 25_569).toFixed(8)

/** The third column is C, the 27th AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** What XML cannot hold at all is left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
