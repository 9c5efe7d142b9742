import { bringStepsForward } from '../../../money/bank-orders/place-orders.ts'
import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { Remembered } from '../../../platform/lib/remember.ts'
import { type Ahead, addToClock, clockOf, everyAhead } from '../../../tenancy/merchants/merchant-clock.ts'
import { type Merchant, readMerchantNow } from '../../../tenancy/merchants/read-merchant.ts'
import { bringAttemptsForward, callSendersOf } from '../../../money/webhooks/expire-events.ts'
import { notifyChanged } from '../share-changes.ts'
import { expireConsents } from '../../../products/open-finance/change-consent.ts'
import { endLinks } from '../../../products/payment-links/change-link.ts'
import { runReminders } from '../../../products/reminders/run-reminders.ts'
import { expireCharges } from '../../../money/transactions/expire-charges.ts'

type FollowNeeds = Parameters<typeof expireCharges>[0] &
  Parameters<typeof expireConsents>[0] &
  Parameters<typeof endLinks>[0] &
  Parameters<typeof runReminders>[0]
type Needs = FollowNeeds & { sql: Sql; readMerchant: Remembered<Merchant> }

/** What time it is for a merchant, and how far that is ahead of the true time. */
export type MerchantClock = { time: Date; aheadSeconds: number }

export type Forward = { seconds: number } | { to: Date }

const day = 24 * 60 * 60
/** A year's charges can end, and no date leaves what calendars and files can say. */
export const mostAheadSeconds = 400 * day

export async function readClock(needs: { sql: Sql; clock: () => Date }, merchantId: string): Promise<MerchantClock> {
  const merchant = await readMerchantNow(needs, merchantId)
  return { time: clockOf(needs, merchant), aheadSeconds: merchant.clockAheadSeconds }
}

/** Moves a merchant's clock forward, with its webhook attempts and bank steps, and returns when due work is done. */
export async function moveClock(
  needs: Needs,
  merchantId: string,
  forward: Forward,
  audit?: Audit,
): Promise<MerchantClock> {
  const seconds = await secondsOf(needs, merchantId, forward)
  if (seconds > mostAheadSeconds) throw tooFar()
  const aheadSeconds = await needs.sql.begin(async tx => {
    const ahead = await addToClock(tx, merchantId, { seconds, most: mostAheadSeconds })
    if (ahead === undefined) throw tooFar()
    await bringAttemptsForward(tx, merchantId, seconds, needs.clock())
    await bringStepsForward(tx, merchantId, seconds)
    await recordAudit(tx, audit)
    return ahead
  })
  await notifyChanged(needs, merchantId)
  await callSendersOf(needs.sql, merchantId)
  const time = clockOf(needs, { clockAheadSeconds: aheadSeconds })
  await followClock(needs, { merchantId, now: time })
  return { time, aheadSeconds }
}

const tooFar = () =>
  new ApiError('ClockTooFarAhead', {
    message: `the clock can be at most ${mostAheadSeconds / day} days ahead in total`,
  })

async function secondsOf(needs: Needs, merchantId: string, forward: Forward): Promise<number> {
  if ('seconds' in forward) return forward.seconds
  const { time } = await readClock(needs, merchantId)
  const seconds = Math.ceil((forward.to.getTime() - time.getTime()) / 1000)
  if (seconds > 0) return seconds
  const message = `must be after ${time.toISOString()}, the current time of the clock: it cannot go back`
  throw new InvalidRequest([{ path: '/to', code: 'invalid', message, info: {} }])
}

/** What ends by itself when its time is over, and reminders. Consents before the charges they are for, and these before reminders. */
const dueWork = [expireConsents, expireCharges, endLinks, runReminders]

/** So many turns of each; who has more waits for the worker. */
const mostTurns = 20

/** Ends what is over by a merchant's clock and returns how many it ended. */
async function followClock(needs: FollowNeeds, ahead: Ahead): Promise<number> {
  let ended = 0
  for (const work of dueWork)
    for (let turn = 0; turn < mostTurns; turn++) {
      const count = await work(needs, ahead)
      ended += count
      if (count === 0) break
    }
  return ended
}

/** The worker's part: merchants whose clock is ahead, in turn. All others are seen to by the workers of every merchant. */
export async function followClocks(needs: FollowNeeds): Promise<number> {
  let ended = 0
  for await (const ahead of everyAhead(needs)) ended += await followClock(needs, ahead)
  return ended
}
