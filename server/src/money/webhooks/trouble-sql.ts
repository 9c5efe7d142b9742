import type { Sql, Tx } from '../../platform/db/db.ts'
import { earlier } from '../../platform/db/per-merchant.ts'
import { channel } from './channel.ts'
import type { WebhookEvent } from './event.ts'
import { from, the, to } from './stages.ts'

// Of a sandbox only.

type Leased = Pick<WebhookEvent, 'merchantId' | 'id'> & { leasedUntil: Date }

/** Gives a lease back unused until later, and says why: it has been looked at, and goes as it is the next time. */
export const holdEvent = (sql: Sql, { merchantId, id, leasedUntil }: Leased, until: Date, words: string) => sql`
  update webhook_events e set stage = ${to(sql, 'handedBack')}, next_attempt_at = ${until}, last_answer = ${words}
   where merchant_id = ${merchantId} and id = ${id} and stage in ${from(sql, 'handedBack')}
     and next_attempt_at = ${leasedUntil}`

/** Lets an event go that was held and has not gone yet. */
export const releaseEvent = (sql: Sql, merchantId: string, id: string, now: Date) => sql`
  update webhook_events set next_attempt_at = least(next_attempt_at, ${now})
   where merchant_id = ${merchantId} and id = ${id} and attempts = 0 and stage = ${the(sql, 'Due')}`

/**
 * Brings what a merchant's events wait for nearer: their next attempts, up to now. Before that none comes: it would count
 * as having waited for its turn for so long. What is being sent is left alone.
 */
export const bringAttemptsForward = (tx: Tx, merchantId: string, seconds: number, now: Date) => tx`
  with waiting as materialized (
    select id from webhook_events
     where merchant_id = ${merchantId} and stage = ${the(tx, 'Due')} and next_attempt_at is not null
     order by transaction_id, position
       for update skip locked)
  update webhook_events e
     set next_attempt_at = greatest(${earlier('next_attempt_at', seconds)}, least(next_attempt_at, ${now}))
    from waiting where e.merchant_id = ${merchantId} and e.id = waiting.id`

/** Calls all senders: receivers of this merchant that did not answer are tried again too. */
export const callSendersOf = (sql: Sql, merchantId: string): Promise<void> => sql.notify(channel, merchantId)
