import type { SearchAnswer } from '../../../../server/src/operations/search/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { SearchAnswer }
export type Group = SearchAnswer['groups'][number]
export type Found = Group['items'][number]

/** Of one merchant; null: over all of them, for operators. */
export const searchEverything = (merchantId: string | null, q: string, signal?: AbortSignal) =>
  api.get<SearchAnswer>(merchantId === null ? '/operator/search' : `/merchants/${merchantId}/search`, { q }, signal)

export const searchKeys = { all: (merchantId: string | null) => ['search', merchantId] }
