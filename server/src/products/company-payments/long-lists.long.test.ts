import { expect, test } from 'vitest'
import { newPayer, requestsPath } from '../../../test/kit/company-payments.ts'
import { uploadAddress } from '../../../test/kit/invoices.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { mostCounted } from '../../platform/db/bounded-count.ts'

const trilho = await openTrilho()
const payer = await newPayer(trilho)
const { id: owner } = await payer.createRequest()
await uploadAddress(payer, owner, 'first.pdf')

/** More than are counted: copies of the merchant's newest row of a table, with the ids of the same time. */
const copies = mostCounted + 60
const copyNewest = (table: string, changed: string) =>
  unwatched(trilho.sql, tx =>
    tx.unsafe(`
      insert into ${table}
      select (jsonb_populate_record(newest, jsonb_build_object('id', copy_id, ${changed}))).*
        from ${table} newest
       cross join lateral (
         select n, (left('${owner}', 24) || lpad(to_hex(n), 12, '0'))::uuid as copy_id
           from generate_series(1, ${copies}) n) c
       where newest.merchant_id = '${payer.merchantId}' and newest.id = (
         select id from ${table} where merchant_id = '${payer.merchantId}' order by id desc limit 1)`),
  )

const always = 'startDate=2026-01-01T00:00:00Z&endDate=2036-01-01T00:00:00Z'
test.each([
  ['receivers', `'cnpj', lpad(n::text, 14, '0')`, '/receivers?dataset.limit=20&dataset.offset='],
  ['documents', `'look_at', null`, `/documents?ownerType=Transaction&type=Invoice&owner=${owner}&limit=20&offset=`],
  [
    'payment_requests',
    `'transaction_id', copy_id`,
    `${requestsPath}?status=Pending&${always}&dataset.limit=20&dataset.offset=`,
  ],
])('who pages by the total reaches the last of more than ten thousand %s', async (table, changed, path) => {
  const at = async (offset: number) => (await payer.get(path + String(offset))).body.data
  const all = copies + (await at(0)).total
  if (table === 'payment_requests') await copyNewest('transactions', `'idempotency_key', copy_id`)
  await copyNewest(table, changed)
  expect(await at(mostCounted - 20)).toMatchObject({ total: mostCounted + 1, totalIsExact: false })
  expect(await at(mostCounted)).toMatchObject({ total: mostCounted + 21, totalIsExact: false })
  expect(await at(all - 20)).toMatchObject({ total: all, totalIsExact: true })
})
