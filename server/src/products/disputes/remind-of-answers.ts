import type { Sql } from '../../platform/db/db.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { disputeNotification } from './views.ts'
import { selectUnanswered } from './sql.ts'

/** So long before the time to answer ends people are told again. */
const soonMs = 24 * 60 * 60 * 1000
const mostAtOnce = 200

/** Tells of disputes that nobody has answered and soon nobody can; each once. Finds no work to go on with. */
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
