import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { layout } from './distribution.ts'

const { sql } = await openTrilho()
const places = JSON.stringify(Object.entries(layout).map(([name, place]) => ({ name, place })))

test('every table has its place on a distributed database', async () => {
  const found = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname !~ '_[0-9]{6,}$'`
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(layout).toSorted())
})

test("what is unique among a merchant's rows is so by its merchant", async () => {
  const unique = await sql<{ name: string }[]>`
    select i.indexrelid::regclass::text as name
      from json_to_recordset(${places}::text::json) as l(name text, place text)
      join pg_index i on i.indrelid = l.name::regclass and i.indisunique
     where l.place = 'byMerchant' and not exists (
       select 1 from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = 'merchant_id' and a.attnum = any(i.indkey::int2[]))`
  expect(unique).toEqual([])
})

test('rows refer to rows that are on the same node: of the same merchant, or everywhere', async () => {
  const wrong = await sql<{ name: string }[]>`
    select c.conrelid::regclass || ' to ' || c.confrelid::regclass as name
      from pg_constraint c
      join json_to_recordset(${places}::text::json) as l(name text, place text) on c.conrelid = l.name::regclass
      join json_to_recordset(${places}::text::json) as r(name text, place text) on c.confrelid = r.name::regclass
     where c.contype = 'f' and r.place <> 'everywhere'
       and (l.place <> r.place
            or l.place = 'byMerchant' and pg_get_constraintdef(c.oid) !~ '^FOREIGN KEY \\(merchant_id.*\\(merchant_id')`
  expect(wrong).toEqual([])
})
