import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import { type ReceiverFilter, selectReceiverPage } from './sql.ts'

/** A merchant's receivers, newest first. */
export const browseReceivers = (needs: { sql: Sql }, { limit, cursor, ...wanted }: ReceiverFilter & Paging) =>
  readPage(limit, rows => selectReceiverPage(needs.sql, wanted, { limit: rows, beforeId: cursor }), byId)
