import { isGenuineTaxNumber } from '../../../platform/brazil/tax-number.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid, uuidv7 } from '../../../platform/lib/uuid.ts'
import { type SavedFilter, deleteFilter, selectFilters, upsertFilter } from './sql.ts'

export type { SavedFilter }

const mostFilters = 20

type Needs = { sql: Sql; clock: () => Date }
type Owner = { merchantId: string; personId: string }

/** A person's own, for one merchant, in the order they were saved. */
export const listFilters = ({ sql }: Needs, owner: Owner) => selectFilters(sql, owner, mostFilters)

/** A filter with an existing name replaces it. */
export async function saveFilter(
  needs: Needs,
  { name, query, ...owner }: Owner & { name: string; query: string },
): Promise<SavedFilter> {
  const kept = await selectFilters(needs.sql, owner, mostFilters)
  const called = name.trim()
  if (kept.length === mostFilters && !kept.some(one => one.name === called)) throw new ApiError('TooManyKept')
  const createdAt = needs.clock()
  const filter = { ...owner, id: uuidv7(createdAt.getTime()), name: called, query: withoutDocument(query), createdAt }
  const [saved = filter] = await upsertFilter(needs.sql, filter)
  return saved
}

/** Every search by document is recorded, so a saved filter must not contain one. */
function withoutDocument(query: string): string {
  const parts = new URLSearchParams(query)
  if (isGenuineTaxNumber(parts.get('q')?.trim() ?? '')) parts.delete('q')
  return parts.toString()
}

export async function removeFilter(needs: Needs, { id, ...owner }: Owner & { id: string }): Promise<void> {
  if (isUuid(id)) await deleteFilter(needs.sql, owner, id)
}
