import type { Sql } from '../../platform/db/db.ts'
import { selectAhead } from './clock-sql.ts'
import type { Merchant, ReadMerchant } from './read-merchant.ts'
import { smallestUuid } from '../../platform/lib/uuid.ts'

export { addToClock, updateHasTroubles } from './clock-sql.ts'

/** A merchant whose sandbox clock was moved forward, and what time it is for it. */
export type Ahead = { merchantId: string; now: Date }

type Moved = Pick<Merchant, 'clockAheadSeconds'>

/**
 * A moment by a merchant's clock. It is the true time, but in a sandbox where the merchant has moved its clock forward.
 * What a merchant's payments, links and consents say of dates is by this clock; whatever speaks to the world outside
 * (webhooks, banks, tokens, sessions, the audit log) goes by the true one.
 */
export const byClockOf = ({ clockAheadSeconds }: Moved, at: Date): Date =>
  clockAheadSeconds === 0 ? at : new Date(at.getTime() + clockAheadSeconds * 1000)

/** What time it is for a merchant. */
export const clockOf = (needs: { clock: () => Date }, merchant: Moved): Date => byClockOf(merchant, needs.clock())

/**
 * The same, where only its id is known. Asked before a database transaction begins: within one, whoever waits for a second
 * connection to read the merchant may wait for all the others that do.
 */
export const timeFor = async (
  needs: { clock: () => Date; readMerchant: ReadMerchant },
  merchantId: string,
): Promise<Date> => clockOf(needs, await needs.readMerchant(merchantId))

const pageSize = 500

/** All whose clock is ahead, a page at a time. */
export async function* everyAhead(needs: { sql: Sql; clock: () => Date }): AsyncGenerator<Ahead> {
  let after = smallestUuid
  for (;;) {
    const page = await selectAhead(needs.sql, after, pageSize)
    for (const merchant of page) yield { merchantId: merchant.id, now: clockOf(needs, merchant) }
    const last = page[pageSize - 1]
    if (last === undefined) return
    after = last.id
  }
}
