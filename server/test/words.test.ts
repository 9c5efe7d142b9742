import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Place, findWords, writtenFiles } from './kit/find-words.ts'
import { notYet, type Row, words } from './kit/words.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const places = findWords(writtenFiles(repository), words)
const shown = ({ file, line, row }: Place) => `${file}:${line}: "${row.not}": write ${row.but}`

test.each(words)('nobody writes "$not"', ({ not }) => {
  const found = places.filter(({ row }) => row.not === not)
  const allowed = notYet[not] ?? 0
  // With a number the new ones cannot be told from the old: all are shown.
  expect(found.length > allowed ? found.map(shown) : []).toEqual([])
})

test('what is not gone yet is a word of the table', () => {
  expect(Object.keys(notYet).filter(word => !words.some(({ not }) => not === word))).toEqual([])
})

const find = (scope: Row['scope'], not: string, text: string) =>
  findWords([{ file: 'a.ts', text }], [{ not, but: '', scope }]).map(({ line }) => line)

test.each<[string, Row['scope'], string, string, number[]]>([
  [
    'a name is found as it is written, in comments too',
    'name',
    'toldUrl',
    'toldUrl\n// toldUrl\nmytoldUrl\ntoldUrls',
    [1, 2],
  ],
  ['an identifier is found in code only', 'identifier', 'Told', "type Told\n// Told\nsay('Told')\nToldUrl", [1]],
  [
    'a word is found in identifiers of every case',
    'code',
    'told',
    'told\nisTold\nTold\ntoldUrl\ntold_url\nTOLD',
    [1, 2, 3, 4, 5],
  ],
  ['a word is not found in others', 'code', 'told', 'unshared\nstold\ntolder\nretoldX', []],
  ['code is neither comment nor text', 'code', 'told', "// told\n/* told\ntold */\nsay('told')\nsay(told)", [5]],
  ['everywhere is in comments and texts as well', 'everywhere', 'told', "// Told\nsay('is told')\nold", [1, 2]],
])('%s', (_, scope, not, text, lines) => {
  expect(find(scope, not, text)).toEqual(lines)
})

test.each([
  'server/src/app.ts',
  'server/migrations/0001_baseline.sql',
  'CHANGELOG.md',
  'README.md',
  'docs/guides/pt/first-payment.md',
  'docs-site/src/portuguese.json',
  'portal/src/kit/texts.ts',
  'openapi.json',
])('words are looked for in %s', file => {
  expect(writtenFiles(repository).map(one => one.file)).toContain(file)
})

test.each(['server/src/told-events.ts', 'server/src/told/sql.ts', 'docs/told.md'])('and in the name of %s', file => {
  expect(findWords([{ file, text: '' }], [{ not: 'told', but: '', scope: 'code' }])).toHaveLength(1)
})

test('a row for some files does not apply to others', () => {
  const row: Row = { not: 'batch', but: 'group', scope: 'code', within: /^server\/src\/platform\/db\// }
  const files = ['server/src/platform/db/a.ts', 'server/src/products/a.ts'].map(file => ({ file, text: 'batch' }))
  expect(findWords(files, [row]).map(({ file }) => file)).toEqual(['server/src/platform/db/a.ts'])
})
