import { createHmac } from 'node:crypto'
import type { AuditKey, Entry, EntryContent } from './act.ts'

type Row = Omit<Entry, 'hash' | 'contentHash' | 'isRedacted'>
type Linked = Pick<Entry, 'previousHash' | 'sequence' | 'at' | 'personId' | 'merchantId' | 'act' | 'contentHash'>

/** Both hashes of a new entry: `hash` covers the whole row and, through the previous hash, every row before it. */
export function hashesOf(row: Row, chain: AuditKey): { contentHash: string; hash: string } {
  const contentHash = contentHashOf(row, chain)
  return { contentHash, hash: linkHashOf({ ...row, contentHash }, chain) }
}

/** The part that can be redacted. The salt of a redacted entry is empty. */
export const contentHashOf = (
  { salt, personName, subject, details, address }: EntryContent & { salt: string },
  chain: AuditKey,
): string => keyedHash(chain, [salt, personName, subject, sorted(details), address])

const linkHashOf = (row: Linked, chain: AuditKey): string =>
  keyedHash(chain, [
    row.previousHash,
    row.sequence.toString(),
    row.at.toISOString(),
    row.personId && plainId(row.personId),
    plainId(row.merchantId),
    row.act,
    row.contentHash,
  ])

/** Whether it is in its place, and unchanged unless it is redacted: then the platform's chain says what it must say. */
export const hasItsHash = (entry: Entry, chain: AuditKey): boolean =>
  entry.hash === linkHashOf(entry, chain) && (entry.isRedacted || entry.contentHash === contentHashOf(entry, chain))

/** The same id can be spelled in several ways. */
const plainId = (id: string) => id.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

const keyedHash = ({ key }: AuditKey, words: unknown[]): string =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest('hex')

/** jsonb does not keep the order of keys, so the hash sorts them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)])
}
