import type { Sql } from '../../platform/db/db.ts'
import { sumBalances } from './sql.ts'

/** All merchants' money together, and what the platform has earned. */
export const readPlatformBalance = (needs: { sql: Sql }) => sumBalances(needs.sql)
