import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Act, Audit } from './act.ts'
import { hashOf } from './chain.ts'
import { appendEntry, lockEnd } from './sql.ts'

/**
 * Writes the entry of a change in the change's own database transaction: both commit, or neither does. Called last in it,
 * because the end of the chain stays locked until the commit. Undefined: whoever calls leaves no entries, as programs do.
 */
export async function recordAudit(tx: Tx, audit: Audit | undefined): Promise<void> {
  if (audit === undefined) return
  const { by } = audit
  const end = await lockEnd(tx)
  const row = {
    sequence: end.sequence + 1n,
    at: audit.at,
    personId: by.id,
    personName: by.name,
    merchantId: by.merchantId,
    act: audit.act,
    subject: storable(audit.subject.slice(0, 200)),
    details: asStored(audit.details),
    address: by.address,
    refuses: null,
    previousHash: end.hash,
  }
  await appendEntry(tx, { ...row, hash: hashOf(row, audit.key) })
}

/** For what changes nothing and yet is recorded, like a revealed document, and for work of many commits: before it. */
export const recordAuditAlone = (needs: { sql: Sql }, audit: Audit | undefined): Promise<void> =>
  needs.sql.begin(tx => recordAudit(tx, audit))

/** A path may contain what PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, '?')

/** As JSON has it, dates and all: the hash must be that of what is read back. */
const asStored = (details: Act['details'] = {}): Record<string, unknown> =>
  JSON.parse(JSON.stringify(details), (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
