type CursorPage<Item> = { items: Item[]; nextCursor: string | null }

/** Every item of all pages; a page is asked for when its first item is. */
export async function* byCursor<Item>(
  readPage: (page: { cursor?: string }) => Promise<CursorPage<Item>>,
): AsyncGenerator<Item, void> {
  let cursor: string | null = null
  do {
    const page: CursorPage<Item> = await readPage(cursor === null ? {} : { cursor })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}

type OffsetPage<Item> = { items: Item[] } | Item[]

/**
 * Lists by offset are newest first: what is created meanwhile moves items to the next page, where they are not yielded
 * again. Ends with a page that has none.
 */
export async function* byOffset<Item extends { id: string }>(
  readPage: (page: { offset: number }) => Promise<OffsetPage<Item>>,
): AsyncGenerator<Item, void> {
  let seen = new Set<string>()
  for (let offset = 0; ; ) {
    const page = await readPage({ offset })
    const items = Array.isArray(page) ? page : page.items
    if (items.length === 0) return
    for (const item of items) if (!seen.has(item.id)) yield item
    seen = new Set(items.map(({ id }) => id))
    offset += items.length
  }
}
