import { createHmac } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import type { Entry } from './act.ts'

/** The key under which every entry is hashed. */
export type AuditChain = { key: Buffer }

/**
 * The chain of each database, given once, at the start. Whoever writes an entry has the database in hand, and need not
 * know that there is a key.
 */
const chains = new WeakMap<Sql, AuditChain>()

export const keyAuditLog = (sql: Sql, chain: AuditChain): void => void chains.set(sql, chain)

export function chainOf(sql: Sql): AuditChain {
  const chain = chains.get(sql)
  if (chain === undefined) throw new Error('the audit log of this database has been given no key')
  return chain
}

type Row = Omit<Entry, 'hash'>

/** Covers everything the row says and, through the hash before, every row there was. */
export const hashOf = (row: Row, { key }: AuditChain): string =>
  createHmac('sha256', key).update(wordsOf(row)).digest('hex')

export const hasItsHash = ({ hash, ...row }: Entry, chain: AuditChain): boolean => hash === hashOf(row, chain)

/** An id is the same id however it is spelled. */
const plainId = (id: string) => id.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

const wordsOf = (row: Row): string =>
  JSON.stringify([
    row.previousHash,
    row.sequence.toString(),
    row.at.toISOString(),
    row.personId && plainId(row.personId),
    row.personName,
    row.merchantId && plainId(row.merchantId),
    row.act,
    row.subject,
    sorted(row.details),
    row.address,
    row.refuses?.toString() ?? null,
  ])

/** jsonb keeps no order of keys: the hash has one of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)])
}
