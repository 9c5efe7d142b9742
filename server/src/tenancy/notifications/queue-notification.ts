import type { Sql, Tx } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { KindName } from './kinds.ts'
import { insertNews } from './sql.ts'

/** `subject`: what it is about, told once as long as it lasts. `details`: what its words and its path name. */
export type News = {
  merchantId: string
  kind: KindName
  subject: string
  details: Record<string, string>
  /** People who need not be told: it was their own doing. */
  notTo?: string[]
}

/**
 * Writes down what people are to be told, best in the commit of what has happened; a worker tells them (`tell-people.ts`).
 * What they were told and is not over is not written again.
 */
export async function queueNotification(sql: Sql | Tx, news: readonly News[], at: Date): Promise<void> {
  if (news.length === 0) return
  await insertNews(
    sql,
    news.map(one => ({ ...one, notTo: one.notTo ?? [], id: uuidv7(at.getTime()), createdAt: at })),
  )
}
