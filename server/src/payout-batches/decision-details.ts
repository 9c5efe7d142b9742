import { formatAmount } from '../brazil/money.ts'
import { moveIn } from '../lib/state-table.ts'
import { changesOf } from '../people/audit-log/changes.ts'
import type { Batch } from './batch.ts'
import { type BatchDecision, type BatchState, batchTransitions } from './states.ts'

type Decided = Pick<Batch, 'name' | 'amount' | 'state'>

/** What the audit log keeps of a decision. One approval may be followed by others: only the rest alone makes the next state. */
export const decisionDetails = ({ name, amount, state }: Decided, act: BatchDecision, comment: string | null) => ({
  name,
  amount: formatAmount(amount),
  comment,
  ...(act === 'approve'
    ? {}
    : changesOf<{ state: BatchState }>({ state }, { state: moveIn(batchTransitions, 'act', act).to })),
})
