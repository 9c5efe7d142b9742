import type { Sql } from '../../platform/db/db.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { disputeNotification } from './views.ts'
import { selectUnanswered } from './sql.ts'

/** How long before the deadline people are reminded. */
const soonMs = 24 * 60 * 60 * 1000
const mostAtOnce = 200

/**
 * Reminds of unanswered disputes whose deadline is near, once each. Always returns 0, because no more work is due at
 * once.
 */
export async function remindOfAnswers({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<number> {
  const from = clock()
  const due = await selectUnanswered(sql, { from, until: new Date(from.getTime() + soonMs) }, mostAtOnce)
  await queueNotification(
    sql,
    due.map(dispute => disputeNotification('disputeEndsSoon', dispute)),
    from,
  )
  return 0
}
