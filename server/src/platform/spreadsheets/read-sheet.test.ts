import { deflateRawSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { xlsxOf } from '../../../test/kit/xlsx-file.ts'
import { UnreadableSheet, readSheet } from './read-sheet.ts'
import { unzip, zip } from './zip.ts'

const read = (bytes: Buffer | string, mostRows = 100) => {
  const { rows, ...sheet } = readSheet(Buffer.from(bytes as string), mostRows)
  return { ...sheet, rows: rows.map(({ number, cells }) => [number, ...cells.values()]) }
}
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

test('an Excel file is read by its headings: texts, numbers as a Brazilian Excel shows them, rows left out, the first sheet only', () => {
  expect(read(fixture('payouts.xlsx'))).toEqual({
    headings: ['nome', 'cpf', 'tipo de chave', 'chave', 'valor', 'pedido'],
    isCut: false,
    rows: [
      [2, 'Maria & João "Silva"', '52998224725', 'CPF', '529.982.247-25', '10,5', 'p-1'],
      [4, 'Conceição', '11144477735', 'EMAIL', 'c@example.com', '1234,56', ''],
    ],
  })
})

test.each([
  ['semicolons and CRLF', 'Nome;Valor\r\nMaria;1.234,56\r\nJoão;2\r\n'],
  ['commas and quotes', '"Nome","Valor"\n"Maria","1.234,56"\n"João",2'],
  ['tabs', 'Nome\tValor\nMaria\t1.234,56\nJoão\t2\n'],
  ['a mark of UTF-8', '\ufeffNome;Valor\nMaria;1.234,56\n\nJoão;2'],
  ["Windows' own letters", Buffer.from('Nome;Valor\nMaria;1.234,56\nJoão;2', 'latin1')],
])('CSV with %s is understood', (_name, bytes) => {
  const { headings, rows } = read(bytes)
  expect(headings).toEqual(['nome', 'valor'])
  expect(rows.map(row => row.slice(1))).toEqual([
    ['Maria', '1.234,56'],
    ['João', '2'],
  ])
})

test('a quoted cell may hold separators, quotes and line ends; missing cells are empty', () => {
  expect(read('a;b;c\n"x;""y""\nz";2\n;;3\n').rows).toEqual([
    [2, 'x;"y"\nz', '2', ''],
    [3, '', '', '3'],
  ])
})

test.each([
  ['is not closed', 'a;b\n1;2\n3;"x\n4;5\n'],
  ['is closed by the next that stands by itself', 'a;b\n1;2\n3;"x\n4;"y"\n'],
  ['is closed within the cell', 'a;b\n1;2\n3;"15" screen\n'],
])('a quote that %s is reported with its line, and swallows no rows', (_name, text) => {
  expect(() => read(text)).toThrow(
    new UnreadableSheet('line 3 has a quote that is not closed, or not at the end of its cell'),
  )
  expect(read('a;b\n"1" ;"2"\r\n').rows).toEqual([[2, '1', '2']])
})

test('a day of an Excel file is counted as its workbook says, and its styles are where that says', async () => {
  const day = { kept: '45787', format: 'dd/mm/yyyy' }
  const workbook = '<workbook><workbookPr date1904="1"/></workbook>'
  expect(read(await xlsxOf([['a'], [day]])).rows).toEqual([[2, '10/05/2025']])
  expect(read(await xlsxOf([['a'], [day]], { workbook })).rows).toEqual([[2, '11/05/2029']])
  const relations =
    '<Relationships><Relationship Id="r1" Type="http://x/relationships/styles" Target="/xl/of/looks.xml"/></Relationships>'
  const files = unzip(await xlsxOf([['a'], [day]]), 10_000)
  const moved = {
    'xl/_rels/workbook.xml.rels': relations,
    'xl/of/looks.xml': files('xl/styles.xml') ?? '',
    'xl/worksheets/sheet1.xml': files('xl/worksheets/sheet1.xml') ?? '',
  }
  const file = await Array.fromAsync(zip(Object.entries(moved).map(([name, text]) => ({ name, texts: [text] }))))
  expect(read(Buffer.concat(file)).rows).toEqual([[2, '10/05/2025']])
})

test('of a file with more rows than are read the rest is left, and it says so', () => {
  expect(read('a\n1\n2\n3\n', 2)).toEqual({
    headings: ['a'],
    rows: [
      [2, '1'],
      [3, '2'],
    ],
    isCut: true,
  })
  expect(read('a\n1\n2\n', 2).isCut).toBe(false)
})

test('empty rows hide none that come after them', async () => {
  const many = 6_000
  const csv = read(`\r\na;b\r\n1;\r\n${';\r\n'.repeat(many)}2;\r\n`, 2)
  const xlsx = read(await xlsxOf([['a'], [1], ...Array.from({ length: many }, () => []), [2]]), 2)
  expect(csv).toEqual({
    headings: ['a', 'b'],
    isCut: false,
    rows: [
      [3, '1', ''],
      [many + 4, '2', ''],
    ],
  })
  expect(xlsx).toEqual({
    headings: ['a'],
    isCut: false,
    rows: [
      [2, '1'],
      [many + 3, '2'],
    ],
  })
})

test('columns to the right of the hundredth are not read, however many there are and however many rows', () => {
  const { headings, rows } = read(`a${';b'.repeat(200_000)}\n${'\n'.repeat(200_000)}1;2\n`)
  expect([headings.length, rows.length, rows[0]?.length]).toEqual([100, 1, 3])
})

test('a text that every cell points to is looked at once', () => {
  const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(90_000)
  const texts = `<si><t>${' '.repeat(10 * 1024 * 1024)}</t></si>`
  expect(read(sheetOf(cells, { 'xl/sharedStrings.xml': texts })).rows).toEqual([])
})

/** An archive, as small as can be. */
function archive(files: Record<string, Buffer | string>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

/** A sheet that could be read, if it were not for what comes after its headings. */
const sheetOf = (more: string, others: Record<string, Buffer | string> = {}) =>
  archive({ 'xl/worksheets/sheet1.xml': `<row><c t="inlineStr"><is><t>a</t></is></c></row>${more}`, ...others })
const megabytes = (count: number) => ' '.repeat(count * 1024 * 1024)

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['an archive of something else', archive({ 'readme.txt': 'hello' })],
  ['an archive cut short', fixture('payouts.xlsx').subarray(0, 900)],
  ['an archive that unpacks to more than is read', sheetOf(megabytes(33))],
  ['one whose parts do so together', sheetOf(megabytes(13), { 'xl/styles.xml': megabytes(13) })],
  ['one with more cells than are read', sheetOf(`<row>${'<c/>'.repeat(99)}</row>`.repeat(16_000))],
  ['one with more texts than are read', sheetOf('', { 'xl/sharedStrings.xml': '<si/>'.repeat(1_600_000) })],
  ['one with more signs than are read', sheetOf(`<row><c t="str"><v>${'&lt;'.repeat(1_600_000)}</v></c></row>`)],
  ['a table without headings', Buffer.from(`${'-;-\n'.repeat(101)}a;b\n1;2\n`)],
])('%s is not a spreadsheet', (_name, bytes) => {
  expect(() => readSheet(bytes, 100)).toThrow(UnreadableSheet)
})

test('any bytes are a spreadsheet or not, and never anything worse', () => {
  const good = fixture('payouts.xlsx')
  for (let i = 0; i < good.length; i += 41) {
    const broken = Buffer.from(good)
    broken[i] = (broken[i] ?? 0) ^ 0xff
    try {
      readSheet(broken, 100)
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableSheet)
    }
  }
})
