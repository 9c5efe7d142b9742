import type { Sql } from '../db/db.ts'

/** Where PostgreSQL tells workers that events have become due. The payload is the merchant who asked for it, or empty. */
export const channel = 'trilho_webhooks'

/** Without it (a pooler in between, say) workers still look every second. */
export const listenForDue = async (sql: Sql, heard: (merchantId: string) => void): Promise<void> => {
  await sql.listen(channel, heard).catch(() => {})
}
