import { readAvailable } from '../../money/ledger/read-books.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { listPeopleWhoMay } from '../../tenancy/people/find-person.ts'
import type { Permission } from '../../tenancy/people/permissions.ts'
import {
  type Actor,
  type ApprovalPolicy,
  type ApprovalProgress,
  type ReadStep,
  asksOperator,
  isAgreed,
  isStepOf,
  progressOf,
  withOneMore,
} from './steps.ts'
import type { Subject } from './record-decision.ts'
import { type Tally, selectPolicy, selectSteps, selectTallies } from './sql.ts'

export { type Tally, tally } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

export type Viewer = { id: string; may: (permission: Permission) => boolean }

/** What is decided on, as it is now. */
type Open = Subject & { charges: Micros; isPending: boolean; canBeTakenBack: boolean }

/** The progress of a decision, and what the viewer can do about it. */
export type Decision = {
  steps: ReadStep[]
  approvalProgress: ApprovalProgress
  /** Who has not said anything yet and may approve. */
  mayStillApprove: { id: string; name: string }[]
  /** What approving takes from the balance, as long as it can. */
  cost: { charges: Micros; total: Micros; available: string; suffices: boolean } | null
  mine: Mine
}

/** What the viewer can do about it now, and in whose name. */
type Mine = {
  asked: boolean
  decided: boolean
  decideAs: Actor['realm'] | null
  canApprove: boolean
  canCancel: boolean
}

export async function readDecision(needs: Needs, open: Open, viewer: Viewer): Promise<Decision> {
  const { merchantId, id, amount, isPending } = open
  const [steps, policy, deciders] = await Promise.all([
    selectSteps(needs.sql, merchantId, id),
    selectPolicy(needs.sql, merchantId),
    listPeopleWhoMay(needs, merchantId, 'requests.decide'),
  ])
  const approvalProgress = progressOf(policy, amount, steps)
  const isSilent = (person: { id: string }) => !steps.some(step => isStepOf(person.id, step))
  return {
    steps,
    approvalProgress,
    mayStillApprove: isPending ? deciders.filter(isSilent) : [],
    cost: isPending ? await readCost(needs, open) : null,
    mine: partOf(viewer, open, steps, approvalProgress),
  }
}

/** Who asked for a request or a batch, and who decided what about it, in order. */
export const readSteps = (
  needs: { sql: Sql },
  { merchantId, id }: { merchantId: string; id: string },
): Promise<ReadStep[]> => selectSteps(needs.sql, merchantId, id)

/** How far the decision is, by itself. */
async function readProgress(
  { sql }: { sql: Sql | Tx },
  { merchantId, id, amount }: Subject,
): Promise<ApprovalProgress> {
  const [steps, policy] = await Promise.all([selectSteps(sql, merchantId, id), selectPolicy(sql, merchantId)])
  return progressOf(policy, amount, steps)
}

async function readCost(needs: Needs, { merchantId, amount, charges }: Open) {
  const available = await readAvailable(needs, merchantId)
  const total = amount + charges
  return { charges, total, available: formatAmount(available), suffices: available >= total }
}

function partOf(viewer: Viewer, open: Open, steps: ReadStep[], approvalProgress: ApprovalProgress): Mine {
  const mySteps = steps.filter(step => isStepOf(viewer.id, step))
  const decideAs = viewer.may('requests.decide')
    ? 'Partner'
    : viewer.may('payments.approve') && approvalProgress.operatorNeeded
      ? 'Operator'
      : null
  const isMissing =
    decideAs === 'Partner'
      ? approvalProgress.approvalsGiven < approvalProgress.approversNeeded
      : !approvalProgress.operatorAgreed
  const canDecide = open.isPending && mySteps.length === 0
  return {
    asked: steps[0] !== undefined && isStepOf(viewer.id, steps[0]),
    decided: mySteps.some(step => step !== steps[0]),
    decideAs: canDecide ? decideAs : null,
    canApprove: canDecide && decideAs !== null && isMissing,
    canCancel: viewer.may('requests.make') && open.canBeTakenBack,
  }
}

export type Tallied = { requestedBy: string; approvalProgress: ApprovalProgress; hasMyStep: boolean }

/** How far the decisions on several things of a merchant are, as a person sees them, by their ids. */
export async function readTallies(
  { sql }: { sql: Sql },
  merchantId: string,
  subjects: readonly Omit<Subject, 'merchantId'>[],
  personId: string,
): Promise<Map<string, Tallied>> {
  const ids = subjects.map(({ id }) => id)
  const [policy, tallies] = await Promise.all([
    selectPolicy(sql, merchantId),
    selectTallies(sql, merchantId, ids, personId),
  ])
  const byId = new Map(tallies.map(tally => [tally.id, tally]))
  return new Map(subjects.map(({ id, amount }) => [id, talliedOf(policy, amount, byId.get(id))]))
}

const talliedOf = (policy: ApprovalPolicy, amount: Micros, tally: Tally | undefined): Tallied => ({
  requestedBy: tally?.requestedBy ?? '',
  approvalProgress: {
    approversNeeded: policy.approversNeeded,
    approvalsGiven: tally?.approvalsGiven ?? 0,
    operatorNeeded: asksOperator(policy, amount),
    operatorAgreed: tally?.operatorAgreed ?? false,
  },
  hasMyStep: tally?.hasMyStep ?? false,
})

type Deciding = { state: string; act: string; to: string; by: Actor }

/** For the audit log: what a decision makes of a locked request or batch. `to`: where its last approval leads. */
export async function decisionChanges(tx: Tx, subject: Subject, { state, act, to, by }: Deciding) {
  if (act !== 'approve') return changesOf({ state }, { state: to })
  const before = await readProgress({ sql: tx }, subject)
  const after = withOneMore(before, by)
  return changesOf({ ...before, state }, { ...after, state: isAgreed(after) ? to : state })
}
