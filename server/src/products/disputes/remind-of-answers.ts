import type { Sql } from '../../platform/db/db.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { disputeNotification } from './views.ts'
import { selectUnanswered } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  /** How long before the deadline people are reminded. */
  disputeRemindMs: number
}

const mostAtOnce = 200

/**
 * Reminds of unanswered disputes whose deadline is near, once each. Always returns 0, because no more work is due at
 * once.
 */
export async function remindOfAnswers({ sql, clock, disputeRemindMs }: Needs): Promise<number> {
  const from = clock()
  const due = await selectUnanswered(sql, { from, until: new Date(from.getTime() + disputeRemindMs) }, mostAtOnce)
  await queueNotification(
    sql,
    due.map(dispute => disputeNotification('disputeEndsSoon', dispute)),
    from,
  )
  return 0
}
