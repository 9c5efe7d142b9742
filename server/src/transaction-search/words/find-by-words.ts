import type { Sql } from '../../db/db.ts'
import { type Within, selectByWords, selectIdsBetween, selectMadeUntil, selectNamed, selectNewest } from './sql.ts'
import { idsLike, isMeant, meaningsOf, wordsOf } from './folded-words.ts'

/** Ids that one look takes, newest first. What is older is looked for by the next page. */
const mostFound = 1_000

/** `isWhole`: the words as they were typed, not what only begins like them. */
type Wanted = Within & { merchantId: string; q: string; isWhole?: boolean }

/** `lookedUntil`: whatever is older than this id has not been looked at; null: everything has. */
export type FoundIds = { ids: string[]; lookedUntil: string | null }

/**
 * Transactions with words, or an id, that begin as what was typed, newest first. What the words do not know yet, of the last
 * minute, is looked through as it is.
 */
export async function findByWords(
  { sql }: { sql: Sql },
  { merchantId, q, isWhole = false, ...range }: Wanted,
  most = mostFound,
): Promise<FoundIds> {
  const meanings = meaningsOf(q)
  const ids = isWhole ? null : idsLike(q)
  const byMeaning = meanings.map(async terms => {
    // The longest word is the rarest, as a rule; the others are looked for in what it finds.
    const [rarest = '', ...others] = terms.toSorted((a, b) => b.length - a.length)
    const found = (await selectByWords(sql, merchantId, wordsLike(rarest, isWhole), range, most)).map(({ id }) => id)
    const lookedUntil = found.length < most ? null : (found.at(-1) ?? null)
    if (others.length === 0 || found.length === 0) return { ids: found, lookedUntil }
    const named = await selectNamed(sql, merchantId, found)
    return { ids: named.filter(one => isMeant([terms], wordsOf(one), { isWhole })).map(({ id }) => id), lookedUntil }
  })
  const byId = ids === null ? [] : await selectIdsBetween(sql, merchantId, ids, range, most)
  const lists = await Promise.all([...byMeaning, notYetKnown(sql, { merchantId, meanings, isWhole }, range, most)])
  lists.push({ ids: byId.map(({ id }) => id), lookedUntil: byId.length < most ? null : (byId.at(-1)?.id ?? null) })
  return together(lists)
}

/** From a word to behind it, or behind everything that begins like it, by bytes. */
const wordsLike = (word: string, isWhole: boolean) => ({
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
    ids: newest.filter(one => isMeant(meanings, wordsOf(one), { isWhole })).map(({ id }) => id),
    lookedUntil: null,
  }
}

/** All of them know what is newer than where the first of them has stopped. */
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
