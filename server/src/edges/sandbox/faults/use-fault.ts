import type { Sql } from '../../../platform/db/db.ts'
import { updateHasFaults } from '../../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Remembered } from '../../../platform/lib/remember.ts'
import type { FaultFor } from '../../../money/webhooks/event.ts'
import type { FaultKind } from './schemas.ts'
import { deleteUsedUp, holdFirst, takeHeld, takeOne } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: Remembered<Merchant> }

type TakeFault = (merchantId: string, kind: FaultKind) => Promise<{ seconds: number } | null>

const longestWaitSeconds = 600
const words = (what: string) => `${what}, as scripted in this sandbox`

/** What has been scripted to go wrong, used up one by one. A merchant that has scripted nothing is not looked up. */
export function scriptedFaults(needs: Needs) {
  const { sql, clock, readMerchant } = needs
  const isScripted = async (merchantId: string) => (await readMerchant(merchantId)).hasFaults

  const take: TakeFault = async (merchantId, kind) => {
    const used = (await isScripted(merchantId)) ? await takeOne(sql, merchantId, kind) : undefined
    if (used === undefined) return null
    if (used.timesLeft === 0) await purgeUsedUp(needs, merchantId)
    return { seconds: used.seconds ?? 0 }
  }

  const webhook: FaultFor = async event => {
    const { merchantId } = event
    if (!(await isScripted(merchantId))) return null
    if (await take(merchantId, 'webhookDrop')) return { kind: 'dropped', words: words('not sent') }
    const delay = await take(merchantId, 'webhookDelay')
    if (delay !== null) return { kind: 'held', seconds: delay.seconds, words: words(`sent ${delay.seconds} s later`) }
    const now = clock()
    const pair = await takeHeld(sql, event, now)
    if (pair?.timesLeft === 0) await purgeUsedUp(needs, merchantId)
    if (pair !== undefined) return { kind: 'releases', eventId: pair.heldEventId }
    if (await holdFirst(sql, event, now, new Date(now.getTime() + longestWaitSeconds * 1000)))
      return { kind: 'held', seconds: longestWaitSeconds, words: words('sent after the next event') }
    return (await take(merchantId, 'webhookDuplicate')) ? { kind: 'twice' } : null
  }

  return { take, webhook }
}

/** The merchant is locked first, as when a fault is scripted, so that no new fault is missed. */
async function purgeUsedUp({ sql, readMerchant }: Pick<Needs, 'sql' | 'readMerchant'>, merchantId: string) {
  await sql.begin(async tx => {
    await updateHasFaults(tx, merchantId, true)
    if (!(await deleteUsedUp(tx, merchantId))) await updateHasFaults(tx, merchantId, false)
  })
  readMerchant.invalidate(merchantId)
}
