import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import { type Filter, selectDeliveries } from './sql.ts'

/** Newest first. */
export const listDeliveries = (needs: { sql: Sql }, { limit, cursor, ...filter }: Filter & Paging) =>
  readPage(limit, rows => selectDeliveries(needs.sql, filter, { limit: rows, beforeId: cursor }), byId)
