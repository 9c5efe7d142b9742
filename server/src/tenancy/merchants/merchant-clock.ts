import type { Sql } from '../../platform/db/db.ts'
import { selectAhead } from './sql.ts'
import type { Merchant, ReadMerchant } from './read-merchant.ts'
import { minUuid } from '../../platform/lib/uuid.ts'

export { addToClock, updateHasFaults } from './sql.ts'

/** A merchant whose sandbox clock was moved forward, and the time by that clock. */
export type Ahead = { merchantId: string; now: Date }

type Moved = Pick<Merchant, 'clockAheadSeconds'>

/**
 * A time by a merchant's clock: the real time, except in a sandbox whose merchant has moved the clock forward. Dates of
 * payments, links and consents follow this clock; webhooks, banks, tokens, sessions and the audit log follow the real one.
 */
export const byClockOf = ({ clockAheadSeconds }: Moved, at: Date): Date =>
  clockAheadSeconds === 0 ? at : new Date(at.getTime() + clockAheadSeconds * 1000)

/** The present time by a merchant's clock. */
export const clockOf = (needs: { clock: () => Date }, merchant: Moved): Date => byClockOf(merchant, needs.clock())

/** Call it before a transaction begins: transactions that wait for a second connection can block one another. */
export const timeFor = async (
  needs: { clock: () => Date; readMerchant: ReadMerchant },
  merchantId: string,
): Promise<Date> => clockOf(needs, await needs.readMerchant(merchantId))

const pageSize = 500

/** All merchants whose clock is ahead, a page at a time. */
export async function* everyAhead(needs: { sql: Sql; clock: () => Date }): AsyncGenerator<Ahead> {
  let after = minUuid
  for (;;) {
    const page = await selectAhead(needs.sql, after, pageSize)
    for (const merchant of page) yield { merchantId: merchant.id, now: clockOf(needs, merchant) }
    const last = page[pageSize - 1]
    if (last === undefined) return
    after = last.id
  }
}
