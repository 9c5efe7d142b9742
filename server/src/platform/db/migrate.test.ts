import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { times } from '../../../test/kit/trilho.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

const names = (await readMigrations()).map(({ name }) => name)

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

const appliedIn = async ({ sql }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  (await sql<{ name: string }[]>`select name from migrations order by name`).map(m => m.name)

test('four processes that migrate at once apply each migration once, and none of them fails', async () => {
  const database = await emptyDatabase()
  await Promise.all(times(4, () => migrate(database.url)))
  expect(await appliedIn(database)).toEqual(names)
})

test('a migration waits for running work half a second at a time, and lets others pass in between', async () => {
  const database = await emptyDatabase()
  const last = '0013_bank_orders.sql'
  await migrate(database.url, { only: name => name < last })
  const held = Promise.withResolvers<void>()
  const working = database.sql.begin(async tx => {
    await tx`select from merchants`
    await held.promise
  })
  const migrating = migrate(database.url)
  // A reader that comes while the migration waits does not queue behind it until the work is done.
  await expect.poll(() => waitingMigrations(database), { interval: 5 }).toBe(1)
  await database.sql`select from merchants`
  held.resolve()
  await working
  await migrating
  expect(await appliedIn(database)).toEqual(names)
})

const waitingMigrations = async ({ sql }: Awaited<ReturnType<typeof emptyDatabase>>) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
     where application_name = 'trilho migrations' and datname = current_database() and wait_event_type = 'Lock'`
  return row?.count
}
