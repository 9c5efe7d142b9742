import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import { selectPeople } from './sql.ts'

/** Newest first. */
export const listPeople = (needs: { sql: Sql }, { search, limit, cursor }: Paging & { search: string }) =>
  readPage(limit, rows => selectPeople(needs.sql, { search: search.trim(), before: cursor, limit: rows }), byId)
