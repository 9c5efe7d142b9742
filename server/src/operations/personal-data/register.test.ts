import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { columnsOfTheirOwn, columnsWithout, personalData } from './register.ts'

const trilho = await openTrilho()

test('every text and JSON column of the schema is in the register: with personal data, or without', async () => {
  const columns = await trilho.sql<{ place: string }[]>`
    select table_name || '.' || column_name as place from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and (data_type in ('text', 'json', 'jsonb', 'character varying') or udt_name = '_text')`
  const listed = [
    ...Object.entries(personalData).flatMap(([table, row]) => Object.keys(row.columns).map(name => `${table}.${name}`)),
    ...Object.entries({ ...columnsOfTheirOwn }).flatMap(([table, names]) => names.map(name => `${table}.${name}`)),
    ...Object.entries(columnsWithout).flatMap(([table, names]) => names.map(name => `${table}.${name}`)),
  ]
  expect(listed.filter((place, i) => listed.indexOf(place) !== i)).toEqual([])
  expect(
    listed.toSorted(),
    'A new column goes to operations/personal-data/register.ts: into personalData if a name, document, e-mail, phone, Pix key or free text can be in it, into columnsWithout if not.',
  ).toEqual(columns.map(({ place }) => place).toSorted())
})
