import { expect, test } from 'vitest'
import { isCitus } from '../../../test/kit/databases.ts'
import { explain } from '../../../test/kit/explain.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { silentDoor, notifiedStates } from '../../../test/kit/silent-door.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import type { Tx } from '../../platform/db/db.ts'
import { simulatedParticipant } from '../rails/simulator/test-data.ts'
import { startWorkers } from '../../worker.ts'
import { expireCharges } from './expire-charges.ts'
import { lockExpired } from './sql.ts'
import { transaction } from '../../../test/kit/meet.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant()

const dayMs = 86_400_000

/** The job at a moment of its own, calling nobody. */
const expireAt = (at: Date) => {
  const needs = { ...trilho.needs, clock: () => at }
  return expireCharges({ ...needs, door: silentDoor(needs) })
}

async function newCharge(expiresIn?: number) {
  const { id, date } = (await api.requestCashIn({ webhook, ...(expiresIn === undefined ? {} : { expiresIn }) })).body
    .data.transaction
  const createdMs = Date.parse(date)
  return { id: id as string, after: (ms: number) => new Date(createdMs + ms) }
}

test.each([
  ['1 second', 1, 1_000],
  ['90 seconds', 90, 90_000],
  ['24 hours by default', undefined, dayMs],
  ['a year', 31_536_000, 365 * dayMs],
])(
  'an unpaid charge of %s is cancelled when its time is over, and not a millisecond before',
  async (_title, expiresIn, lifetimeMs) => {
    const { id, after } = await newCharge(expiresIn)
    await expireAt(after(lifetimeMs - 1))
    expect(await api.stateOf(id)).toBe('Registered')
    await expireAt(after(lifetimeMs))
    expect((await api.read(id)).body.data.transaction).toMatchObject({
      state: 'Canceled',
      stateCancelledDate: after(lifetimeMs).toISOString(),
      stateCompletedDate: null,
    })
    expect(await notifiedStates(trilho.sql, id)).toEqual(['Cancelled'])
  },
)

test('the lifetime of a charge that does not say one is a setting', async () => {
  const short = await openTrilho({ CASH_IN_LIFETIME: '120' })
  const merchant = await short.newMerchant()
  const id = await merchant.createCashIn()
  short.clock.aheadMs = 118_000
  await expireCharges(short.needs)
  expect(await merchant.stateOf(id)).toBe('Registered')
  short.clock.aheadMs = 120_000
  await expireCharges(short.needs)
  expect(await merchant.stateOf(id)).toBe('Canceled')
})

test('the worker cancels a charge by itself, after its time, and notifies the merchant', async () => {
  const faults: object[] = []
  const workers = startWorkers(trilho.needs, { error: fault => faults.push(fault) })
  const { id, after } = await newCharge(1)
  const [event] = await sink.waitForEvents(id, 1)
  await workers.stop()
  expect(event?.body).toMatchObject({ transactionState: 'Cancelled', payer: null, stateCompletedDate: null })
  const lateMs = Date.parse(String(event?.body.stateCancelledDate)) - after(1_000).getTime()
  expect(lateMs).toBeGreaterThanOrEqual(0)
  expect(faults).toEqual([])
})

test('a charge that was paid, failed or was cancelled in time stays as it is', async () => {
  const ends = ['complete', 'error', 'cancel'] as const
  const charges = await Promise.all(ends.map(() => newCharge(60)))
  await Promise.all(ends.map((end, i) => api.simulate(end, charges[i]?.id ?? '')))
  await expireAt(new Date(Date.now() + dayMs))
  expect(await Promise.all(charges.map(({ id }) => notifiedStates(trilho.sql, id)))).toEqual([
    ['Completed'],
    ['Error'],
    ['Cancelled'],
  ])
})

test('a charge can be paid until its time is over and not from then on, whether the job has run or not', async () => {
  const pay = (id: string, at: Date) =>
    silentDoor({ ...trilho.needs, clock: () => at }).apply({
      merchantId: api.merchantId,
      id,
      event: {
        kind: 'paid',
        amount: 10_500_000n,
        participant: simulatedParticipant('Maria', '52998224725'),
        endToEndId: 'E',
      },
    })
  const [late, inTime] = [await newCharge(60), await newCharge(60)]
  await expect(pay(late.id, late.after(60_000))).rejects.toMatchObject({ reason: 'TransactionStateNotAllowed' })
  await pay(inTime.id, inTime.after(59_999))
  expect(await api.stateOf(inTime.id)).toBe('Completed')
  expect(await api.stateOf(late.id)).toBe('Registered')
})

test.each([{}, { amount: '1' }, { amount: '10.50' }])(
  'paying %o after the end is refused and moves nothing',
  async paid => {
    const { id, after } = await newCharge(60)
    const available = await api.availableBalance()
    trilho.clock.aheadMs = 60_000
    const { status, body } = await api.simulate('complete', id, paid)
    expect([status, body.error.details.reason]).toEqual([409, 'TransactionStateNotAllowed'])
    expect(body.error.details.message).toContain(`expired at ${after(60_000).toISOString()}`)
    expect(await api.availableBalance()).toBe(available)
    expect(await api.stateOf(id)).toBe('Registered')
    await expireCharges(trilho.needs)
    expect(await api.stateOf(id)).toBe('Canceled')
    trilho.clock.aheadMs = 0
  },
)

test('a charge that is being paid this moment is left to the payment, and nobody waits for it', async () => {
  const [busy, free] = [await newCharge(60), await newCharge(60)]
  await trilho.sql.begin(async tx => {
    await transaction(busy.id)(tx)
    await expireAt(free.after(60_000))
    expect(await api.stateOf(free.id)).toBe('Canceled')
  })
  expect(await api.stateOf(busy.id)).toBe('Registered')
  await expireAt(busy.after(60_000))
  expect(await api.stateOf(busy.id)).toBe('Canceled')
})

/** Many charges like one that was asked for, without asking for each. */
const copyCharge = (id: string, copies: number, change: object) =>
  unwatched(
    trilho.sql,
    tx => tx`
      insert into transactions
      select copy.*
        from transactions t, generate_series(1, ${copies}) as number,
             jsonb_build_object('id', gen_random_uuid(), 'number', number) as own,
             jsonb_populate_record(t, ${JSON.stringify(change)}::text::jsonb || own) as copy
       where t.id = ${id}`,
  )

test('1,000 charges and four workers on two servers: each is cancelled once and notified once', async () => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ expiresIn: 60, webhook })
  await copyCharge(id, 999, {})
  const second = await trilho.startServer()
  const at = new Date(Date.now() + 120_000)
  const work = async ({ needs }: Pick<typeof trilho, 'needs'>) => {
    const later = { ...needs, clock: () => at }
    const silent = { ...later, door: silentDoor(later) }
    let cancelled = 0
    for (let taken = -1; taken !== 0; cancelled += taken) taken = await expireCharges(silent)
    return cancelled
  }
  const before = await countOf(merchant.merchantId)
  const cancelled = await Promise.all([trilho, trilho, second, second].map(work))
  expect(before).toEqual({ registered: 1_000, cancelled: 0, events: 0, notified: 0 })
  expect(await countOf(merchant.merchantId)).toEqual({
    registered: 0,
    cancelled: 1_000,
    events: 1_000,
    notified: 1_000,
  })
  expect(cancelled.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1_000)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

const countOf = async (merchantId: string) => {
  const [counts] = await trilho.sql`
    select count(*) filter (where state = 'Registered')::int as registered,
           count(*) filter (where state = 'Cancelled')::int as cancelled,
           (select count(*)::int from webhook_events where merchant_id = ${merchantId}) as events,
           (select count(distinct transaction_id)::int from webhook_events where merchant_id = ${merchantId}) as notified
      from transactions where merchant_id = ${merchantId}`
  return counts
}

test('charges of many merchants at once are cancelled while they are being paid, each one way only', async () => {
  const merchants = await Promise.all(times(3, () => trilho.newMerchant()))
  const ids = await Promise.all(
    merchants.flatMap(merchant =>
      times(20, async () => [merchant, await merchant.createCashIn({ amount: '1', expiresIn: 60, webhook })] as const),
    ),
  )
  const at = new Date(Date.now() + 120_000)
  const jobs = times(6, () => expireAt(at))
  const answers = await Promise.all(ids.map(([merchant, id]) => merchant.simulate('complete', id)))
  await Promise.all(jobs)
  for (const [i, [, id]] of ids.entries())
    expect(await notifiedStates(trilho.sql, id)).toEqual([answers[i]?.status === 200 ? 'Completed' : 'Cancelled'])
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test.skipIf(isCitus())('in a table of any size the job reads only what is due', async () => {
  const { id } = await newCharge(31_536_000)
  const due = (tx: Tx) => lockExpired(tx, { now: new Date(), bills: new Date() }, { most: 500, merchantId: undefined })
  const expectByIndex = async () => {
    const steps = await explain(trilho.sql, due)
    expect(steps.join()).toContain('Index Scan transactions_expiring')
    expect(steps.join()).not.toContain('Seq Scan')
  }
  await copyCharge(id, 10_000, {})
  await copyCharge(id, 10_000, { state: 'Completed' })
  await copyCharge(id, 500, { expires_at: '2020-01-01T00:00:00Z' })
  await expectByIndex()
  await trilho.sql`analyze transactions`
  await expectByIndex()
})
