import type { Sql } from '../../db/db.ts'
import { type Receiver, type Wanted, selectReceiverPage } from './sql.ts'

/** Newest first, by cursor: the id before which the next page starts. */
export async function browseReceivers(
  needs: { sql: Sql },
  { limit, cursor, ...wanted }: Wanted & { limit: number; cursor: string | undefined },
): Promise<{ items: Receiver[]; nextCursor: string | null }> {
  const found = await selectReceiverPage(needs.sql, wanted, { limit: limit + 1, beforeId: cursor })
  const items = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}
