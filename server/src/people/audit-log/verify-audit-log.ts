import type { Sql } from '../../db/db.ts'
import { hashOf } from './record-act.ts'
import { selectEnd, selectEntries } from './sql.ts'

const batch = 1_000
const beforeAll = -(2n ** 63n)

/** What the walk found: how far the log goes and its last hash, to be kept elsewhere; and the first fault, if any. */
export type Verdict = { entries: bigint; lastHash: string; fault: string | null }

/**
 * Walks the audit log from its first entry to its last. A changed entry no longer fits its hash, one that was removed or
 * put in between breaks the numbers or the chain, and entries cut off the end are missed where the log says it ends.
 * Entries that are written meanwhile are left for the next walk.
 */
export async function verifyAuditLog(needs: { sql: Sql }): Promise<Verdict> {
  const end = await selectEnd(needs.sql)
  let last = { sequence: 0n, hash: '' }
  let after = beforeAll
  const broken = (fault: string): Verdict => ({ entries: last.sequence, lastHash: last.hash, fault })
  if (end === undefined) return broken('the end of the log is not written down')
  while (last.sequence < end.sequence) {
    const entries = await selectEntries(needs.sql, after, batch)
    if (entries.length === 0) return broken(`entries ${last.sequence + 1n} to ${end.sequence} are missing`)
    for (const entry of entries) {
      if (entry.sequence !== last.sequence + 1n)
        return broken(`entry ${last.sequence + 1n} is missing: ${entry.sequence} is in its place`)
      if (entry.sequence > end.sequence) break
      if (entry.previousHash !== last.hash) return broken(`entry ${entry.sequence} does not follow from the one before`)
      if (entry.hash !== hashOf(entry)) return broken(`entry ${entry.sequence} was changed`)
      last = entry
      after = entry.sequence
    }
  }
  if (last.hash !== end.hash) return broken(`entry ${end.sequence} is not the one the log ended with`)
  const beyond = await selectEntries(needs.sql, end.sequence, 1)
  const endNow = await selectEnd(needs.sql)
  if (beyond.length > 0 && endNow?.sequence === end.sequence)
    return broken(`entry ${beyond[0]?.sequence} comes after the end of the log`)
  return { entries: last.sequence, lastHash: last.hash, fault: null }
}
