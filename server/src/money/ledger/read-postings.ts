import type { Archive } from '../../platform/archive/read-archive.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Posting, readRows, selectPostingsOf } from './sql.ts'

export type { Posting } from './sql.ts'

/** A payment moves money a few times; partial refunds can be more than anybody reads. */
const mostShown = 100

type Moved = { merchantId: string; id: string; archived?: { postings: bigint[] } }

/** How the money of a transaction moved, oldest first. */
export async function readPostings(
  needs: { sql: Sql; archive: Archive },
  { merchantId, id, archived }: Moved,
): Promise<Posting[]> {
  if (archived === undefined) return selectPostingsOf(needs.sql, merchantId, id, mostShown)
  const lines = []
  for (const sequence of archived.postings.slice(0, mostShown))
    lines.push(...(await needs.archive.postings(merchantId, sequence, sequence)))
  return readRows(needs.sql.reportsOf(merchantId), lines)
}
