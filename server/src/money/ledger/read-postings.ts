import type { Sql } from '../../platform/db/db.ts'
import { type Posting, selectPostingsOf } from './sql.ts'

export type { Posting } from './sql.ts'

/** A payment moves money a few times; partial refunds can be more than anybody reads. */
const mostShown = 100

/** How the money of a transaction moved, oldest first. */
export const readPostings = (
  needs: { sql: Sql },
  { merchantId, id }: { merchantId: string; id: string },
): Promise<Posting[]> => selectPostingsOf(needs.sql, merchantId, id, mostShown)
