import type { Page, Paging } from '../../platform/http/paging.ts'
import { idsLike, isMeant, meaningsOf } from '../../products/transaction-search/words/folded-words.ts'

/** Of each kind so many of the newest are looked through for words, page by page. By their ids all are found. */
export const mostLookedThrough = 5_000
const pageSize = 500

/** `isAll`: false where older ones were not looked through. */
export type Looked<Item> = { items: Item[]; isAll: boolean }

type Look<Item, Shown> = {
  q: string
  most: number
  /** Newest first, from before the cursor on. */
  read: (paging: Paging) => Promise<Page<Item>>
  words: (item: Item) => string[]
  show: (item: Item) => Shown
}

/** What has an id, or words, that begin as what was typed: by its id first, then the newest. */
export async function lookThrough<Item extends { id: string }, Shown>(look: Look<Item, Shown>): Promise<Looked<Shown>> {
  const { q, most, read, words, show } = look
  const found = new Map((await readByIds(look)).map(item => [item.id, show(item)]))
  const meanings = meaningsOf(q)
  let cursor: string | undefined
  for (let looked = 0; looked < mostLookedThrough && found.size < most; looked += pageSize) {
    const { items, nextCursor } = await read({ limit: pageSize, cursor })
    for (const item of items) if (isMeant(meanings, words(item))) found.set(item.id, show(item))
    if (nextCursor === null) return { items: [...found.values()], isAll: true }
    cursor = nextCursor
  }
  return { items: [...found.values()], isAll: found.size >= most }
}

async function readByIds<Item extends { id: string }>({
  q,
  most,
  read,
}: Pick<Look<Item, never>, 'q' | 'most' | 'read'>) {
  const ids = idsLike(q)
  if (ids === null) return []
  const { items } = await read({ limit: most, cursor: idAfter(ids.last) })
  return items.filter(({ id }) => id >= ids.first && id <= ids.last)
}

/** The id from before which a page has this one, too; none is after the last of all. */
function idAfter(id: string): string | undefined {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return next.length > 32 ? undefined : next
}
