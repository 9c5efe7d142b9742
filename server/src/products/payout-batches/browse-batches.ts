import type { Actor } from '../approvals/steps.ts'
import { type Decision, type Tallied, type Viewer, readDecision, readTallies } from '../approvals/read-decision.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { type Batch, type BatchState, batchKinds } from './states.ts'
import { listBatches, readAgain, readBatch, readUnpaid } from './read-batch.ts'
import { selectForOperator, sumMade } from './sql.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { State } from '../../money/transactions/states.ts'

type Needs = { sql: Sql; clock: () => Date }

export type ListedBatch = Batch & Tallied & { waitsForMe: boolean }

type Browsed = Paging & { merchantId: string; personId: string; state?: BatchState | undefined; decides: boolean }

/** A merchant's batches as one of its people sees them, newest first. */
export async function browseBatches(needs: Needs, { merchantId, personId, decides, ...input }: Browsed) {
  const { items, nextCursor } = await listBatches(needs, { ...input, merchantId, kinds: batchKinds })
  return { items: await withTallies(needs, merchantId, items, { personId, decides }), nextCursor }
}

/** At most this many waiting batches are read. */
const mostPending = 100

/** Batches that wait for this person's decision. */
export async function batchesToDecide(
  needs: { sql: Sql },
  merchantId: string,
  personId: string,
): Promise<ListedBatch[]> {
  const pending = { merchantId, kinds: batchKinds, state: 'Pending', limit: mostPending, cursor: undefined } as const
  const { items } = await listBatches(needs, pending)
  return (await withTallies(needs, merchantId, items, { personId, decides: true })).filter(batch => batch.waitsForMe)
}

async function withTallies(
  needs: { sql: Sql },
  merchantId: string,
  batches: Batch[],
  { personId, decides }: { personId: string; decides: boolean },
): Promise<ListedBatch[]> {
  const tallies = await readTallies(needs, merchantId, batches, personId)
  return batches.flatMap(batch => {
    const tallied = tallies.get(batch.id)
    if (tallied === undefined) return []
    const { approvalsGiven, approversNeeded } = tallied.approvalProgress
    const isMissing = batch.state === 'Pending' && !tallied.hasMyStep && approvalsGiven < approversNeeded
    return { ...batch, ...tallied, waitsForMe: decides && isMissing }
  })
}

/** Batches above their merchant's limit that the operator has not approved yet, of all merchants, oldest first. */
export async function batchesForOperator(needs: { sql: Sql }, personId: string) {
  const waiting = await selectForOperator(needs.sql, mostPending)
  return Promise.all(
    waiting.map(async batch => {
      const [listed] = await withTallies(needs, batch.merchantId, [batch], { personId, decides: false })
      return { ...(listed as ListedBatch), merchantName: batch.merchantName }
    }),
  )
}

export type BatchCase = {
  batch: Batch
  decision: Decision
  outcomes: Outcomes
  hasUnpaid: boolean
  /** Later batches that contain rows which this one did not pay. */
  againIn: Pick<Batch, 'id' | 'name'>[]
  /** The role in which the viewer can stop it; null: they cannot. */
  stopAs: Actor['realm'] | null
}

/** Everything that an approver sees before deciding on a batch, and its results. */
export async function readBatchCase(
  needs: Needs,
  { merchantId, batchId, viewer }: { merchantId: string; batchId: string; viewer: Viewer },
): Promise<BatchCase> {
  const batch = await readBatch(needs, merchantId, batchId)
  const isPending = batch.state === 'Pending'
  const [decision, outcomes, unpaid, againIn] = await Promise.all([
    readDecision(needs, { ...batch, isPending, canBeTakenBack: isPending }, viewer),
    readOutcomes(needs, batch),
    readUnpaid(needs, batch, 1),
    readAgain(needs, batch),
  ])
  const stopAs = batch.state === 'Running' ? stopperOf(viewer) : null
  return { batch, decision, outcomes, hasUnpaid: unpaid.length > 0, againIn, stopAs }
}

const stopperOf = ({ may }: Viewer) => (may('batches.stop') ? 'Partner' : may('payments.approve') ? 'Operator' : null)

const outcomes = ['paid', 'failed', 'underWay'] as const
type Outcome = (typeof outcomes)[number]

/** Whether the money of a transaction has arrived. */
const outcomeOf: Record<State, Outcome> = {
  Requested: 'underWay',
  Created: 'underWay',
  Registered: 'underWay',
  ToSettle: 'underWay',
  Completed: 'paid',
  Cancelled: 'failed',
  Reversed: 'failed',
  Refunded: 'failed',
  Error: 'failed',
}

type Outcomes = Record<Outcome, { count: number; amount: Micros }>

/** The outcomes of the rows that have a transaction. */
async function readOutcomes({ sql }: { sql: Sql }, batch: Batch): Promise<Outcomes> {
  const sums = Object.fromEntries(outcomes.map(outcome => [outcome, { count: 0, amount: 0n }])) as Outcomes
  for (const { state, count, amount } of await sumMade(sql, batch)) {
    const sum = sums[outcomeOf[state]]
    sum.count += count
    sum.amount += amount
  }
  return sums
}
