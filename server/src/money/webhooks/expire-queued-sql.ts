import type { Sql } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import type { LaneId } from './lane-id.ts'
import { from, the, to } from './stages.ts'

/** An event that was given up without another attempt; only those of a transaction can be followed. */
type Outwaited = LaneId & { transactionId: string | null; followed: boolean }

const words = 'not sent for three days: the receiver was not reached'

/**
 * Gives up those events of a lane that have been due since before a time, oldest first. One behind an earlier event of its
 * transaction that stays, stays too: otherwise the older state would be the last that a receiver hears of.
 */
export const finishOutwaited = (sql: Sql, lane: LaneId, before: Date, most: number) =>
  perMerchant(
    sql,
    [lane],
    (_, own, by) => by<Outwaited[]>`
      with expiredInQueue as materialized (
        select merchant_id, id, transaction_id, position from webhook_events
         where merchant_id = ${lane.merchantId} and lane = ${lane.lane} and next_attempt_at <= ${before}
           and stage in ${from(by, 'expiredInQueue')}
         order by next_attempt_at limit ${most}
           for update skip locked),
      ended as materialized (
        select o.merchant_id, o.id, 1 as one from expiredInQueue o
         where not exists (
           select 1 from webhook_events e
            where e.transaction_id = o.transaction_id and e.merchant_id is not distinct from o.merchant_id
              and e.position < o.position and e.stage <> ${the(by, 'Finished')} ${own.tenantFilter('e.merchant_id')}
              and e.id not in (select id from expiredInQueue)))
      update webhook_events e
         set stage = ${to(by, 'expiredInQueue')}, status = ${the(by, 'Failed')}, next_attempt_at = null,
             last_answer = ${words}
        from ended
       where e.merchant_id = ended.merchant_id and e.id = ended.id and ended.one = 1 ${own.tenantFilter('e.merchant_id')}
      returning e.merchant_id, e.lane, e.transaction_id, e.followed`,
  )
