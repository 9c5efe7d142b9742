import type { Sql } from '../../platform/db/db.ts'
import { deleteOldNews, deleteOldNotifications } from './sql.ts'

/** What people were told, read or not. */
export async function purgeNotifications({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> {
  const notifications = await deleteOldNotifications(sql, before, most)
  const news = await deleteOldNews(sql, before, most)
  return notifications.count + news.count
}
