import type { CellsOfRow } from './cells-of-row.ts'
import { UnreadableSheet } from './unreadable.ts'
import { unzip } from './unzip.ts'

/** What a file may unpack to: a small archive can hold a very large file. */
const mostBytes = 32 * 1024 * 1024
const mostColumns = 100
/** Empty ones counted. */
const mostRows = 100_000

/** The cells of the first sheet of an Excel file, row by row, as text. */
export function* readXlsx(bytes: Buffer): Generator<CellsOfRow> {
  const file = unzip(bytes, mostBytes)
  const sheet = file(firstSheet(file))
  if (sheet === null) throw new UnreadableSheet()
  const shared = textsIn(file('xl/sharedStrings.xml') ?? '')
  let number = 0
  let rows = 0
  for (const { attributes, content } of elements(sheet, 'row')) {
    // Rows without cells are left out of the file, and counted all the same.
    number = Number(attributeOf(attributes, 'r') ?? number + 1)
    if (!Number.isInteger(number) || ++rows > mostRows) throw new UnreadableSheet()
    yield { number, cells: cellsIn(content, shared) }
  }
}

/** Where the first sheet is, as the workbook says; most say nothing unusual. */
function firstSheet(file: (name: string) => string | null): string {
  const [sheet] = elements(file('xl/workbook.xml') ?? '', 'sheet')
  const id = sheet && attributeOf(sheet.attributes, 'r:id')
  for (const { attributes } of elements(file('xl/_rels/workbook.xml.rels') ?? '', 'Relationship'))
    if (id && attributeOf(attributes, 'Id') === id) {
      const target = attributeOf(attributes, 'Target') ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    }
  return 'xl/worksheets/sheet1.xml'
}

function cellsIn(row: string, shared: string[]): string[] {
  const cells: string[] = []
  for (const { attributes, content } of elements(row, 'c')) {
    const column = columnOf(attributeOf(attributes, 'r')) ?? cells.length
    if (column >= mostColumns) break
    while (cells.length < column) cells.push('')
    cells[column] = cellText(attributeOf(attributes, 't'), content, shared)
  }
  return cells
}

function cellText(type: string | null, content: string, shared: string[]): string {
  if (type === 'inlineStr') return textOf(content)
  const value = decoded(contentOf(content, 'v'))
  if (type === 's') return shared[Number(value)] ?? ''
  // A number is written as the machine keeps it: 5.2998224725E10 is a CPF.
  return type === null || type === 'n' ? plainNumber(value) : value
}

/**
 * Up to fifteen digits, as Excel shows them: 10.3 may be kept as 10.299999999999999. With a decimal comma, because a
 * person who types 12.345 means thousands, and a number never does.
 */
const plainNumber = (value: string): string =>
  value === '' || Number.isNaN(Number(value))
    ? value
    : Number(Number(value).toPrecision(15)).toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 15 })

/** Each text of the table that cells point into; one with several fonts is in several pieces. */
const textsIn = (xml: string): string[] => Array.from(elements(xml, 'si'), ({ content }) => textOf(content))

const textOf = (xml: string): string => Array.from(elements(xml, 't'), ({ content }) => decoded(content)).join('')

type Element = { attributes: string; content: string }

/** Every `<name …>…</name>` and `<name …/>`, whatever prefix the writer uses. Each part of the text is looked at once. */
function* elements(xml: string, name: string): Generator<Element> {
  const opening = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g')
  const closing = new RegExp(`</(?:\\w+:)?${name}>`, 'g')
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const end = xml.indexOf('>', opening.lastIndex)
    if (end < 0) throw new UnreadableSheet()
    const isEmpty = xml[end - 1] === '/'
    const attributes = xml.slice(opening.lastIndex, isEmpty ? end - 1 : end)
    closing.lastIndex = end + 1
    const closed = isEmpty ? null : closing.exec(xml)
    if (!isEmpty && closed === null) throw new UnreadableSheet()
    yield { attributes, content: closed === null ? '' : xml.slice(end + 1, closed.index) }
    opening.lastIndex = closed === null ? end + 1 : closing.lastIndex
  }
}

const contentOf = (xml: string, name: string): string => elements(xml, name).next().value?.content ?? ''

const attributeOf = (attributes: string, name: string): string | null =>
  decodedOrNull(new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1])

/** `C7` is the third column: 2. */
function columnOf(place: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  return letters === undefined
    ? null
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })

const decodedOrNull = (text: string | undefined): string | null => (text === undefined ? null : decoded(text))
