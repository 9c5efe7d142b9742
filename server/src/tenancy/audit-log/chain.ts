import { createHmac } from 'node:crypto'
import type { AuditKey, Entry } from './act.ts'

type Row = Omit<Entry, 'hash'>

/** Covers the whole row and, through the previous hash, every row before it. */
export const hashOf = (row: Row, { key }: AuditKey): string =>
  createHmac('sha256', key).update(wordsOf(row)).digest('hex')

export const hasItsHash = ({ hash, ...row }: Entry, chain: AuditKey): boolean => hash === hashOf(row, chain)

/** The same id can be spelled in several ways. */
const plainId = (id: string) => id.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

const wordsOf = (row: Row): string =>
  JSON.stringify([
    row.previousHash,
    row.sequence.toString(),
    row.at.toISOString(),
    row.personId && plainId(row.personId),
    row.personName,
    plainId(row.merchantId),
    row.act,
    row.subject,
    sorted(row.details),
    row.address,
  ])

/** jsonb does not keep the order of keys, so the hash sorts them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)])
}
