import type { Sql } from '../../platform/db/db.ts'
import { selectResumed, selectSuspended } from './sql.ts'

/** The first of the merchants that are suspended, by name. */
export const listSuspended = (needs: { sql: Sql }, most: number) => selectSuspended(needs.sql, most)

/** Merchants that were suspended once and work again. */
export const listResumed = async (needs: { sql: Sql }): Promise<{ merchantId: string }[]> =>
  (await selectResumed(needs.sql)).map(({ id }) => ({ merchantId: id }))
