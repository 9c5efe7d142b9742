import { barcodeOfLine, readBarcode } from '../../../platform/brazil/boleto.ts'
import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../../platform/db/db.ts'
import {
  type Alike,
  type Within,
  selectAllAlike,
  selectByBarcode,
  selectByTerms,
  selectIdsBetween,
  selectMadeUntil,
  selectNamed,
  selectNewest,
  selectTerms,
} from './sql.ts'
import { idsLike, isMeant, meaningsOf, termsOf } from './folded-terms.ts'

/** Ids that one search takes, newest first. Older ones are searched by the next page. */
const mostFound = 1_000
/** Up to this many terms with the same beginning are read one by one, each with its newest transactions. */
const mostWords = 50
/** For more terms all entries are read, up to this many. */
const mostEntries = 10_000
/** If there are more entries, transactions themselves are scanned, with this many reads per page. */
const mostLooks = 5

/** `isWhole`: exact terms only, not terms that begin with the text. */
type FindByTermsInput = Within & { merchantId: string; q: string; isWhole?: boolean }

/** `lookedUntil`: ids older than this one have not been searched; null: all have. */
export type FoundIds = { ids: string[]; lookedUntil: string | null }

/**
 * Transactions with terms, or an id, that begin with the typed text, newest first. Transactions of the last minute,
 * which have no terms yet, are scanned; so is everything if too many terms begin with the text (`isCommon`).
 */
export async function findByTerms(
  { sql }: { sql: Sql },
  { merchantId, q, isWhole = false, ...range }: FindByTermsInput,
  most = mostFound,
): Promise<FoundIds & { isCommon: boolean }> {
  const meanings = meaningsOf(q)
  const meant = { merchantId, meanings, isWhole }
  const ids = isWhole ? null : idsLike(q)
  const byId = ids === null ? [] : await selectIdsBetween(sql, merchantId, ids, range, most)
  const [unknown, ...known] = await Promise.all([
    notYetKnown(sql, meant, range, most),
    ...meanings.map(terms => byRarest(sql, { merchantId, terms, isWhole }, range, most)),
  ])
  const byWords = known.filter(list => list !== null)
  const isCommon = byWords.length < known.length
  const lists = isCommon ? [await lookThrough(sql, meant, range, most)] : [...byWords, unknown]
  lists.push({ ids: await idsOfBoleto(sql, merchantId, q, range), lookedUntil: null })
  lists.push(
    upTo(
      byId.map(({ id }) => id),
      most,
    ),
  )
  return { ...together(lists), isCommon }
}

/** The days in a barcode are counted anew every 24 years: the due date is near one of these. */
const eras: Day[] = ['2025-01-01', '2049-01-01']

/** The bill whose boleto has the typed line or the barcode. */
async function idsOfBoleto(sql: Sql, merchantId: string, q: string, range: Within): Promise<string[]> {
  const barcode = barcodeOfLine(q) ?? q.trim()
  const dueDates = eras.flatMap(near => readBarcode(barcode, near)?.dueDate ?? [])
  if (dueDates.length === 0) return []
  return (await selectByBarcode(sql, merchantId, { barcode, dueDates }, range)).map(({ id }) => id)
}

const upTo = (ids: string[], most: number): FoundIds => ({
  ids,
  lookedUntil: ids.length < most ? null : (ids.at(-1) ?? null),
})

/** Transactions with all of the terms, found by the rarest one; null: every term is too common. */
async function byRarest(
  sql: Sql,
  { merchantId, terms, isWhole }: { merchantId: string; terms: string[]; isWhole: boolean },
  range: Within,
  most: number,
): Promise<FoundIds | null> {
  // The longest term is usually the rarest; the others are checked in what it finds.
  for (const term of terms.toSorted((a, b) => b.length - a.length)) {
    const ids = await idsWith(sql, merchantId, termsLike(term, isWhole), range, most)
    if (ids === null) continue
    const found = upTo(ids, most)
    if (terms.length === 1 || ids.length === 0) return found
    const named = await selectNamed(sql, merchantId, ids)
    return { ...found, ids: named.filter(one => isMeant([terms], termsOf(one), { isWhole })).map(({ id }) => id) }
  }
  return null
}

async function idsWith(sql: Sql, merchantId: string, alike: Alike, range: Within, most: number) {
  const words = (await selectTerms(sql, merchantId, alike, mostWords + 1)).map(({ term }) => term)
  if (words.length > mostWords) return selectAllAlike(sql, merchantId, alike, range, { mostEntries, most })
  return (await selectByTerms(sql, merchantId, words, range, most)).map(({ id }) => id)
}

/** The range from a term to just behind it, or behind everything that begins with it, by bytes. */
const termsLike = (word: string, isWhole: boolean): Alike => ({
  first: word,
  end: `${word}${isWhole ? '\u0001' : '\u{10FFFF}'}`,
})

type Meant = { merchantId: string; meanings: string[][]; isWhole: boolean }

async function notYetKnown(sql: Sql, { merchantId, meanings, isWhole }: Meant, range: Within, most: number) {
  const madeUntil = await selectMadeUntil(sql, merchantId)
  const from = [range.from, madeUntil]
    .filter(id => id !== undefined)
    .toSorted()
    .at(-1)
  const newest = await selectNewest(sql, merchantId, { ...range, from }, most)
  return {
    ids: newest.filter(one => isMeant(meanings, termsOf(one), { isWhole })).map(({ id }) => id),
    lookedUntil: null,
  }
}

/** Scans from the newest on, until enough are found or the reads are used up. */
async function lookThrough(sql: Sql, { merchantId, meanings, isWhole }: Meant, range: Within, most: number) {
  const ids: string[] = []
  let { before } = range
  for (let look = 1; look <= mostLooks && ids.length < most; look++) {
    const rows = await selectNewest(sql, merchantId, { ...range, before }, most)
    ids.push(...rows.filter(one => isMeant(meanings, termsOf(one), { isWhole })).map(({ id }) => id))
    if (rows.length < most) return { ids, lookedUntil: null }
    before = rows.at(-1)?.id
  }
  return { ids, lookedUntil: before ?? null }
}

/** Merges the lists. Only ids newer than the point where the first list stopped are complete. */
function together(lists: FoundIds[]): FoundIds {
  const lookedUntil =
    lists
      .map(list => list.lookedUntil)
      .filter(id => id !== null)
      .toSorted()
      .at(-1) ?? null
  const ids = [...new Set(lists.flatMap(list => list.ids))].filter(id => lookedUntil === null || id >= lookedUntil)
  return { ids: ids.toSorted().toReversed(), lookedUntil }
}
