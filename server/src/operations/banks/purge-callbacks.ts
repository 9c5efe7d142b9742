import type { Sql } from '../../platform/db/db.ts'
import { deleteOldNotices } from './sql.ts'

/** Notices that were worked off, or given up. */
export const purgeNotices = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldNotices(sql, before, most)).count
