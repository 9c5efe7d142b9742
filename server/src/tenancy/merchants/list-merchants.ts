import type { Sql } from '../../platform/db/db.ts'
import { isGenuineTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { type MerchantFilter, selectMerchants } from './sql.ts'

export type { ListedMerchant } from './sql.ts'

/**
 * Newest first. Searches by prefixes of the name's words, with or without accents, by id, or by the whole tax number: by parts
 * of it somebody who sees it masked could find its digits one by one.
 */
export function listMerchants(needs: { sql: Sql }, { search, limit, cursor }: Paging & { search: string }) {
  const filter = search.trim() === '' ? null : readSearch(search.trim())
  return readPage(limit, rows => selectMerchants(needs.sql, filter, { beforeId: cursor, limit: rows }), byId)
}

/** Only letters and digits reach the query language of the search. */
function readSearch(text: string): MerchantFilter {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const taxNumber = normalizeTaxNumber(text)
  return {
    words: words.length === 0 ? null : words.map(word => `${word}:*`).join(' & '),
    taxNumber: isGenuineTaxNumber(taxNumber) ? taxNumber : null,
    id: isUuid(text) ? text : null,
  }
}
