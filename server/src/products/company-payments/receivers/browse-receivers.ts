import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import { type Wanted, selectReceiverPage } from './sql.ts'

/** A merchant's receivers, newest first. */
export const browseReceivers = (needs: { sql: Sql }, { limit, cursor, ...wanted }: Wanted & Paging) =>
  readPage(limit, rows => selectReceiverPage(needs.sql, wanted, { limit: rows, beforeId: cursor }), byId)
