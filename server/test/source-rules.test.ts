import { expect, test } from 'vitest'
import { floatsOfAmounts } from './kit/floats-of-amounts.ts'
import { circlesIn } from './kit/import-circles.ts'
import { unboundedCountsIn } from './kit/unbounded-counts.ts'
import { insertsWithoutColumnsIn, tablesAfter, unnamedWritesIn, writersIn } from './kit/table-writers.ts'

// The architecture tests pass on a correct tree: these tests check that they find violations.

const floats = (text: string) => floatsOfAmounts({ name: 'a.ts', text })

test.each([
  'Number(available)',
  'Number(row.refundedAmount ?? 0)',
  'Number.parseFloat(balance.held)',
  'parseInt(charges)',
  'Number(micros(cost))',
  'amounts.map(Number)',
  'const a = +amount',
  'return +bar.in',
  'x => +row.fees',
  'f(1, +totalAmount)',
])('%s makes a float of an amount', text => {
  expect(floats(text)).toHaveLength(1)
})

test.each([
  'Number(quality)',
  'Number(expiresIn)',
  'sum += amount',
  'a + amount',
  'BigInt(amount)',
  'pages.map(Number)',
  'countAmounts(pages)',
])('%s makes none', text => {
  expect(floats(text)).toEqual([])
})

test('an import cycle is reported once, by its shortest path', () => {
  const imports = ['a b', 'b c', 'c a', 'c b', 'd a', 'e e'].map(pair => {
    const [from = '', to = ''] = pair.split(' ')
    return { from, to }
  })
  expect(circlesIn(imports)).toEqual(['a → b → c → a', 'b → c → b', 'e → e'])
})

test('the writers of a table are found in SQL; locks and `on conflict` do not count', () => {
  const text = `with x as (select from locked for update of sessions) insert into people (id) values (1)
    on conflict (id) do update set name = 1; update only merchants m set a = 1;
    delete
      from balances; select for no key update of people`
  const tables = ['people', 'merchants', 'balances', 'sessions']
  expect(writersIn([{ name: 'some/where/sql.ts', text }], tables)).toEqual(
    ['balances', 'merchants', 'people'].map(table => ({ table, folder: 'some/where' })),
  )
  expect(unnamedWritesIn([{ name: 'sql.ts', text: 'delete from ${table}' }])).toEqual(['sql.ts'])
})

test('an insert that does not name its columns is found', () => {
  const text =
    'insert into a (x) values (1); insert into b as c (x) select 1; insert into d select 1; insert into e as f select 1'
  expect(insertsWithoutColumnsIn([{ name: 'sql.ts', text }])).toEqual([
    'sql.ts: insert into d',
    'sql.ts: insert into e',
  ])
})

test('a count without a limit is found, with its function', () => {
  const text =
    'export const a = sql`select count(*) from t`\nconst b = sql`select count(*) from (select from t limit 9)`'
  expect(unboundedCountsIn([{ name: 'sql.ts', text }])).toEqual(['sql.ts: a'])
})

test('the tables are those that were created and not dropped or renamed afterwards', () => {
  const texts = ['create table a (x int); create table b (x int);', 'drop table a; alter table b rename to c;']
  expect(tablesAfter(texts)).toEqual(['c'])
})
