import { randomBytes } from 'node:crypto'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Act, Audit, Entry } from './act.ts'
import { hashesOf } from './chain.ts'
import { appendEntry, lockHead } from './sql.ts'

/**
 * Writes the entry in the database transaction of the change: both commit, or neither does. Called last in it, because
 * the head of the merchant's chain stays locked until the commit. Undefined: callers such as programs leave no entries.
 */
export async function recordAudit(tx: Tx, audit: Audit | undefined): Promise<void> {
  if (audit === undefined) return
  // The request before the chains: the order of locks of everybody who decides on it.
  const approved = await audit.approval?.(tx)
  await append(tx, audit)
  if (approved !== undefined) await append(tx, approved)
}

/** For recorded actions that change nothing, like a revealed document, and before work in many commits. */
export const recordAuditAlone = (needs: { sql: Sql }, audit: Audit | undefined): Promise<void> =>
  needs.sql.begin(tx => recordAudit(tx, audit))

/** The next entry of the merchant's chain, or of the platform's. */
export async function append(tx: Tx, { by, key, ...entry }: Omit<Audit, 'act'> & Pick<Entry, 'act'>): Promise<void> {
  const merchantId = by.merchantId ?? platformId
  const head = await lockHead(tx, merchantId)
  const row = {
    merchantId,
    sequence: head.sequence + 1n,
    at: entry.at,
    personId: by.id,
    personName: by.name,
    act: entry.act,
    subject: storable(entry.subject.slice(0, 200)),
    details: asStored(entry.details),
    address: by.address,
    previousHash: head.hash,
    salt: randomBytes(16).toString('base64'),
  }
  await appendEntry(tx, { ...row, ...hashesOf(row, key), isRedacted: false })
}

/** A path may contain characters that PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, '?')

/** Through JSON, dates included, because the hash must match what is read back. */
const asStored = (details: Act['details'] = {}): Record<string, unknown> =>
  JSON.parse(JSON.stringify(details), (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
