import { createHmac, hash } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import type { Entry } from './act.ts'

/**
 * Keys every entry from the one of this number on. Those before it are older than the key, and have a plain hash; so may
 * those until `plainUntil`, which processes of the release before wrote while they were being replaced.
 */
export type AuditChain = { key: Buffer; from: bigint; plainUntil?: Date }

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
export const hashOf = (row: Row, { key, from }: AuditChain): string =>
  row.sequence < from ? plainHash(row) : createHmac('sha256', key).update(wordsOf(row, plainId)).digest('hex')

const plainHash = (row: Row): string => {
  const words = wordsOf(row, id => id)
  return hash('sha256', words)
}

/** Old entries were hashed with ids as their callers spelled them, and are stored in small letters. */
export function hasItsHash({ hash: found, ...row }: Entry, chain: AuditChain): boolean {
  if (found === hashOf(row, chain)) return true
  const mayBePlain = row.sequence < chain.from || (chain.plainUntil !== undefined && row.at < chain.plainUntil)
  const spellings = [asStored, inCapitals].flatMap(person =>
    [asStored, inCapitals].map(merchant => ({ person, merchant })),
  )
  return (
    mayBePlain &&
    spellings.some(({ person, merchant }) => {
      const spelled = { ...row, personId: person(row.personId), merchantId: merchant(row.merchantId) }
      return found === plainHash(spelled)
    })
  )
}

const asStored = (id: string | null) => id
const inCapitals = (id: string | null) => id?.toUpperCase() ?? null

/** An id is the same id however it is spelled. */
const plainId = (id: string) => id.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

const wordsOf = (row: Row, spell: (id: string) => string): string =>
  JSON.stringify([
    row.previousHash,
    row.sequence.toString(),
    row.at.toISOString(),
    row.personId && spell(row.personId),
    row.personName,
    row.merchantId && spell(row.merchantId),
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
