import type { Sql } from '../../platform/db/db.ts'
import { nextAccountNumber } from './sql.ts'

/** A number nobody has had; one that is taken and not used is left out. */
export const takeAccountNumber = (needs: { sql: Sql }): Promise<string> => nextAccountNumber(needs.sql)
