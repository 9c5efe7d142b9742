import { type CellsOfRow, mostColumns } from './cells-of-row.ts'
import { formatsIn, shownNumber } from './shown-number.ts'
import { UnreadableSheet } from './unreadable.ts'
import { unzip } from './unzip.ts'
import { attributeOf, contentOf, decoded, elements } from './xml-elements.ts'

/** What a file may unpack to, in all: a small archive can hold a very large file, and nothing else is done while it is read. */
const mostBytes = 24 * 1024 * 1024
/** Elements and entities of all its parts, two for a cell with a number, four for one with a text: a second at most. */
const mostMarks = 1_500_000
/** Empty ones counted. */
const mostRows = 100_000
const tooLarge = () => new UnreadableSheet('it has more cells than are read')

/** The cells of the first sheet of an Excel file, row by row, as text. */
export function* readXlsx(bytes: Buffer): Generator<CellsOfRow> {
  const file = countMarks(unzip(bytes, mostBytes))
  const workbook = file('xl/workbook.xml') ?? ''
  const parts = partsOf(workbook, file('xl/_rels/workbook.xml.rels') ?? '')
  const sheet = file(parts.sheet)
  if (sheet === null) throw new UnreadableSheet()
  const texts = textsIn(file('xl/sharedStrings.xml') ?? '')
  const formats = formatsIn(file(parts.styles) ?? '')
  const [about] = elements(workbook, 'workbookPr')
  const countsFrom1904 = /^(?:1|true)$/.test(attributeOf(about?.attributes ?? '', 'date1904') ?? '')
  const numberText = (value: string, style: string | null) =>
    shownNumber(value, formats[Number(style ?? 0)] ?? 'plain', countsFrom1904)
  let number = 0
  let rows = 0
  for (const { attributes, content } of elements(sheet, 'row')) {
    // Rows without cells are left out of the file, and counted all the same.
    number = Number(attributeOf(attributes, 'r') ?? number + 1)
    if (!Number.isInteger(number)) throw new UnreadableSheet()
    if (++rows > mostRows) throw tooLarge()
    yield { number, cells: cellsIn(content, { texts, numberText }), spansLines: false }
  }
}

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

/** Where its parts are, as the workbook says; most say nothing unusual. */
function partsOf(workbook: string, relations: string): { sheet: string; styles: string } {
  const parts = Array.from(elements(relations, 'Relationship'), ({ attributes }) => {
    const target = attributeOf(attributes, 'Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return { id: attributeOf(attributes, 'Id'), type: attributeOf(attributes, 'Type'), path }
  })
  const [first] = elements(workbook, 'sheet')
  const id = first && attributeOf(first.attributes, 'r:id')
  return {
    sheet: (id && parts.find(part => part.id === id)?.path) || 'xl/worksheets/sheet1.xml',
    styles: parts.find(({ type }) => type?.endsWith('/styles'))?.path ?? 'xl/styles.xml',
  }
}

/** What cells point to: the table of texts, and how a style shows a number. */
type Tables = { texts: string[]; numberText: (value: string, style: string | null) => string }

function cellsIn(row: string, tables: Tables): string[] {
  const cells: string[] = []
  for (const { attributes, content } of elements(row, 'c')) {
    const column = columnOf(attributeOf(attributes, 'r')) ?? cells.length
    if (column >= mostColumns) break
    while (cells.length < column) cells.push('')
    cells[column] = cellText(attributes, content, tables)
  }
  return cells
}

function cellText(attributes: string, content: string, { texts, numberText }: Tables): string {
  if (content === '') return ''
  const type = attributeOf(attributes, 't')
  if (type === 'inlineStr') return textOf(content)
  const value = decoded(contentOf(content, 'v'))
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return truths[value] ?? ''
  // A number is written as the machine keeps it: 5.2998224725E10 is a CPF.
  return type === null || type === 'n' ? numberText(value, attributeOf(attributes, 's')) : value
}

const truths: Record<string, string> = { 1: 'TRUE', true: 'TRUE', 0: 'FALSE', false: 'FALSE' }

/** Each text of the table that cells point into, trimmed here because a long one may be that of every cell. */
const textsIn = (xml: string): string[] => Array.from(elements(xml, 'si'), ({ content }) => textOf(content).trim())

/** One with several fonts is in several pieces. */
function textOf(xml: string): string {
  let text = ''
  if (xml !== '') for (const { content } of elements(xml, 't')) text += decoded(content)
  return text
}

/** `C7` is the third column: 2. */
function columnOf(place: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  return letters === undefined
    ? null
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
