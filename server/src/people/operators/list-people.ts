import type { Sql } from '../../db/db.ts'
import { type ListedPerson, selectPeople } from './sql.ts'

type Wanted = { search: string; limit: number; cursor: string | undefined }

/** A cursor is the person before whom the next page starts. */
export async function listPeople(needs: { sql: Sql }, { search, limit, cursor }: Wanted) {
  const found = await selectPeople(needs.sql, { search: search.trim(), before: cursor, limit: limit + 1 })
  const items: ListedPerson[] = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}
