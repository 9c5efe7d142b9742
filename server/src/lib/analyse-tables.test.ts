import { expect, test } from 'vitest'
import { openTrilho } from '../../test/kit.ts'
import { analyseNewTables } from './analyse-tables.ts'

const trilho = await openTrilho()

test('a table that has grown is shown to the planner once, a small one is left alone', async () => {
  await trilho.sql`create table grown as select generate_series(1, 20000) as number`
  await trilho.sql`create table small as select generate_series(1, 20) as number`
  expect(await analyseNewTables(trilho)).toBe(1)
  const known = await trilho.sql`
    select relname, reltuples::int from pg_class where relname in ('grown', 'small') order by relname`
  expect(known).toEqual([
    { relname: 'grown', reltuples: 20_000 },
    { relname: 'small', reltuples: -1 },
  ])
  expect(await analyseNewTables(trilho)).toBe(0)
})
