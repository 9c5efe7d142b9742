import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Act, Actor } from './act.ts'
import { chainOf, hashOf } from './chain.ts'
import { appendEntry, lockEnd } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

/**
 * Writes down what a person is about to do, then lets it happen. The entry has a commit of its own before the change:
 * a crash can leave an entry whose change did not come, never a change without its entry. What is refused gets a second
 * entry that says so; so does a form sent again, which has made nothing of the id it was given (`idOf` what it answers).
 */
export async function recordAudit<Result>(
  needs: Needs,
  by: Actor,
  act: Act,
  happen: () => Promise<Result>,
  idOf?: (made: Result) => string,
): Promise<Result> {
  const sequence = await append(needs, by, act, null)
  const notDone = (refusal: string, subject = act.subject) =>
    append(needs, by, { ...act, subject, details: { ...act.details, refusal } }, sequence)
  let result: Result
  try {
    result = await happen()
  } catch (error) {
    await notDone(error instanceof ApiError ? error.reason : 'NotDone')
    throw error
  }
  const made = idOf?.(result) ?? act.subject
  if (made !== act.subject) await notDone('SentAgain', made)
  return result
}

const append = (needs: Needs, by: Actor, { act, subject, details }: Act, refuses: bigint | null) =>
  needs.sql.begin(async tx => {
    const end = await lockEnd(tx)
    const row = {
      sequence: end.sequence + 1n,
      at: needs.clock(),
      personId: by.id,
      personName: by.name,
      merchantId: by.merchantId,
      act,
      subject: storable(subject.slice(0, 200)),
      details: asStored(details),
      address: by.address,
      refuses,
      previousHash: end.hash,
    }
    await appendEntry(tx, { ...row, hash: hashOf(row, chainOf(needs.sql)) })
    return row.sequence
  })

/** A path may spell what PostgreSQL cannot keep, and yet what was tried must be written down. */
const storable = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, '?')

/** As JSON has it, dates and all: the hash must be that of what is read back. */
const asStored = (details: Act['details'] = {}): Record<string, unknown> =>
  JSON.parse(JSON.stringify(details), (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
