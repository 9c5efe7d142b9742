import type { Page, Paging } from '../../platform/http/paging.ts'
import { idsLike, isMeant, meaningsOf } from '../../products/transaction-search/terms/folded-terms.ts'

/** At most this many of the newest items of a kind are scanned for words, page by page. By id all are found. */
export const mostScanned = 5_000
const pageSize = 500

/** `isAll` is false if older items were not scanned. */
export type Scanned<Item> = { items: Item[]; isAll: boolean }

type Scan<Item, Shown> = {
  q: string
  most: number
  /** Newest first, from before the cursor on. */
  read: (paging: Paging) => Promise<Page<Item>>
  words: (item: Item) => string[]
  show: (item: Item) => Shown
}

/** What has an id, or words, that begin as what was typed: by its id first, then the newest. */
export async function scan<Item extends { id: string }, Shown>(input: Scan<Item, Shown>): Promise<Scanned<Shown>> {
  const { q, most, read, words, show } = input
  const found = new Map((await readByIds(input)).map(item => [item.id, show(item)]))
  const meanings = meaningsOf(q)
  let cursor: string | undefined
  for (let scanned = 0; scanned < mostScanned && found.size < most; scanned += pageSize) {
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
}: Pick<Scan<Item, never>, 'q' | 'most' | 'read'>) {
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
