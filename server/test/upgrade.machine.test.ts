import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { type Api, apiClient, clientWith } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { checkOutLastRelease, git, lastRelease } from './kit/last-release.ts'
import { faultsOfMigration } from './kit/migration-rules.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openSink } from './kit/webhook-sink.ts'

async function emptyDatabase() {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(inject('databaseUrl'), { connections: 1, limits: 'longWork' })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  cleanUp(async () => {
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
  })
  return url.href
}

/** Money in and out, and back again; answers what a merchant then reads of it. */
async function aDay(first: Api, second: Api, url: string) {
  const webhook = { url }
  const cashIn = await first.createCashIn({ amount: '10', webhook })
  expect((await second.simulate('complete', cashIn)).status).toBe(200)
  expect((await first.refund(cashIn, { amount: '1.00' })).status).toBe(201)
  const cashOut = await second.createCashOut({ amount: '2', webhook })
  for (const act of ['register', 'complete']) expect((await first.simulate(act, cashOut)).status).toBe(200)
  expect((await second.get('/accounts/statement?limit=3')).status).toBe(200)
  return { cashIn, read: (await second.read(cashIn)).body.data }
}

test('an upgrade rolls: the last release works on the newest schema, and this one on the data of the last', async () => {
  const main = await checkOutLastRelease()
  const sink = await openSink()
  const [DATABASE_URL, TRILHO_DATA] = [await emptyDatabase(), await dataFolder()]
  const settings = { DATABASE_URL, TRILHO_DATA }
  const start = async (script?: string[]) => {
    const server = await spawnServer(settings, script)
    await server.ready()
    return server
  }

  const old = await start([main])
  const oldApi = await apiClient(old.url, await readSandboxFile(TRILHO_DATA))
  const before = await aDay(oldApi, oldApi, sink.url)

  // The old one is called all the time while two new ones start at once and migrate.
  const calls = { goOn: true, statuses: [] as number[] }
  const calling = (async () => {
    while (calls.goOn) calls.statuses.push((await oldApi.requestCashIn()).status)
  })()
  calling.catch(() => {})
  const [one, other] = await Promise.all([start(), start()])
  await aDay(oldApi, oldApi, sink.url)
  calls.goOn = false
  await calling
  expect(new Set(calls.statuses)).toEqual(new Set([201]))

  const newApi = clientWith(one.url, oldApi.token)
  expect((await newApi.read(before.cashIn)).body.data.transaction.state).toBe(before.read.transaction.state)
  await aDay(newApi, oldApi, sink.url)
  await aDay(oldApi, clientWith(other.url, oldApi.token), sink.url)

  // Rolled back: the last release starts on the newest schema, and goes on alone.
  await Promise.all([old, one, other].map(server => server.kill('SIGTERM')))
  const again = await start([main])
  await aDay(clientWith(again.url, oldApi.token), clientWith(again.url, oldApi.token), sink.url)
  const sql = openDatabase(DATABASE_URL, { connections: 1, limits: 'longWork' })
  expect(await auditBooks({ sql })).toEqual([])
  await sql.end()
})

const folder = new URL('../migrations/', import.meta.url)
const names = readdirSync(folder)
  .filter(name => name.endsWith('.sql'))
  .toSorted()

test('migrations that the last release does not have can be applied beside it', async () => {
  const known = await git('ls-tree', '--name-only', lastRelease, 'server/migrations/')
  const wrong = names
    .filter(name => !known.includes(name))
    .flatMap(name => faultsOfMigration(readFileSync(new URL(name, folder), 'utf8')).map(fault => `${name}: ${fault}`))
  expect(wrong).toEqual([])
})

test.each([
  ['alter table refunds add column a text not null;'],
  ['alter table refunds add column a text, add column b integer not null, add column c text not null default 1;'],
  ['alter table refunds alter column amount type numeric;'],
  ['create index on_refunds on refunds (id);'],
  ['-- without a transaction\ncreate index concurrently on_refunds on refunds (id);'],
  ['alter table refunds add constraint c check (amount > 1);'],
  ['update transactions set events = 1;'],
])('%s is found to be wrong', text => {
  expect(faultsOfMigration(text)).toHaveLength(1)
})

test.each([
  ['alter table refunds add column a text not null default 1, add column b text;'],
  ['create table a (b integer not null); create index on_a on a (b); alter table a add check (b > 1);'],
  ['-- without a transaction\ndrop index concurrently if exists i;\ncreate index concurrently i on refunds (id);'],
  ['alter table refunds add constraint c check (amount > 1) not valid;'],
])('%s is fine', text => {
  expect(faultsOfMigration(text)).toEqual([])
})
