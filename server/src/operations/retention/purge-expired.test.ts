import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newPersonWithPassword } from '../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import { readConfig, settings } from '../../config.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { keptFor, purgeExpired } from './purge-expired.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const shop = await trilho.newMerchant({ balance: '100' })
const dayMs = 24 * 60 * 60 * 1000

const count = async (table: string) => {
  const [row] = await trilho.sql.unsafe<{ count: number }[]>(`select count(*)::int from ${table}`)
  return row?.count
}
const purgeAll = async () => {
  await untilDone(() => purgeExpired(trilho.needs))
}

test('webhook events go with payloads and attempts when their time is over; money stays, and so does what is unfinished', async () => {
  const sink = await openSink()
  const ids = await Promise.all(times(20, () => shop.createCashIn({ amount: '1', webhook: { url: sink.url } })))
  await Promise.all(ids.map(id => shop.simulate('complete', id)))
  await Promise.all(ids.map(id => sink.waitForEvents(id, 1)))
  await expect.poll(async () => count(`webhook_events where stage = 'Finished'`)).toBe(20)
  const broken = await openSink({ status: 500 })
  const waits = await shop.createCashIn({ webhook: { url: broken.url } })
  await shop.simulate('complete', waits)
  await expect.poll(async () => count(`webhook_events where status = 'Failed'`)).toBe(1)
  const postings = await count('postings')

  trilho.clock.aheadMs = 89 * dayMs
  await purgeAll()
  expect(await count('webhook_events')).toBe(21)
  trilho.clock.aheadMs = 91 * dayMs
  await purgeAll()
  expect([await count('webhook_events'), await count('webhook_attempts')]).toEqual([1, 1])
  expect(await count(`webhook_events where payload like '%52998224725%' and stage = 'Finished'`)).toBe(0)
  expect(await count('postings')).toBe(postings)
  expect(await auditBooks(trilho)).toEqual([])
  const { webhook, transaction } = (await shop.read(ids[0] ?? '')).body.data
  expect([transaction.state, webhook.deliveryStatus, webhook.deliveryTime]).toEqual(['Completed', 'Success', null])
})

test('a payment whose events are gone still says that the last one was never delivered', async () => {
  const answer = { status: 410 }
  const gone = await openSink(answer)
  const id = await shop.createCashIn({ amount: '1', webhook: { url: gone.url } })
  const stages = async () =>
    (await trilho.sql`select stage, status from webhook_events where transaction_id = ${id}`).map(e => [
      e.stage,
      e.status,
    ])
  const delivery = async () => (await shop.read(id)).body.data.webhook.deliveryStatus
  await shop.simulate('complete', id)
  await expect.poll(stages).toEqual([['Finished', 'Failed']])
  trilho.clock.aheadMs += 91 * dayMs
  await purgeAll()
  expect([await stages(), await delivery()]).toEqual([[], 'Failed'])

  answer.status = 200
  await shop.refund(id, {})
  await expect.poll(stages).toEqual([['Finished', 'Success']])
  expect(await delivery()).toBe('Success')
  trilho.clock.aheadMs += 91 * dayMs
  await purgeAll()
  expect([await stages(), await delivery()]).toEqual([[], 'Success'])
})

test('notices of banks go once they were worked off, and mails once they were sent or given up', async () => {
  const at = new Date(trilho.needs.clock().getTime() - 200 * dayMs)
  const [bank] = await trilho.sql<{ id: string }[]>`select id from bank_connections`
  const addBoth = async (due: Date | null) => {
    const [connectionId, id] = [bank?.id ?? '', uuidv7(at.getTime())]
    await trilho.sql`
      insert into bank_notices (connection_id, id, body, received_at, next_step_at)
      values (${connectionId}, ${id}, '{}', ${at}, ${due})`
    await trilho.sql`insert into mails (id, sealed, next_attempt_at, created_at) values (${id}, null, ${due}, ${at})`
  }
  await addBoth(null)
  await addBoth(new Date('2999-01-01'))
  await purgeAll()
  expect([await count('bank_notices'), await count('mails')]).toEqual([1, 1])
  expect(await count('bank_notices n join mails m on m.id = n.id where n.next_step_at is not null')).toBe(1)
})

test('requests of operators go a while after they were decided; open ones stay', async () => {
  const at = new Date(trilho.needs.clock().getTime() - 500 * dayMs)
  const { id: personId } = await newPersonWithPassword(trilho)
  const add = async (state: string, decidedAt: Date | null) => {
    const id = uuidv7(at.getTime())
    await trilho.sql`
      insert into operator_requests (id, act, subject, details, input_hash, basis_hash, state, person_id, person_name, address,
                                     created_at, expires_at)
      values (${id}, 'bank.remove', 'x', '{}', ${id}, 'x', 'Requested', ${personId}, 'x', 'x', ${at}, ${at})`
    await trilho.sql`update operator_requests set state = ${state}, decided_at = ${decidedAt} where id = ${id}`
  }
  await add('Approved', at)
  await add('Waiting', at)
  await add('Requested', null)
  await add('Refused', trilho.needs.clock())
  await purgeAll()
  const left = await trilho.sql`select state from operator_requests order by state`
  expect(left.map(({ state }) => state)).toEqual(['Refused', 'Requested', 'Waiting'])
})

test('what is old is deleted in small steps', async () => {
  const [merchantId, at] = [shop.merchantId, new Date(Date.now() - 200 * dayMs)]
  await trilho.sql.begin(async tx => {
    // Events are not born finished, except here.
    await tx.unsafe('set local session_replication_role = replica')
    await tx`
      insert into webhook_events (merchant_id, id, payload, url, lane, status, stage, created_at)
      select ${merchantId}, ('0190' || substr(md5(i::text), 1, 28))::uuid, '{}', 'http://x', 'x', 'Success', 'Finished', ${at}
        from generate_series(1, 1200) i`
  })
  const steps = []
  for (let gone = -1; gone !== 0; ) steps.push((gone = await purgeExpired(trilho.needs)))
  expect(steps).toEqual([500, 500, 200, 0])
})

test('the table of what is kept, the settings and the documentation say the same', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const config = readConfig({})
  for (const { what, setting } of keptFor) {
    expect(Object.keys(settings)).toContain(setting)
    expect(page).toMatch(new RegExp(`\\| ${what} +\\| \`${setting}\` +\\| ${config[setting]} +\\|`))
  }
})
