import type { Sql } from '../../platform/db/db.ts'
import { normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { type MerchantFilter, selectMerchants } from './sql.ts'

export type { ListedMerchant } from './sql.ts'

/** Newest first. Searches by prefixes of the name's words, with or without accents, by tax number or by id. */
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
    taxNumber: /^[0-9A-Z]{2,14}$/.test(taxNumber) && /\d/.test(taxNumber) ? taxNumber : null,
    id: isUuid(text) ? text : null,
  }
}
