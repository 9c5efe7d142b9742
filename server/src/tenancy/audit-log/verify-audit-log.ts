import type { Sql } from '../../platform/db/db.ts'
import type { AuditKey, Entry } from './act.ts'
import { hasItsHash } from './chain.ts'
import { selectEnd, selectEntries } from './sql.ts'

const batch = 1_000
const beforeAll = -(2n ** 63n)

/** Where the log ended when somebody looked: kept elsewhere, it tells whether the log has been cut or rewritten since. */
export type Head = { sequence: bigint; hash: string }

/** What the walk found: how far the log goes, its last hash and its time; and the first fault, if any. */
export type Verdict = { entries: bigint; lastHash: string; lastAt: Date | null; fault: string | null }

/**
 * Walks the audit log from its first entry to its last. A changed entry no longer fits its hash, one that was removed or
 * put in between breaks the numbers or the chain, and entries cut off the end are missed where the log says it ends, or
 * at the head that was kept elsewhere. Entries that are written meanwhile are left for the next walk.
 */
export async function verifyAuditLog(
  needs: { sql: Sql; auditKey: AuditKey },
  kept: Head | null = null,
): Promise<Verdict> {
  const end = await selectEnd(needs.sql)
  let last: Pick<Entry, 'sequence' | 'hash'> & { at: Date | null } = { sequence: 0n, hash: '', at: null }
  let after = beforeAll
  const verdict = (fault: string | null): Verdict => ({
    entries: last.sequence,
    lastHash: last.hash,
    lastAt: last.at,
    fault,
  })
  if (end === undefined) return verdict('the end of the log is not written down')
  while (last.sequence < end.sequence) {
    const entries = await selectEntries(needs.sql, after, batch)
    if (entries.length === 0) return verdict(`entries ${last.sequence + 1n} to ${end.sequence} are missing`)
    for (const entry of entries) {
      if (entry.sequence !== last.sequence + 1n)
        return verdict(`entry ${last.sequence + 1n} is missing: ${entry.sequence} is in its place`)
      if (entry.sequence > end.sequence) break
      if (entry.previousHash !== last.hash)
        return verdict(`entry ${entry.sequence} does not follow from the one before`)
      if (!hasItsHash(entry, needs.auditKey)) return verdict(`entry ${entry.sequence} was changed`)
      if (entry.sequence === kept?.sequence && entry.hash !== kept.hash)
        return verdict(`entry ${entry.sequence} has another hash than the head that was kept`)
      last = entry
      after = entry.sequence
    }
  }
  if (last.hash !== end.hash) return verdict(`entry ${end.sequence} is not the one the log ended with`)
  if (kept !== null && kept.sequence > last.sequence)
    return verdict(
      `entries ${last.sequence + 1n} to ${kept.sequence} are missing: the head that was kept is beyond the end`,
    )
  const beyond = await selectEntries(needs.sql, end.sequence, 1)
  const endNow = await selectEnd(needs.sql)
  if (beyond.length > 0 && endNow?.sequence === end.sequence)
    return verdict(`entry ${beyond[0]?.sequence} comes after the end of the log`)
  return verdict(null)
}
