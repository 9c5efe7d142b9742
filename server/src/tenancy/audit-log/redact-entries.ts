import type { Tx } from '../../platform/db/db.ts'
import { type AuditKey, type Entry, type EntryContent, redactAct } from './act.ts'
import { contentHashOf } from './chain.ts'
import { append } from './record-audit.ts'
import { updateRedacted } from './sql.ts'

/** The hash of what redacted entries say now, by `redactionKey`. */
export type Redactions = Record<string, string>

export type RedactedEntry = EntryContent & Pick<Entry, 'merchantId' | 'sequence'>

export const redactionKey = ({ merchantId, sequence }: Pick<Entry, 'merchantId' | 'sequence'>) =>
  `${merchantId} ${sequence}`

const by = { id: null, name: 'Trilho', merchantId: null, address: 'worker' } as const

/**
 * Removes personal data from entries. What they say from now on is part of the platform's chain, so that nobody can change an
 * entry and call it redacted. Called last in the transaction, like `recordAudit`.
 */
export async function redactEntries(
  tx: Tx,
  { subject, entries, at, key }: { subject: string; entries: RedactedEntry[]; at: Date; key: AuditKey },
): Promise<void> {
  if (entries.length === 0) return
  const redactions: Redactions = {}
  for (const entry of entries) {
    await updateRedacted(tx, entry)
    redactions[redactionKey(entry)] = contentHashOf({ ...entry, salt: '' }, key)
  }
  await append(tx, { act: redactAct, subject, details: { redactions }, by, at, key })
}
