import { expect, inject, test } from 'vitest'
import { cleanUp } from '../../../test/kit/clean-up.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { hangUp, openSession } from './connection.ts'
import { DatabaseFault } from './database-faults.ts'
import { type Tx, openDatabase, recordset } from './db.ts'
import { limits } from './limits.ts'

const { sql, databaseUrl } = await openTrilho()

test('values come back as they went: whole numbers of any size, moments, bytes, lists and nothing', async () => {
  const at = new Date('2026-11-16T08:00:00.123Z')
  const [row] = await sql`
    select ${9_007_199_254_740_993n} as large_number, ${at} as some_moment, ${at} - interval '1 day' as day_before,
           ${Buffer.from('ção')}::bytea as bytes, ${['a"b', null, '\\']}::text[] as texts, ${[1n, 2n]}::int8[] as numbers,
           ${[at]}::timestamptz[] as moments, ${null}::text as nothing, ${true} as truth, ${'{"a":[1]}'}::text::json as json`
  expect(row).toEqual({
    largeNumber: 9_007_199_254_740_993n,
    someMoment: at,
    dayBefore: new Date('2026-11-15T08:00:00.123Z'),
    bytes: Buffer.from('ção'),
    texts: ['a"b', null, '\\'],
    numbers: [1n, 2n],
    moments: [at],
    nothing: null,
    truth: true,
    json: { a: [1] },
  })
})

test('a template inside another is a part of it, with its own values in their places', async () => {
  const above = (least: number) => sql`and n > ${least}`
  const found = await sql<{ n: number }[]>`select n from generate_series(1, ${5}::int) n where n < ${5} ${above(2)}`
  expect(found.map(row => row.n)).toEqual([3, 4])
  expect(found.count).toBe(2)
})

test('a set of rows has the values of each row, whether all share them, some do, or a row has none', async () => {
  await sql`create table shared_values (id int, amount bigint, note text, facts jsonb, made_at timestamptz)`
  const row = {
    amount: 9_007_199_254_740_993n,
    note: 'a"b',
    facts: { aB: 1 },
    madeAt: new Date('2026-11-16T08:00:00Z'),
  }
  const other = { amount: 0n, note: null, facts: { aB: 2 }, madeAt: null }
  const sets = [
    [{ id: 1, ...row }],
    [
      { id: 1, ...row },
      { id: 2, ...row },
    ],
    [
      { id: 1, ...row },
      { id: 2, ...other },
    ],
    [
      { id: 1, ...row, note: null },
      { id: 2, ...other, note: 'c' },
      { id: 3, ...row },
    ],
  ]
  for (const set of sets) expect([...(await sql`select * from ${recordset('shared_values', set)} n`)]).toEqual(set)
})

test('of two transactions that wait for each other in a circle, the one that is undone is done again', async () => {
  await sql`create table circle (id int primary key, visits int not null default 0)`
  await sql`insert into circle (id) values (1), (2)`
  const { promise: bothHaveOne, resolve: haveBoth } = Promise.withResolvers<void>()
  let having = 0
  const visit = (first: number, second: number) =>
    sql.begin(async tx => {
      await tx`update circle set visits = visits + 1 where id = ${first}`
      if (++having === 2) haveBoth()
      await bothHaveOne
      await tx`update circle set visits = visits + 1 where id = ${second}`
    })
  await Promise.all([visit(1, 2), visit(2, 1)])
  expect(having).toBeGreaterThan(2)
  expect(await sql`select id, visits from circle order by id`).toEqual([
    { id: 1, visits: 2 },
    { id: 2, visits: 2 },
  ])
})

test('what PostgreSQL cannot put in a row with the others is done again', async () => {
  let tries = 0
  const done = await sql.begin(async tx => {
    if (++tries < 3) await tx.unsafe(`do $$ begin raise exception 'not in a row' using errcode = '40001'; end $$`)
    return 'done'
  })
  expect([done, tries]).toEqual(['done', 3])
})

test('a refused query undoes its transaction, even where nobody waited for it', async () => {
  await sql`create table kept (n int primary key)`
  const work = sql.begin(async tx => {
    await tx`insert into kept values (1)`
    tx`insert into kept values (1)`.execute()
    return 'done'
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await sql`select from kept`).toHaveLength(0)
})

test('a query prepared before a migration goes on after it, alone and in a transaction', async () => {
  await sql`create table grown (n int)`
  await sql`insert into grown values (1)`
  const read = () => Promise.all([sql`select * from grown`, sql.begin(tx => tx`select * from grown`)])
  await read()
  await sql`alter table grown add column later text default 'x'`
  expect((await read()).flat()).toEqual([
    { n: 1, later: 'x' },
    { n: 1, later: 'x' },
  ])
})

test('a caller that waits too long for a row, a query or a connection gets that the database is busy', async () => {
  const impatient = openDatabase(databaseUrl, { connections: 1 })
  cleanUp(() => impatient.end())
  await sql`create table held (n int primary key)`
  await sql`insert into held values (1)`
  const kindOf = (act: Promise<unknown>) => act.catch(error => (error instanceof DatabaseFault ? error.kind : error))
  /** Has the only connection for longer than anybody waits for one. */
  const keepBusy = async (tx: Tx) => {
    await tx`select pg_sleep(1)`
    await tx`select from held for update`
  }
  await sql.begin(async tx => {
    await tx`select from held for update`
    const [row, connection] = await Promise.all([
      kindOf(impatient.begin(keepBusy, { lockMs: 2_500 })),
      kindOf(impatient`select 1`),
    ])
    expect([row, connection]).toEqual(['databaseBusy', 'databaseCrowded'])
    // Before the time of a whole query is over, PostgreSQL says that it waited for a lock.
    await expect(impatient`select from held for update`).rejects.toMatchObject({ cause: { code: '55P03' } })
  })
  expect(await kindOf(impatient`select pg_sleep(30)`)).toBe('databaseBusy')
  expect(await impatient`select 1 as one`).toEqual([{ one: 1 }])
})

test('a process that is held up while it connects finds the database all the same', async () => {
  const opening = openSession(databaseUrl, { ...limits.requests, connectMs: 500 }, 'held up', () => {})
  const until = performance.now() + 900
  while (performance.now() < until);
  const { client } = await opening
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await hangUp(client)
})

test('a listener receives again after the connection was lost', async () => {
  const listener = openDatabase(inject('databaseUrl'), { connections: 1, name: 'listener' })
  cleanUp(() => listener.end())
  const received: string[] = []
  await listener.listen('changes', payload => received.push(payload))
  await listener.notify('changes', 'first')
  await expect.poll(() => received).toEqual(['first'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`
  await expect.poll(() => received).toEqual(['first', ''])
  await listener.notify('changes', 'second')
  await expect.poll(() => received).toEqual(['first', '', 'second'])
})
