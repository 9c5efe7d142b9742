import type { Sql } from '../../platform/db/db.ts'
import { deleteOldEvents } from './sql.ts'

/** Events that are finished go with everything that was said about them. */
export const purgeEvents = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldEvents(sql, before, most)).count
