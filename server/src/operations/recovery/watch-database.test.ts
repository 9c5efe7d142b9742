import { afterEach, expect, test } from 'vitest'
import { openPayoutDesk, paid, webhook } from '../../../test/kit/payout-desk.ts'
import { unwatched } from '../../../test/kit/state-watch.ts'
import { requireKnownDatabase } from '../../edges/processes/prepare.ts'
import { releaseHeld } from '../../money/bank-orders/hold-payouts.ts'
import { readSeen } from '../../platform/db/identity.ts'
import { readOpenRecovery } from '../../platform/db/recoveries.ts'
import { databaseWatcher } from './watch-database.ts'

const { trilho, scriptedBank, step, newPayout, payoutOf } = await openPayoutDesk()
const { needs, sql } = trilho
await requireKnownDatabase(sql, 0)

/** As the books are on a standby that was promoted, or in a restored cluster: they remember the timeline before. */
const promote = () => sql`update platform set timeline = timeline - 1`
const isKnown = async () => requireKnownDatabase(sql, 0).then(() => true)

afterEach(async () => {
  // An order that a test has left would be released in the next one.
  await sql`delete from bank_orders`
  await sql`delete from recoveries`
  await sql`update platform set timeline = null, system_identifier = null, database_oid = null, is_synchronous = false`
  await requireKnownDatabase(sql, 0)
})

test('a database that was restored or promoted while no server was connected is refused, with what to do', async () => {
  expect(await isKnown()).toBe(true)
  await promote()
  await expect(isKnown()).rejects.toThrow(/restored, copied or promoted .* run `npm run recovered/)
  await sql`update platform set timeline = timeline + 1, system_identifier = '1'`
  await expect(isKnown()).rejects.toThrow('npm run recovered')
})

test('a copy in the same PostgreSQL is refused, and no payout leaves it', async () => {
  // As after `createdb -T`, or `pg_restore` into a new database beside the old one.
  await sql`update platform set database_oid = '1'`
  await expect(isKnown()).rejects.toThrow('npm run recovered')
  const { id } = await newPayout()
  const bank = scriptedBank([['send', paid]])
  await step(bank)
  expect([bank.sent.length, (await payoutOf(id))?.state]).toEqual([0, 'Held'])
})

test('no payout leaves on a promoted database before a process vouches for it; after a synchronous failover it goes on', async () => {
  const watch = databaseWatcher(needs)
  await watch()
  const { id } = await newPayout()
  await promote()
  const early = scriptedBank([['send', paid]])
  await step(early)
  expect([early.sent.length, (await payoutOf(id))?.state]).toEqual([0, 'Held'])

  await sql`update platform set is_synchronous = true`
  // Its second look vouches, so that other processes had time to find a loss.
  await watch()
  expect(await releaseHeld(needs)).toBe(0)
  await watch()
  expect(await readOpenRecovery(sql)).toBeNull()
  expect(await releaseHeld(needs)).toBe(1)
  const bank = scriptedBank([
    ['ask', null],
    ['send', paid],
  ])
  await step(bank)
  expect(bank.sent.length).toBe(1)
  expect(await isKnown()).toBe(true)
})

test('after an asynchronous failover payouts are held, and the lost time begins where a server last saw the books', async () => {
  const watch = databaseWatcher(needs)
  await watch()
  const seen = await readSeen(sql)
  await promote()
  await watch()
  expect(await readOpenRecovery(sql)).toMatchObject({
    cause: 'failover',
    role: 'replacement',
    lostFrom: seen?.seenAt,
    preparedAt: expect.any(Date),
  })
  expect(await releaseHeld(needs)).toBe(0)
  expect(await isKnown()).toBe(true)
})

test('books that went back in time under a living server are held, whatever was said of their standby', async () => {
  const watch = databaseWatcher(needs)
  await watch()
  await sql`update platform set is_synchronous = true, seen_at = now() - interval '1 hour'`
  await promote()
  await watch()
  expect(await readOpenRecovery(sql)).toMatchObject({ cause: 'failover' })
})

test('a snapshot of the same disk that is restored under a living server holds payouts, once', async () => {
  const watch = databaseWatcher(needs)
  await watch()
  const before = await readSeen(sql)
  // The same PostgreSQL on the same timeline, an hour ago.
  await sql`update platform set seen_at = seen_at - interval '1 hour'`
  const seen = await readSeen(sql)
  await watch()
  expect(await readOpenRecovery(sql)).toMatchObject({
    cause: 'failover',
    lostFrom: seen?.seenAt,
    preparedAt: expect.any(Date),
  })
  expect(await releaseHeld(needs)).toBe(0)
  await sql`update recoveries set released_at = now()`
  await watch()
  expect(await readOpenRecovery(sql)).toBeNull()
  // The books go on from there.
  await watch()
  expect((await readSeen(sql))?.seenAt.getTime()).toBeGreaterThan(before?.seenAt.getTime() ?? 0)
})

/** As on a standby that lagged: the last payment of this process is not there. */
const lose = (id: string) => unwatched(sql, tx => tx`delete from transactions where id = ${id}`)

test('a synchronous failover that lacks an acknowledged payment holds payouts, and the log says so', async () => {
  const logged: object[] = []
  const watch = databaseWatcher(needs, { error: fields => void logged.push(fields) })
  await watch()
  const id = await (await trilho.newMerchant()).createCashIn({ webhook })
  await sql`update platform set is_synchronous = true, timeline = timeline - 1`
  await lose(id)
  await watch()
  expect(await readOpenRecovery(sql)).toMatchObject({ cause: 'failover', preparedAt: expect.any(Date) })
  expect(await releaseHeld(needs)).toBe(0)
  expect(logged).toEqual([
    { work: 'watch the database', fault: expect.stringContaining('payouts and refunds are held') },
  ])
  await watch()
  expect(logged).toHaveLength(1)
})
