import { readFileSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { layout } from '../src/platform/db/distribution.ts'
import { floatsOfAmounts } from './kit/floats-of-amounts.ts'
import { circlesIn } from './kit/import-circles.ts'
import { readSource } from './kit/source-files.ts'
import { unboundedCountsIn } from './kit/unbounded-counts.ts'
import { insertsWithoutColumnsIn, tablesAfter, unnamedWritesIn, writersIn } from './kit/table-writers.ts'

/** A floor uses the floors before it. Within a floor a folder uses the folders that stand before it. */
// biome-ignore format: a table is read in columns
const floors: Record<string, string[]> = {
  platform:   ['lib', 'brazil', 'http', 'db', 'limits', 'storage', 'spreadsheets', 'mails'],
  tenancy:    ['audit-log', 'merchants', 'people', 'access-keys', 'notifications'],
  money:      ['ledger', 'reserves', 'rails', 'webhooks', 'bank-orders', 'transactions', 'refunds', 'adjustments'],
  products:   ['receipts', 'transaction-search', 'statements', 'customers', 'pix', 'bills', 'reminders', 'open-finance', 'approvals', 'company-payments', 'payment-links',
               'payout-batches', 'disputes', 'withdrawals', 'files'],
  operations: ['books-audit', 'evidence', 'operator', 'banks', 'exceptions', 'reconciliation', 'balance-proofs', 'recovery', 'home', 'volumes', 'alarms', 'personal-data', 'retention',
               'search'],
  edges:      ['config.ts', 'sandbox', 'needs.ts', 'pages', 'portal', 'app.ts', 'worker.ts', 'processes', 'commands', 'main.ts'],
}

/** Which folder writes a table: that folder and its subfolders. Other folders call that folder. */
const writtenBy: Record<string, string> = {
  migrations: 'platform/db',
  server_secrets: 'platform/db',
  platform: 'platform/db',
  recoveries: 'platform/db',
  connection_balances: 'operations/volumes',
  unanswered_charges: 'products/pix',
  second_charges: 'products/pix',
  merchants: 'tenancy/merchants',
  mails: 'platform/mails',
  people: 'tenancy/people',
  memberships: 'tenancy/people',
  operator_requests: 'tenancy/people/operator-requests',
  operator_days: 'tenancy/people/operator-requests',
  sessions: 'tenancy/people',
  one_time_tokens: 'tenancy/people',
  passkeys: 'tenancy/people',
  sso_providers: 'tenancy/people/sso',
  sso_domains: 'tenancy/people/sso',
  sso_identities: 'tenancy/people',
  spent_challenges: 'tenancy/people',
  guesses: 'tenancy/people',
  audit_entries: 'tenancy/audit-log',
  audit_chain_heads: 'tenancy/audit-log',
  queued_notifications: 'tenancy/notifications',
  notifications: 'tenancy/notifications',
  notification_choices: 'tenancy/notifications',
  access_keys: 'tenancy/access-keys',
  balances: 'money/ledger',
  postings: 'money/ledger',
  webhook_events: 'money/webhooks',
  webhook_attempts: 'money/webhooks',
  undelivered: 'money/webhooks',
  webhook_circuits: 'money/webhooks/circuits',
  webhook_senders: 'money/webhooks/senders',
  rate_limit_levels: 'platform/limits',
  bank_connections: 'money/rails',
  bank_call_limits: 'money/rails',
  bank_calls_away: 'money/rails',
  bank_tokens: 'money/rails',
  bank_notices: 'operations/banks',
  reconciliations: 'operations/reconciliation',
  balance_proofs: 'operations/balance-proofs',
  bank_orders: 'money/bank-orders',
  bank_exceptions: 'money/bank-orders',
  transactions: 'money/transactions',
  received_payments: 'money/transactions',
  sent_payments: 'money/transactions',
  unmatched_payments: 'money/transactions',
  daily_outflows: 'money/transactions/limits',
  payout_recipients: 'products/pix/recipients',
  search_terms: 'products/transaction-search/terms',
  search_term_marks: 'products/transaction-search/terms',
  transaction_notes: 'products/transaction-search/notes',
  saved_filters: 'products/transaction-search/saved-filters',
  refunds: 'money/refunds',
  adjustments: 'money/adjustments',
  reserve_holds: 'money/reserves',
  consents: 'products/open-finance',
  customers: 'products/customers',
  bills: 'products/bills',
  bill_imports: 'products/bills/imports',
  bill_import_rows: 'products/bills/imports',
  boletos: 'products/bills',
  reminder_plans: 'products/reminders',
  bill_reminders: 'products/reminders',
  reminder_refusals: 'products/reminders',
  payment_links: 'products/payment-links',
  payout_batches: 'products/payout-batches',
  payout_batch_rows: 'products/payout-batches',
  disputes: 'products/disputes',
  sandbox_faults: 'edges/sandbox/faults',
  receivers: 'products/company-payments/receivers',
  receiver_accounts: 'products/company-payments/receivers',
  payment_requests: 'products/company-payments/requests',
  approval_steps: 'products/approvals',
  documents: 'products/company-payments/documents',
  flow_marks: 'operations/home',
  hourly_flows: 'operations/home',
  daily_volumes: 'operations/volumes',
  volume_marks: 'operations/volumes',
  platform_checks: 'operations/books-audit',
  alarms: 'operations/alarms',
  alarm_calls: 'operations/alarms',
  alarm_rounds: 'operations/alarms',
  personal_data_requests: 'operations/personal-data',
  kept_personal_data: 'operations/personal-data',
  audits: 'operations/books-audit',
  audited_merchants: 'operations/books-audit',
  evidence_files: 'operations/evidence',
  files: 'products/files',
  file_schedules: 'products/files/schedules',
}

const { files, imports } = readSource(new URL('../src/', import.meta.url))

const migrationsFolder = new URL('../migrations/', import.meta.url)
const migrations = readdirSync(migrationsFolder)
  .toSorted()
  .map(name => readFileSync(new URL(name, migrationsFolder), 'utf8'))

/** Top-level files belong to the last floor. */
const order = Object.entries(floors).flatMap(([floor, folders]) =>
  folders.map(folder => (folder.endsWith('.ts') ? folder : `${floor}/${folder}`)),
)
const folderOf = (name: string) => name.split('/').slice(0, 2).join('/')
const placeOf = (name: string) => order.indexOf(folderOf(name))

test('every folder is a row of the table of floors', () => {
  expect(files.map(f => f.name).filter(name => placeOf(name) === -1)).toEqual([])
})

test('a folder imports only from the folders before its own', () => {
  const wrong = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to) && placeOf(to) >= placeOf(from))
  expect(wrong).toEqual([])
})

test('there are no import cycles', () => {
  expect(circlesIn(imports)).toEqual([])
})

test('sql.ts is private to its capability', () => {
  const wrong = imports.filter(({ from, to }) => to.endsWith('sql.ts') && dirname(to) !== dirname(from))
  expect(wrong).toEqual([])
})

test('only the door inserts or changes transactions', () => {
  const behind = /^money\/transactions\/(apply-events|open-transactions|hold-unmatched|write-within)\.ts$/
  const wrong = imports.filter(
    ({ from, to }) => behind.test(to) && from !== 'money/transactions/door.ts' && !behind.test(from),
  )
  expect(wrong).toEqual([])
})

test('SQL is written in sql.ts and in db, nowhere else', () => {
  const wrong = files.filter(
    f => /\b(sql|tx)(<[^>]*>)?`/.test(f.text) && !f.name.endsWith('sql.ts') && !f.name.startsWith('platform/db/'),
  )
  expect(wrong.map(f => f.name)).toEqual([])
})

test('every table is listed with the folder that writes it', () => {
  const db = files.filter(f => f.name.startsWith('platform/db/')).map(f => f.text)
  expect(Object.keys(writtenBy).toSorted()).toEqual(tablesAfter([...migrations, ...db]))
})

test('a table is written by its own folder only, and by its name', () => {
  const isOwn = (table: string, folder: string) => `${folder}/`.startsWith(`${writtenBy[table]}/`)
  const wrong = writersIn(files, Object.keys(writtenBy)).filter(({ table, folder }) => !isOwn(table, folder))
  expect(wrong).toEqual([])
  // Erasing a person has one query for all tables of the register of personal data, so that no column of it can be left out.
  expect(unnamedWritesIn(files)).toEqual(['operations/personal-data/sql.ts'])
})

test('tables that are on every node are changed by queries that change nothing else', () => {
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

test('values of `on conflict` in a distributed table are computed before: every node has its own clock and random numbers', () => {
  const spread = Object.entries(layout).flatMap(([table, place]) => (place === 'coordinator' ? [] : [table]))
  const setting = new RegExp(
    `insert\\s+into\\s+(${spread.join('|')})\\b[^\`]*do\\s+update[^\`]*\\b(now|clock_timestamp|random|gen_random_uuid)\\(\\)`,
  )
  expect('insert into people (id) values (1) on conflict (id) do update set at = now()').toMatch(setting)
  expect('insert into rate_limit_levels (id) values (1) on conflict (id) do update set at = now()').not.toMatch(setting)
  expect(files.filter(f => setting.test(f.text)).map(f => f.name)).toEqual([])
})

test('a select names a column: `select from` fails on several nodes of a distributed database', () => {
  expect(files.filter(f => /\bselect\s+from\b/.test(f.text)).map(f => f.name)).toEqual([])
})

test('a case writes each condition in full: nodes of a distributed database may receive `case a when b` as `case a when a = b`', () => {
  expect(files.filter(f => /\bcase\s+(?!when\b)[\w.]+\s+when\b/.test(f.text)).map(f => f.name)).toEqual([])
})

test('the rows of a distributed table to change are selected before, too', () => {
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

/** Queries that count without a limit, and why they never count many rows. */
const countsWithoutLimit = {
  'products/approvals/sql.ts: tally': 'steps of one request or batch',
  'platform/db/database-health.ts: readDatabaseHealth': 'migrations',
  'money/ledger/sql.ts: sumBalances': 'one row a merchant',
  'products/open-finance/sql.ts: countConsentsOf': 'consents of one transaction, twenty at most',
  'platform/limits/sql.ts: deepest': 'processes',
  'products/transaction-search/sql.ts: sumUp': 'so many rows at most',
  'operations/volumes/sql.ts: addVolumes': 'a range of postings, so many at most',
}

test('every count has a limit', () => {
  expect(unboundedCountsIn(files).toSorted()).toEqual(Object.keys(countsWithoutLimit).toSorted())
})

test('no amount of money becomes a float', () => {
  expect(files.flatMap(floatsOfAmounts)).toEqual([])
})

test('a use case never sees a request or a reply: only routes and the edge do', () => {
  const mayKnowHttp =
    /(^|[/-])(routes|authenticate|edge|public-requests|request-bodies|app-type|app|health|portal|reference|validation)\.ts$/
  const wrong = files.filter(f => /from '(fastify|@fastify\/[\w-]+)'/.test(f.text) && !mayKnowHttp.test(f.name))
  expect(wrong.map(f => f.name)).toEqual([])
})

test('only config.ts reads the environment; PostgreSQL gets the PATH', () => {
  expect(
    files.filter(f => /process\.env(?!\['PATH'\])/.test(f.text) && f.name !== 'config.ts').map(f => f.name),
  ).toEqual([])
})

/** Concerns only this process: how long it waits for its PostgreSQL. */
const mayAskTheMachine = new Set([
  // Says how wrong it is.
  'platform/db/database-clock.ts',
  'platform/db/embedded-postgres.ts',
  'platform/db/postgres-process.ts',
  'edges/commands/emit-openapi.ts',
])

test("time comes from the database: no code reads the machine's clock", () => {
  const wrong = files.filter(f => /\bnew Date\(\)|\bDate\.now\b/.test(f.text) && !mayAskTheMachine.has(f.name))
  expect(wrong.map(f => f.name)).toEqual([])
})

test('no file or folder has a name without meaning, such as utils', () => {
  expect(
    files.map(f => f.name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})

test('no file is longer than 400 lines', () => {
  expect(files.filter(f => f.text.split('\n').length > 400).map(f => f.name)).toEqual([])
})

test('the map of the README lists every folder of every floor', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const listed = Array.from(readme.matchAll(/^\| `(\w+)\/` +\|(.*)\|$/gm), ([, floor, folders]) =>
    Array.from(folders?.matchAll(/`([\w-]+)`/g) ?? [], ([, folder]) => `${floor}/${folder}`),
  ).flat()
  const folders = new Set(files.flatMap(({ name }) => /^\w+\/[\w-]+(?=\/)/.exec(name)?.[0] ?? []))
  expect(listed.toSorted()).toEqual([...folders].toSorted())
})

test('the reading path of the README names existing files with under 650 lines in total', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const path = Array.from(readme.matchAll(/^\| \[server\/src\/([^\]]+)\]/gm), ([, name]) => name ?? '')
  const lines = path.map(
    name =>
      files
        .find(f => f.name === name)
        ?.text.trimEnd()
        .split('\n').length ?? Number.NaN,
  )
  for (const name of ['money/transactions/change-of-state.ts', 'money/ledger/books.ts', 'platform/db/group-commit.ts'])
    expect(path).toContain(name)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(650)
})
