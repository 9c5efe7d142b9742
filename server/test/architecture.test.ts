import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Imports go to a lower row only. Members of one row do not know each other. */
const rows = [
  ['lib'], // small tools that know nothing of payments
  ['brazil'],
  ['http'],
  ['db'],
  ['storage'],
  ['merchants'],
  ['people'],
  ['access-keys', 'ledger', 'rails', 'webhooks'],
  ['transactions'],
  ['bank-orders'],
  ['refunds', 'receipts'],
  ['transaction-search'],
  ['pix', 'open-finance', 'company-payments', 'statements', 'books-audit'],
  ['sandbox', 'home', 'operator'],
  ['config.ts'],
  ['needs.ts'],
  ['portal'],
  ['app.ts', 'worker.ts'],
  ['main.ts', 'commands'],
]

const source = fileURLToPath(new URL('../src/', import.meta.url))

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => ({ name, text: readFileSync(join(source, name), 'utf8') }))

const capabilityOf = (name: string) => name.split('/')[0] ?? ''
const rowOf = (name: string) => rows.findIndex(row => row.includes(capabilityOf(name)))

const imports = files.flatMap(({ name, text }) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => ({
    from: name,
    to: relative(source, resolve(source, dirname(name), path)),
  })),
)

test('every folder is a capability of the table', () => {
  expect(files.map(f => f.name).filter(name => rowOf(name) === -1)).toEqual([])
})

test('a capability imports only from the rows before its own', () => {
  const wrong = imports.filter(({ from, to }) => capabilityOf(from) !== capabilityOf(to) && rowOf(to) >= rowOf(from))
  expect(wrong).toEqual([])
})

test('sql.ts is private to its capability', () => {
  const wrong = imports.filter(({ from, to }) => to.endsWith('/sql.ts') && dirname(to) !== dirname(from))
  expect(wrong).toEqual([])
})

test('SQL is written in sql.ts and in db, nowhere else', () => {
  const wrong = files.filter(
    f => /\b(sql|tx)(<[^>]*>)?`/.test(f.text) && !f.name.endsWith('sql.ts') && !f.name.startsWith('db/'),
  )
  expect(wrong.map(f => f.name)).toEqual([])
})

test('a use case never sees a request or a reply: only routes and the edge do', () => {
  const mayKnowHttp = /(^|[/-])(routes|authenticate|edge|app-type|app|health|portal|reference|validation)\.ts$/
  const wrong = files.filter(f => /from '(fastify|@fastify\/[\w-]+)'/.test(f.text) && !mayKnowHttp.test(f.name))
  expect(wrong.map(f => f.name)).toEqual([])
})

test('only config.ts reads the environment; PostgreSQL is handed the PATH', () => {
  expect(
    files.filter(f => /process\.env(?!\['PATH'\])/.test(f.text) && f.name !== 'config.ts').map(f => f.name),
  ).toEqual([])
})

test('no drawers: no file or folder is named after nothing', () => {
  expect(
    files.map(f => f.name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})

test('no file is longer than 250 lines', () => {
  expect(files.filter(f => f.text.split('\n').length > 250).map(f => f.name)).toEqual([])
})
