import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { analyseGrownTables } from './analyse-tables.ts'

const trilho = await openTrilho()

test('a table that has grown is shown to the planner once, a small one is left alone', async () => {
  await trilho.sql`create table grown as select generate_series(1, 20000) as number`
  await trilho.sql`create table small as select generate_series(1, 20) as number`
  expect(await analyseGrownTables(trilho)).toBe(1)
  const known = await trilho.sql`
    select relname, reltuples::int from pg_class where relname in ('grown', 'small') order by relname`
  expect(known).toEqual([
    { relname: 'grown', reltuples: 20_000 },
    { relname: 'small', reltuples: -1 },
  ])
  expect(await analyseGrownTables(trilho)).toBe(0)
})

test('a table that has more than doubled since is shown again', async () => {
  await trilho.sql`create table doubled as select generate_series(1, 20000) as number`
  expect(await analyseGrownTables(trilho)).toBe(1)
  await trilho.sql`insert into doubled select generate_series(1, 30000)`
  // PostgreSQL counts rows a moment after they have come.
  await expect.poll(() => analyseGrownTables(trilho)).toBe(1)
  expect(await analyseGrownTables(trilho)).toBe(0)
})

test('a table that was shown before its first rows were committed is shown again', async () => {
  await trilho.sql`create table bulk (number integer)`
  await trilho.sql.begin(async tx => {
    await tx`insert into bulk select generate_series(1, 20000)`
    await analyseGrownTables(trilho)
    const [known] = await tx`select reltuples::int from pg_class where relname = 'bulk'`
    expect(known).toEqual({ reltuples: 0 })
  })
  await analyseGrownTables(trilho)
  const [known] = await trilho.sql`select reltuples::int from pg_class where relname = 'bulk'`
  expect(known).toEqual({ reltuples: 20_000 })
})
