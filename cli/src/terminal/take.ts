import { wrongUsage } from '../command-line/failure.ts'
import type { Terminal } from './terminal.ts'

/** How many items of a list are shown. Default: 20. */
export function readLimit(typed = '20'): number {
  if (typed === 'all') return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,5}$/.test(typed)) throw wrongUsage(`"${typed}" is no count.`, 'Write --limit 100, or --limit all')
  return Number(typed)
}

/** The first items of a list, and whether there are more. */
export async function take<Item>(terminal: Terminal, list: AsyncIterable<Item>, limit: number) {
  const items: Item[] = []
  const progress = terminal.progress('Reading')
  try {
    for await (const item of list) {
      if (items.length === limit) return { items, hasMore: true }
      items.push(item)
      if (items.length % 20 === 0) progress.say(`Reading: ${items.length} so far`)
    }
    return { items, hasMore: false }
  } finally {
    progress.stop()
  }
}
