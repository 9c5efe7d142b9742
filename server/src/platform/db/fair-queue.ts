/**
 * A bounded queue in which everybody has a turn: what is taken is shared out among those who wait, so that a flood from
 * one merchant leaves the others their place. Of one merchant the first comes first.
 */
export function fairQueue<Item>({ most, mostOfOne }: { most: number; mostOfOne: number }) {
  const waiting = new Map<string, Item[]>()
  let size = 0

  return {
    isEmpty: () => size === 0,
    /** False: there is no room, for anybody or for this one. */
    add(owner: string, item: Item): boolean {
      const own = waiting.get(owner)
      if (size >= most || (own?.length ?? 0) >= mostOfOne) return false
      if (own === undefined) waiting.set(owner, [item])
      else own.push(item)
      size++
      return true
    },
    take(count: number): Item[] {
      const taken: Item[] = []
      while (size > 0 && taken.length < count) {
        const share = Math.ceil((count - taken.length) / waiting.size)
        for (const [owner, own] of waiting) {
          const part = own.splice(0, Math.min(share, count - taken.length))
          taken.push(...part)
          size -= part.length
          // Who still waits goes to the end of the line.
          waiting.delete(owner)
          if (own.length > 0) waiting.set(owner, own)
          if (taken.length >= count || part.length === 0) break
        }
      }
      return taken
    },
  }
}
