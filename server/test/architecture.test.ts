import { readFileSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { layout } from '../src/db/distribution.ts'
import { floatsOfAmounts } from './kit/floats-of-amounts.ts'
import { circlesIn } from './kit/import-circles.ts'
import { readSource } from './kit/source-files.ts'
import { unboundedCountsIn } from './kit/unbounded-counts.ts'
import { insertsWithoutColumnsIn, tablesAfter, unnamedWritesIn, writersIn } from './kit/table-writers.ts'

/** Imports go to a lower row only. Members of one row do not know each other. */
const rows = [
  ['lib'], // small tools that know nothing of payments
  ['brazil'],
  ['http'],
  ['db'],
  ['floods'],
  ['storage', 'spreadsheets'],
  ['archive'],
  ['ledger'],
  ['merchants', 'mails'],
  ['people'],
  ['notifications'],
  ['rate-limits'],
  ['access-keys', 'rails', 'webhooks'],
  ['bank-orders'],
  ['transactions'],
  ['refunds'],
  ['receipts'],
  ['transaction-search'],
  ['pix', 'open-finance', 'company-payments', 'statements', 'books-audit'],
  ['payment-links', 'disputes'],
  ['payout-batches'],
  [
    'sandbox',
    'home',
    'company',
    'withdrawals',
    'volumes',
    'operator',
    'exceptions',
    'bank-connections',
    'bank-notices',
  ],
  ['reconciliation', 'files', 'search'],
  ['retention'],
  ['config.ts'],
  ['welcome'],
  ['needs.ts'],
  ['portal'],
  ['told-events.ts'],
  ['docs'],
  ['app.ts', 'worker.ts'],
  ['processes'],
  ['main.ts', 'commands'],
]

/** Who writes a table: one folder, and the folders within it. Whoever else wants it written asks that folder. */
const writtenBy: Record<string, string> = {
  migrations: 'db',
  server_secrets: 'db',
  platform: 'db',
  merchants: 'merchants',
  mails: 'mails',
  people: 'people',
  memberships: 'people',
  sessions: 'people',
  one_time_links: 'people',
  guesses: 'people',
  acts: 'people/audit-log',
  acts_end: 'people/audit-log',
  news: 'notifications',
  notifications: 'notifications',
  notification_choices: 'notifications',
  access_keys: 'access-keys',
  balances: 'ledger',
  postings: 'ledger',
  webhook_events: 'webhooks',
  webhook_attempts: 'webhooks',
  undelivered: 'webhooks',
  webhook_circuits: 'webhooks/circuits',
  webhook_senders: 'webhooks/senders',
  limit_levels: 'rate-limits',
  bank_connections: 'rails',
  bank_notices: 'bank-notices',
  reconciliations: 'reconciliation',
  bank_orders: 'bank-orders',
  bank_exceptions: 'bank-orders',
  transactions: 'transactions',
  stray_payments: 'transactions',
  daily_outflows: 'transactions/limits',
  transaction_words: 'transaction-search/words',
  word_marks: 'transaction-search/words',
  transaction_notes: 'transaction-search/notes',
  saved_filters: 'transaction-search/saved-filters',
  refunds: 'refunds',
  consents: 'open-finance',
  payment_links: 'payment-links',
  payout_batches: 'payout-batches',
  payout_batch_rows: 'payout-batches',
  disputes: 'disputes',
  sandbox_troubles: 'sandbox/troubles',
  receivers: 'company-payments/receivers',
  receiver_accounts: 'company-payments/receivers',
  payment_requests: 'company-payments/requests',
  approval_steps: 'company-payments/requests',
  documents: 'company-payments/documents',
  flow_marks: 'home',
  hourly_flows: 'home',
  daily_volumes: 'volumes',
  volume_marks: 'volumes',
  platform_checks: 'books-audit',
  audits: 'books-audit',
  audited_merchants: 'books-audit',
  files: 'files',
  file_schedules: 'files/schedules',
  archive_files: 'archive',
  posting_blocks: 'archive',
  transaction_blocks: 'archive',
  archived_keys: 'transactions/archived',
}

const { files, imports } = readSource(new URL('../src/', import.meta.url))

const migrationsFolder = new URL('../migrations/', import.meta.url)
const migrations = readdirSync(migrationsFolder)
  .toSorted()
  .map(name => readFileSync(new URL(name, migrationsFolder), 'utf8'))

const capabilityOf = (name: string) => name.split('/')[0] ?? ''
const rowOf = (name: string) => rows.findIndex(row => row.includes(capabilityOf(name)))

test('every folder is a capability of the table', () => {
  expect(files.map(f => f.name).filter(name => rowOf(name) === -1)).toEqual([])
})

test('a capability imports only from the rows before its own', () => {
  const wrong = imports.filter(({ from, to }) => capabilityOf(from) !== capabilityOf(to) && rowOf(to) >= rowOf(from))
  expect(wrong).toEqual([])
})

test('no file imports itself by way of others', () => {
  expect(circlesIn(imports)).toEqual([])
})

test('sql.ts is private to its capability', () => {
  const wrong = imports.filter(({ from, to }) => to.endsWith('sql.ts') && dirname(to) !== dirname(from))
  expect(wrong).toEqual([])
})

test('nobody inserts or changes a transaction but the door', () => {
  const behind = /^transactions\/(apply-events|open-transactions|keep-strays|write-within)\.ts$/
  const wrong = imports.filter(
    ({ from, to }) => behind.test(to) && from !== 'transactions/door.ts' && !behind.test(from),
  )
  expect(wrong).toEqual([])
})

test('SQL is written in sql.ts and in db, nowhere else', () => {
  const wrong = files.filter(
    f => /\b(sql|tx)(<[^>]*>)?`/.test(f.text) && !f.name.endsWith('sql.ts') && !f.name.startsWith('db/'),
  )
  expect(wrong.map(f => f.name)).toEqual([])
})

test('every table is listed with the folder that writes it', () => {
  const db = files.filter(f => f.name.startsWith('db/')).map(f => f.text)
  expect(Object.keys(writtenBy).toSorted()).toEqual(tablesAfter([...migrations, ...db]))
})

test('a table is written by its own folder only, and by its name', () => {
  const isOwn = (table: string, folder: string) => `${folder}/`.startsWith(`${writtenBy[table]}/`)
  const wrong = writersIn(files, Object.keys(writtenBy)).filter(({ table, folder }) => !isOwn(table, folder))
  expect(wrong).toEqual([])
  expect(unnamedWritesIn(files)).toEqual([])
})

test('what is everywhere on a distributed database is changed by statements that change nothing else', () => {
  const isEverywhere = (table: string) => layout[table as keyof typeof layout] === 'everywhere'
  const changedBy = (text: string) =>
    writersIn([{ name: 'sql.ts', text }], Object.keys(layout)).map(({ table }) => table)
  const statements = files
    .filter(f => f.name.endsWith('sql.ts'))
    .flatMap(f => f.text.split('`').filter((_, i) => i % 2 === 1))
  const mixed = (text: string) => new Set(changedBy(text)).size > 1 && changedBy(text).some(isEverywhere)
  expect(mixed('with e as (update sessions set a = 1) update people set b = 2')).toBe(true)
  expect(statements.filter(mixed)).toEqual([])
})

test('what a distributed table is given on a conflict was worked out before: its nodes have clocks and dice of their own', () => {
  const spread = Object.entries(layout).flatMap(([table, place]) => (place === 'coordinator' ? [] : [table]))
  const setting = new RegExp(
    `insert\\s+into\\s+(${spread.join('|')})\\b[^\`]*do\\s+update[^\`]*\\b(now|clock_timestamp|random|gen_random_uuid)\\(\\)`,
  )
  expect('insert into people (id) values (1) on conflict (id) do update set at = now()').toMatch(setting)
  expect('insert into limit_levels (id) values (1) on conflict (id) do update set at = now()').not.toMatch(setting)
  expect(files.filter(f => setting.test(f.text)).map(f => f.name)).toEqual([])
})

test('a select names a column: one of nothing fails on several nodes of a distributed database', () => {
  expect(files.filter(f => /\bselect\s+from\b/.test(f.text)).map(f => f.name)).toEqual([])
})

test('a case says each condition in full: nodes of a distributed database may get `case a when b` as `case a when a = b`', () => {
  expect(files.filter(f => /\bcase\s+(?!when\b)[\w.]+\s+when\b/.test(f.text)).map(f => f.name)).toEqual([])
})

test('which rows of a distributed table are changed is worked out before, too', () => {
  const spread = Object.entries(layout).flatMap(([table, place]) => (place === 'coordinator' ? [] : [table]))
  const choosing = new RegExp(
    `(?:update|delete\\s+from)\\s+(?:${spread.join('|')})\\b[^\`]*\\bwhere\\b[^\`]*\\b(?:clock_timestamp|random|gen_random_uuid)\\(`,
  )
  expect('delete from people where at < clock_timestamp()').toMatch(choosing)
  expect(files.filter(f => choosing.test(f.text)).map(f => f.name)).toEqual([])
})

test('an insert names its columns', () => {
  expect(insertsWithoutColumnsIn(files)).toEqual([])
})

/** What counts without a limit in its text, and why it never counts many. */
const countsWithoutLimit = {
  'company-payments/requests/sql.ts: tally': 'steps of one request or batch',
  'db/database-health.ts: readDatabaseHealth': 'migrations',
  'ledger/sql.ts: sumBalances': 'one row a merchant',
  'open-finance/sql.ts: countConsentsOf': 'consents of one transaction, twenty at most',
  'rate-limits/sql.ts: deepest': 'processes',
  'transaction-search/sql.ts: sumUp': 'so many rows at most',
}

test('nobody counts without bound', () => {
  expect(unboundedCountsIn(files).toSorted()).toEqual(Object.keys(countsWithoutLimit))
})

test('no amount of money becomes a float', () => {
  expect(files.flatMap(floatsOfAmounts)).toEqual([])
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

/** What is about this process alone: how long it waits for its PostgreSQL. */
const mayAskTheMachine = new Set(['db/embedded-postgres.ts', 'db/postgres-process.ts', 'commands/emit-openapi.ts'])

test("time is the database's: nobody asks the clock of the machine", () => {
  const wrong = files.filter(f => /\bnew Date\(\)|\bDate\.now\b/.test(f.text) && !mayAskTheMachine.has(f.name))
  expect(wrong.map(f => f.name)).toEqual([])
})

test('no drawers: no file or folder is named after nothing', () => {
  expect(
    files.map(f => f.name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})

test('no file is longer than 250 lines', () => {
  expect(files.filter(f => f.text.split('\n').length > 250).map(f => f.name)).toEqual([])
})

test('the path of the README leads through files that are there, and takes under 650 lines', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const path = Array.from(readme.matchAll(/^\| \[server\/src\/([^\]]+)\]/gm), ([, name]) => name ?? '')
  const lines = path.map(
    name =>
      files
        .find(f => f.name === name)
        ?.text.trimEnd()
        .split('\n').length ?? Number.NaN,
  )
  for (const name of ['transactions/change-of-state.ts', 'ledger/books.ts', 'db/batch.ts']) expect(path).toContain(name)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(650)
})
