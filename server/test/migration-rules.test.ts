import { expect, test } from 'vitest'
import { readMigrations } from '../src/platform/db/migrations.ts'
import { faultsOfMigration } from './kit/migration-rules.ts'

test('migrations after the baseline can be applied while processes of the previous release run', async () => {
  const [, ...later] = await readMigrations()
  const wrong = later.flatMap(({ name, text }) => faultsOfMigration(text).map(fault => `${name}: ${fault}`))
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
  ['alter table refunds validate constraint c;'],
])('%s is found to be wrong', text => {
  expect(faultsOfMigration(text)).toHaveLength(1)
})

test.each([
  ['alter table refunds add column a text not null default 1, add column b text;'],
  ['create table a (b integer not null); create index on_a on a (b); alter table a add check (b > 1);'],
  ['-- without a transaction\ndrop index concurrently if exists i;\ncreate index concurrently i on refunds (id);'],
  ['alter table refunds add constraint c check (amount > 1) not valid;'],
  ['-- without a transaction\nalter table refunds validate constraint c;'],
])('%s is fine', text => {
  expect(faultsOfMigration(text)).toEqual([])
})
