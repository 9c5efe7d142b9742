import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../../platform/db/db.ts'
import { readMoneyHold } from '../../platform/db/recoveries.ts'
import { listSuspended } from '../../tenancy/merchants/suspension.ts'
import { countAsking, countHeld, releaseOrders, selectReleasable } from './sql.ts'

const lookEveryMs = 100
const mostLooks = 50
const mostCounted = 1_000
const firstShown = 5

/**
 * Waits, for five seconds at most, until no payout of a merchant is between its claim and its bank, and answers how many
 * still are. After a merchant was suspended, every worker that claims a payout sees it and holds the payout; only those that
 * claimed before are waited for. So after this nothing goes out but what was counted.
 */
export async function waitForPayouts(needs: { sql: Sql }, merchantId: string): Promise<number> {
  for (let looks = 1; ; looks++) {
    const asking = await countAsking(needs.sql, merchantId, mostCounted)
    if (asking === 0 || looks === mostLooks) return asking
    await delay(lookEveryMs)
  }
}

/**
 * Lets held orders go on where nothing holds them any more: their merchant is not suspended, and money may leave. Done by a
 * worker, not in the commit that resumes: an order that is held in that very moment is found as well.
 */
export async function releaseHeld(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  if ((await readMoneyHold(needs.sql)).isHeld) return 0
  const merchants = await selectReleasable(needs.sql, mostCounted)
  if (merchants.length === 0) return 0
  return (await releaseOrders(needs.sql, merchants, needs.clock())).count
}

/** The first suspended merchants, and how many payouts of each are held. */
export async function listHeld(needs: { sql: Sql }) {
  const suspended = await listSuspended(needs, firstShown)
  if (suspended.length === 0) return []
  const ids = suspended.map(({ id }) => id)
  const held = new Map(
    (await countHeld(needs.sql, ids, mostCounted)).map(({ merchantId, count }) => [merchantId, count]),
  )
  return suspended.map(({ id, name }) => ({ merchantId: id, merchantName: name, count: held.get(id) ?? 0 }))
}
