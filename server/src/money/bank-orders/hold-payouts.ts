import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../../platform/db/db.ts'
import { readLeftOut, readMoneyHold } from '../../platform/db/recoveries.ts'
import { listSuspended } from '../../tenancy/merchants/suspension.ts'
import { countAsking, countHeld, releaseOrders, selectReleasable } from './sql.ts'

const lookEveryMs = 100
const mostLooks = 50
const mostCounted = 1_000
const firstShown = 5

/** Waits at most five seconds for payouts claimed before the suspension. Returns how many are still under way. */
export async function waitForPayouts(needs: { sql: Sql }, merchantId: string): Promise<number> {
  for (let looks = 1; ; looks++) {
    const asking = await countAsking(needs.sql, merchantId, mostCounted)
    if (asking === 0 || looks === mostLooks) return asking
    await delay(lookEveryMs)
  }
}

/** Releases held orders when payouts are allowed again. A worker's, so that one held at that moment is released too. */
export async function releaseHeld(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  if ((await readMoneyHold(needs.sql, [])).isHeld) return 0
  const leftOut = await readLeftOut(needs.sql)
  const merchants = await selectReleasable(needs.sql, leftOut, mostCounted)
  if (merchants.length === 0) return 0
  return (await releaseOrders(needs.sql, merchants, leftOut, needs.clock())).count
}

/** The first suspended merchants, each with the number of its held payouts. */
export async function listHeld(needs: { sql: Sql }) {
  const suspended = await listSuspended(needs, firstShown)
  if (suspended.length === 0) return []
  const ids = suspended.map(({ id }) => id)
  const held = new Map(
    (await countHeld(needs.sql, ids, mostCounted)).map(({ merchantId, count }) => [merchantId, count]),
  )
  return suspended.map(({ id, name }) => ({ merchantId: id, merchantName: name, count: held.get(id) ?? 0 }))
}
