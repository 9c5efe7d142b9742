import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { type Operation, operationNames, operations } from '../src/money/transactions/operations.ts'
import { states, transitions } from '../src/money/transactions/states.ts'
import { newPayer } from './kit/company-payments.ts'
import { openPayoutDesk } from './kit/payout-desk.ts'
import { dataFolder } from './kit/server-process.ts'
import { type StateRow, type StateTable, type Watched, nameOf, stateTables } from './kit/state-tables.ts'
import { allWalked, keepWalks, unwatched, walkOf } from './kit/state-watch.ts'
import { type Trilho, openTrilho } from './kit/trilho.ts'
import { alarmWalks } from './state-walks/alarms.ts'
import { dataRequestWalks } from './state-walks/data-requests.ts'
import { accessKeyWalks } from './state-walks/access-keys.ts'
import { exceptionWalks, orderWalks, refundWalks } from './state-walks/bank-orders.ts'
import { accountWalks, documentWalks, receiverWalks, requestWalks } from './state-walks/company-payments.ts'
import { consentWalks } from './state-walks/consents.ts'
import { disputeWalks } from './state-walks/disputes.ts'
import { deliveryWalks } from './state-walks/deliveries.ts'
import { merchantWalks } from './state-walks/merchants.ts'
import { fileWalks } from './state-walks/files.ts'
import { linkWalks } from './state-walks/payment-links.ts'
import { operatorRequestWalks } from './state-walks/operator-requests.ts'
import { importRowWalks, importWalks } from './state-walks/bill-imports.ts'
import { batchRowWalks, batchWalks } from './state-walks/payout-batches.ts'
import { transactionWalker } from './state-walks/transactions.ts'
import type { Walks } from './state-walks/walks.ts'

const desk = await openPayoutDesk()
const sandbox = await openTrilho({ TRILHO_DATA: await dataFolder() })
for (const { sql } of [desk.trilho, sandbox]) await sql.unsafe(keepWalks())

const sourceFolder = new URL('../src/', import.meta.url)

test('this test has every table of every states.ts', async () => {
  const files = readdirSync(fileURLToPath(sourceFolder), { recursive: true, encoding: 'utf8' })
  const found: string[] = []
  for (const file of files.filter(name => /(^|\/)states\.ts$/.test(name))) {
    const tables = Object.entries(await import(new URL(file, sourceFolder).href)).filter(([, value]) => isTable(value))
    expect(tables, `${file} has no table`).not.toHaveLength(0)
    found.push(...tables.map(([, rows]) => `${file}: ${(rows as StateRow[]).map(nameOf).join(', ')}`))
  }
  const known = Object.values(stateTables).map(({ file, rows }) => `${file}: ${rows.map(nameOf).join(', ')}`)
  expect(found.toSorted()).toEqual(known.toSorted())
})

const isTable = (value: unknown): boolean =>
  Array.isArray(value) && value.some(row => typeof row === 'object' && 'from' in row && 'to' in row)

/** What executes the rows of each table, and where. */
const walkers: Record<Exclude<Watched, 'transactions'>, { at: Trilho; begin: () => Promise<Walks<never>> }> = {
  bank_orders: { at: desk.trilho, begin: async () => orderWalks(desk) },
  bank_exceptions: { at: desk.trilho, begin: async () => exceptionWalks(desk) },
  refunds: { at: desk.trilho, begin: async () => refundWalks(desk) },
  consents: { at: sandbox, begin: () => consentWalks(sandbox) },
  payment_links: { at: sandbox, begin: () => linkWalks(sandbox) },
  files: { at: sandbox, begin: () => fileWalks(sandbox) },
  disputes: { at: desk.trilho, begin: () => disputeWalks(desk) },
  bill_imports: { at: sandbox, begin: () => importWalks(sandbox) },
  bill_import_rows: { at: sandbox, begin: () => importRowWalks(sandbox) },
  payout_batches: { at: sandbox, begin: () => batchWalks(sandbox) },
  payout_batch_rows: { at: sandbox, begin: () => batchRowWalks(sandbox) },
  payment_requests: { at: sandbox, begin: () => requestWalks(sandbox) },
  receivers: { at: sandbox, begin: async () => receiverWalks(sandbox, await newPayer(sandbox)) },
  receiver_accounts: { at: sandbox, begin: async () => accountWalks(sandbox, await newPayer(sandbox)) },
  documents: { at: sandbox, begin: async () => documentWalks(sandbox, await newPayer(sandbox)) },
  merchants: { at: sandbox, begin: async () => merchantWalks(sandbox) },
  operator_requests: { at: desk.trilho, begin: () => operatorRequestWalks(desk.trilho) },
  access_keys: { at: sandbox, begin: () => accessKeyWalks(sandbox) },
  personal_data_requests: { at: sandbox, begin: () => dataRequestWalks(sandbox) },
  alarms: { at: sandbox, begin: () => alarmWalks(sandbox) },
  webhook_events: { at: sandbox, begin: () => deliveryWalks(sandbox) },
}

test.each(Object.keys(walkers) as (keyof typeof walkers)[])(
  'the code of %s executes every row of its state table and no other transition',
  async name => {
    const { at, begin } = walkers[name]
    const { rows }: StateTable = stateTables[name]
    const { walks, check } = await begin()
    expect(Object.keys(walks).toSorted(), 'a row that nobody walks, or a walk without a row').toEqual(
      rows.map(nameOf).toSorted(),
    )
    for (const row of rows) {
      const id = (await walks[nameOf(row)]?.()) ?? ''
      const last = (await walkOf(at.sql, name, id)).at(-1)
      expect([nameOf(row), last]).toEqual([nameOf(row), { from: row.from, to: row.to }])
      await check?.(row as never, id)
    }
    const walked = (await allWalked(at.sql, name)).map(changeOf)
    expect(new Set(walked)).toEqual(new Set(rows.filter(row => row.from !== row.to).map(changeOf)))
  },
)

const changeOf = ({ from, to }: Pick<StateRow, 'from' | 'to'>) => `${from ?? 'nothing'} -> ${to ?? 'nothing'}`

const typed = ({ type, from, to }: Pick<StateRow, 'type' | 'from' | 'to'>) => `${type} ${changeOf({ from, to })}`
const walker = await transactionWalker(desk.trilho)

test('every row of the transactions table changes state, money, bank orders and events as its columns say', async () => {
  for (const row of transitions) {
    const walked: Operation[] = []
    for (const operation of operationNames) if (await walker.walk(operation, row)) walked.push(operation)
    expect(walked, `no transaction comes to ${nameOf(row)}`).not.toHaveLength(0)
  }
  const walked = await allWalked(desk.trilho.sql, 'transactions')
  const types = walked.map(({ kind, from, to }) => typed({ type: operations[kind as Operation].type, from, to }))
  expect(new Set(types)).toEqual(new Set(transitions.filter(row => row.from !== row.to).map(typed)))
  const faults = await auditBooks(desk.trilho.needs)
  // The door moves the money of refunds and disputes; their own state tables are walked above.
  expect(
    faults.filter(
      ({ fault }) => !/what its (refunds ask for|disputes block)|that of its completed refunds/.test(fault),
    ),
  ).toEqual([])
})

test('an event that the transactions table does not list is refused in every state, and changes nothing', async () => {
  const seen = new Set<string>()
  for (const operation of operationNames) for (const state of await walker.expectRefusals(operation)) seen.add(state)
  expect([...seen].toSorted()).toEqual(states.toSorted())
})

test('every test database refuses a state change that no row lists, from any writer', async () => {
  const { sql, newMerchant } = sandbox
  const api = await newMerchant()
  const id = await api.createCashIn()
  const write = () => sql`update transactions set state = 'Requested' where id = ${id}`
  await expect(write()).rejects.toThrow(
    'transactions: no row of money/transactions/states.ts lists Registered -> Requested',
  )
  await expect(
    sql`insert into access_keys select merchant_id, uuidv7(), secret_hash, 'Expired', scopes from access_keys`,
  ).rejects.toThrow('access_keys: no row of tenancy/access-keys/states.ts lists nothing -> Expired')
  await unwatched(sql, tx => tx`update transactions set state = 'Created' where id = ${id}`)
  expect(await api.stateOf(id)).toBe('Created')
})
