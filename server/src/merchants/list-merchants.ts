import type { Sql } from '../db/db.ts'
import { normalizeTaxNumber } from '../brazil/tax-number.ts'
import { isUuid } from '../lib/uuid.ts'
import { type ListedMerchant, type Wanted, selectMerchants } from './sql.ts'

export type { ListedMerchant } from './sql.ts'

type Asked = { search: string; limit: number; cursor: string | undefined }

/** Newest first. Found by the beginnings of words of the name, with or without accents, by tax number or by id. */
export async function listMerchants(needs: { sql: Sql }, { search, limit, cursor }: Asked) {
  const wanted = search.trim() === '' ? null : readSearch(search.trim())
  const found = await selectMerchants(needs.sql, wanted, { beforeId: cursor, limit: limit + 1 })
  const items: ListedMerchant[] = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Only letters and digits reach the query language of the search. */
function readSearch(text: string): Wanted {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const taxNumber = normalizeTaxNumber(text)
  return {
    words: words.length === 0 ? null : words.map(word => `${word}:*`).join(' & '),
    taxNumber: /^[0-9A-Z]{2,14}$/.test(taxNumber) && /\d/.test(taxNumber) ? taxNumber : null,
    id: isUuid(text) ? text : null,
  }
}
