import type { Sql } from '../db/db.ts'
import { deleteOldMails } from './sql.ts'

/** That a mail was sent, or given up; what it said is gone since then. */
export const purgeMails = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldMails(sql, before, most)).count
