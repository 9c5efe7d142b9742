import type { Sql } from '../../platform/db/db.ts'
import { type Membership, selectMemberships } from './sql.ts'

/** Where the person belongs, by the merchants' names. */
export const readMemberships = (needs: { sql: Sql }, personId: string): Promise<Membership[]> =>
  selectMemberships(needs.sql, personId)
