import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { selectReceiverPage, selectWaiting } from './receivers/sql.ts'
import { selectForOperator, selectRequestPage } from './requests/sql.ts'

const trilho = await openTrilho()
const { sql } = trilho
const { merchantId, receiverId, accountId, createRequest } = await newPayer(trilho)
const someone = '019a0000-0000-7000-8000-000000000000'

// Many that were decided long ago, and a few that wait.
const { refTransaction } = await createRequest()
await unwatched(sql, async tx => {
  await tx`
    insert into receivers (merchant_id, id, status, fantasy_name, cnpj, created_at)
    select ${merchantId}, gen_random_uuid(), 'Approved', 'Company', '11444777000161', now() from generate_series(1, 20000)`
  await tx`
    insert into transactions select (json_populate_record(t, json_build_object('id', gen_random_uuid()))).*
      from transactions t cross join generate_series(1, 20000) where t.id = ${refTransaction}`
  await tx`
    insert into payment_requests (merchant_id, id, transaction_id, receiver_id, account_id, status, description, created_at)
    select merchant_id, gen_random_uuid(), id, ${receiverId}, ${accountId}, 'Approved', 'Flour', created_at
      from transactions where id <> ${refTransaction}`
  await tx`
    insert into approval_steps
    select merchant_id, id, gen_random_uuid(), created_at, 'ana', 'Ana', 'Partner', 'Pending', null
      from payment_requests where status = 'Approved'`
})
await sql`analyze`

const page = { limit: 21, beforeId: undefined, afterId: undefined }
const everything = { merchantId, personId: someone, status: undefined, receiverId: undefined, waitsForMe: false }

// A distributed database explains one shard, which may have no rows and is then read as it is.
test.skipIf(isCitus()).each([
  ['receivers that wait for the operator', () => selectWaiting(sql, page)],
  ['payments that wait for the operator', () => selectForOperator(sql, someone, page)],
  ["a merchant's receivers", () => selectReceiverPage(sql, { merchantId, status: 'Pending', search: undefined }, page)],
  ["a merchant's requests", () => selectRequestPage(sql, everything, page)],
  ['requests to one receiver', () => selectRequestPage(sql, { ...everything, receiverId }, page)],
  ['requests that wait for me', () => selectRequestPage(sql, { ...everything, waitsForMe: true }, page)],
])('%s are found by an index, however many there are of others', async (_title, query) => {
  const plan = (await sql`explain (analyze, costs off, timing off) ${query()}`).map(row => row['QUERY PLAN']).join('\n')
  expect(plan).not.toMatch(/Seq Scan on (receivers|payment_requests|transactions|approval_steps)/)
  const read = [...plan.matchAll(/rows=(\d+)/g)].map(([, rows]) => Number(rows))
  expect(Math.max(...read)).toBeLessThan(200)
})
