import { type CellsOfRow, UnreadableSheet, mostColumns } from './sheet.ts'
import { formatsIn, shownNumber } from './shown-number.ts'
import { unzip } from './zip.ts'
import { type Attributes, readXml } from './read-xml.ts'

/** What a file may unpack to, in all: a small archive can hold a very large file, and nothing else is done while it is read. */
const mostBytes = 24 * 1024 * 1024
/** Elements and entities of all its parts, two for a cell with a number, four for one with a text: a second at most. */
const mostMarks = 1_500_000
/** Empty ones counted. */
const mostRows = 100_000
const tooLarge = () => new UnreadableSheet('the file has too many cells')

/** The cells of the first sheet of an Excel file, row by row, as text. */
export function readXlsx(bytes: Buffer): CellsOfRow[] {
  const file = countMarks(unzip(bytes, mostBytes))
  const { sheetId, countsFrom1904 } = readWorkbook(file('xl/workbook.xml') ?? '')
  const parts = partsOf(file('xl/_rels/workbook.xml.rels') ?? '', sheetId)
  const sheet = file(parts.sheet)
  if (sheet === null) throw new UnreadableSheet()
  const texts = textsIn(file('xl/sharedStrings.xml') ?? '')
  const formats = formatsIn(file(parts.styles) ?? '')
  return rowsIn(sheet, ({ t: type = null, s: style = null }, value) => {
    if (type === 's') return texts[Number(value)] ?? ''
    if (type === 'b') return truths[value] ?? ''
    // A number is written as the machine stores it: 5.2998224725E10 is a CPF.
    const isNumber = type === null || type === 'n'
    return isNumber ? shownNumber(value, formats[Number(style ?? 0)] ?? 'plain', countsFrom1904) : value
  })
}

const truths: Record<string, string> = { 1: 'TRUE', true: 'TRUE', 0: 'FALSE', false: 'FALSE' }

/** The same parts, as long as they have no more marks than are read: these, and not bytes, are what takes time. */
function countMarks(file: (name: string) => string | null): (name: string) => string | null {
  let marks = 0
  return name => {
    const text = file(name)
    for (let i = 0; i < (text?.length ?? 0); i++) {
      const code = text?.charCodeAt(i)
      if ((code === lessThan && text?.charCodeAt(i + 1) !== slash) || code === ampersand) marks++
    }
    if (marks > mostMarks) throw tooLarge()
    return text
  }
}
const [lessThan, slash, ampersand] = ['<', '/', '&'].map(mark => mark.charCodeAt(0))

function readWorkbook(xml: string): { sheetId: string | undefined; countsFrom1904: boolean } {
  let sheetId: string | undefined
  let countsFrom1904 = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'sheet') sheetId ??= attributes['r:id']
      if (name === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
    },
  })
  return { sheetId, countsFrom1904 }
}

/** Where the parts of the workbook are; most files leave them at the usual places. */
function partsOf(relations: string, sheetId: string | undefined): { sheet: string; styles: string } {
  const parts = { sheet: 'xl/worksheets/sheet1.xml', styles: 'xl/styles.xml' }
  readXml(relations, {
    open(name, { Id: id, Type: type, Target: target = '' }) {
      if (name !== 'Relationship') return
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      if (id !== undefined && id === sheetId) parts.sheet = path
      if (type?.endsWith('/styles')) parts.styles = path
    },
  })
  return parts
}

/** Each text of the table that cells point into, trimmed here because many cells may share a long one. */
function textsIn(xml: string): string[] {
  const texts: string[] = []
  let text = ''
  let isText = false
  readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      isText = name === 't'
    },
    // A text with several fonts is in several pieces.
    text: piece => void (isText && (text += piece)),
    close(name) {
      isText = false
      if (name === 'si') texts.push(text.trim())
    },
  })
  return texts
}

/** `show` makes the text of a cell from its attributes and its value. */
function rowsIn(xml: string, show: (cell: Attributes, value: string) => string): CellsOfRow[] {
  const rows: CellsOfRow[] = []
  let row: CellsOfRow = { number: 0, cells: [], spansLines: false }
  let cell: Attributes = {}
  let inside: 'value' | 'text' | null = null
  let content = ''
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        // Rows without cells are not in the file but are counted.
        row = { number: Number(attributes['r'] ?? row.number + 1), cells: [], spansLines: false }
        if (!Number.isInteger(row.number)) throw new UnreadableSheet()
        if (rows.push(row) > mostRows) throw tooLarge()
      }
      if (name === 'c') {
        cell = attributes
        content = ''
      }
      inside = name === 'v' ? 'value' : name === 't' ? 'text' : null
    },
    text(piece) {
      if (inside === 'text' ? cell['t'] === 'inlineStr' : inside === 'value') content += piece
    },
    close(name) {
      inside = null
      if (name !== 'c') return
      const { cells } = row
      const column = columnOf(cell['r']) ?? cells.length
      if (column >= mostColumns) return
      while (cells.length < column) cells.push('')
      cells[column] = content === '' || cell['t'] === 'inlineStr' ? content : show(cell, content)
    },
  })
  return rows
}

/** `C7` is the third column: 2. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  return letters === undefined
    ? null
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
