import { createHash } from 'node:crypto'
import { UnreadableRow, UnreadableRows } from '../bank-faults.ts'
import type { Fields } from './reading.ts'

/**
 * What can be read of a bank's list, where `read` answers null for what is left out on purpose. The rows that cannot be read
 * are thrown together at the end.
 */
export async function* readable<Item>(
  rows: AsyncIterable<Fields> | Iterable<Fields>,
  read: (row: Fields) => Item | UnreadableRow | null,
): AsyncGenerator<Item> {
  const unreadable: UnreadableRow[] = []
  for await (const row of rows) {
    const item = read(row)
    if (item instanceof UnreadableRow) unreadable.push(item)
    else if (item !== null) yield item
  }
  if (unreadable.length > 0) throw new UnreadableRows(unreadable)
}

/** `required`: its fields by the bank's names as they were read, the one that names it first. */
export function unreadableRow(row: Fields, required: Record<string, unknown>, hidesReturns = false): UnreadableRow {
  const [name] = Object.values(required)
  const lacks = Object.keys(required).filter(field => required[field] === null || required[field] === undefined)
  const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16)
  return new UnreadableRow(typeof name === 'string' ? name : null, digest, lacks.join(', '), hidesReturns)
}
