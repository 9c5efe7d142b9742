import { isDay } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Paging, readPage } from '../../platform/http/paging.ts'
import { type Piece, mostExported } from '../../platform/http/spreadsheet.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { type ListedReconciliation, selectReconciliation, selectReconciliations } from './sql.ts'

const cursorOf = ({ day, connectionId }: ListedReconciliation) => `${day}_${connectionId}`

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return null
  const [day = '', connectionId = ''] = cursor.split('_')
  if (!isDay(day) || !isUuid(connectionId)) throw new ApiError('RouteNotFound')
  return { day, connectionId }
}

/** Newest day first. */
export const listReconciliations = ({ sql }: { sql: Sql }, { limit, cursor }: Paging) =>
  readPage(limit, rows => selectReconciliations(sql, { limit: rows, after: placeOf(cursor) }), cursorOf)

export async function readReconciliation(
  { sql }: { sql: Sql },
  { connectionId, day }: { connectionId: string; day: string },
): Promise<ListedReconciliation> {
  const found = isDay(day) && isUuid(connectionId) ? await selectReconciliation(sql, connectionId, day) : undefined
  if (found === undefined) throw new ApiError('RouteNotFound')
  return found
}

/** All days for a file, a piece at a time. */
export async function* exportReconciliations(needs: { sql: Sql }): AsyncGenerator<Piece<ListedReconciliation>> {
  const limit = 1_000
  let cursor: string | undefined
  for (let count = limit; count <= mostExported; count += limit) {
    const page = await listReconciliations(needs, { limit, cursor })
    const isLast = page.nextCursor === null
    yield { rows: page.items, cutAt: !isLast && count === mostExported ? (page.items.at(-1)?.at ?? null) : null }
    if (isLast) return
    cursor = page.nextCursor ?? undefined
  }
}
