import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { times } from '../../../test/kit/trilho.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

const migrations = await readMigrations()
const names = migrations.map(({ name }) => name)

/** A migration of the next release. */
const next = {
  name: '9999_next.sql',
  text: 'alter table merchants add column of_next_release text',
  checksum: 'next',
  queries: null,
}

/** An empty database, and a session of somebody who uses it. */
async function emptyDatabase() {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(inject('databaseUrl'), { connections: 1, limits: 'longWork' })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const sql = openDatabase(url.href, { connections: 2 })
  cleanUp(async () => {
    await sql.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { sql, url: url.href }
}

const unvalidatedIn = async ({ sql }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  (await sql<{ name: string }[]>`select conname as name from pg_constraint where not convalidated order by 1`).map(
    ({ name }) => name,
  )

const appliedIn = async ({ sql }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  (await sql<{ name: string }[]>`select name from migrations order by name`).map(m => m.name)

test('four processes that migrate at once apply each migration once, and none of them fails', async () => {
  const database = await emptyDatabase()
  await Promise.all(times(4, () => migrate(database.url)))
  expect(await appliedIn(database)).toEqual(names)
})

test('a migration waits for running work half a second at a time, and lets others pass in between', async () => {
  const database = await emptyDatabase()
  await migrate(database.url)
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const working = database.sql.begin(async tx => {
    await tx`select from merchants`
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const migrating = migrate(database.url, { known: [...migrations, next] })
  // A reader that comes while the migration waits does not queue behind it until the work is done.
  await expect.poll(() => waitingMigrations(database), { interval: 5 }).toBe(1)
  await database.sql`select from merchants`
  held.resolve()
  await working
  await migrating
  expect(await appliedIn(database)).toEqual([...names, next.name])
})

test('constraints are validated while others write to their tables', async () => {
  const database = await emptyDatabase()
  const isBefore = (name: string) => name < '0006'
  await migrate(database.url, { only: isBefore })
  expect(await unvalidatedIn(database)).not.toEqual([])
  await database.sql.begin(async tx => {
    await tx`lock table balances, postings, transactions, bank_orders, bank_exceptions in row exclusive mode`
    await migrate(database.url, { only: name => name.startsWith('0006') })
  })
  expect(await unvalidatedIn(database)).toEqual([])
})

test('a constraint that a migration adds not valid is validated by the next one', async () => {
  const database = await emptyDatabase()
  await migrate(database.url)
  const newest = migrations.at(-1)?.text ?? ''
  expect((await unvalidatedIn(database)).filter(name => !newest.includes(name))).toEqual([])
})

test('a database of the next release is worked on by this one', async () => {
  const database = await emptyDatabase()
  await migrate(database.url, { known: [...migrations, next] })
  await migrate(database.url)
  expect(await appliedIn(database)).toEqual([...names, next.name])
})

test('a database of another schema is refused, in one sentence that says what to do, and is not changed', async () => {
  const [first] = migrations
  const edited = {
    name: first?.name ?? '',
    checksum: 'edited',
    text: 'create table kept (id integer)',
    queries: null,
  }
  for (const foreign of [edited, { ...edited, name: '0001_foundation.sql' }]) {
    const database = await emptyDatabase()
    await migrate(database.url, { known: [foreign] })
    await expect(migrate(database.url)).rejects.toThrow(
      new RegExp(
        `another version of Trilho.*${foreign.name}.*use a new database, by another DATABASE_URL or TRILHO_DATA`,
      ),
    )
    expect(await appliedIn(database)).toEqual([foreign.name])
  }
})

const waitingMigrations = async ({ sql }: Awaited<ReturnType<typeof emptyDatabase>>) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
     where application_name = 'trilho migrations' and datname = current_database() and wait_event_type = 'Lock'`
  return row?.count
}
