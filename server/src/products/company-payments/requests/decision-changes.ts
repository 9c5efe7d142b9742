import type { Sql } from '../../../platform/db/db.ts'
import { changesOf } from '../../../tenancy/people/audit-log/changes.ts'
import type { Subject } from './agree.ts'
import { isAgreed, withOneMore } from './approval-progress.ts'
import type { Actor } from './approval-step.ts'
import { readProgress } from './read-decision.ts'

type Decision = { state: string; act: string; to: string | undefined; by: Actor }

/**
 * For the audit log: what a decision makes of a request or a batch. `to` is where its act leads; undefined: it will be
 * refused. One approval may be followed by others, and only the last one makes the next state. The log is written first:
 * of two who approve in the same moment each entry tells as if there were no other.
 */
export async function decisionChanges(needs: { sql: Sql }, subject: Subject, { state, act, to, by }: Decision) {
  if (to === undefined) return {}
  if (act !== 'approve') return changesOf({ state }, { state: to })
  const before = await readProgress(needs, subject)
  const after = withOneMore(before, by)
  return changesOf({ ...before, state }, { ...after, state: isAgreed(after) ? to : state })
}
