import { readBalance } from '../../ledger/read-balance.ts'
import type { Sql } from '../../db/db.ts'
import type { Micros } from '../../brazil/money.ts'
import type { ReadMerchant } from '../../merchants/read-merchant.ts'
import { listPeopleWhoMay } from '../../people/list-people-who-may.ts'
import type { Permission } from '../../people/permissions.ts'
import { type Receiver, type ReceiverAccount, readAccount, readReceiver } from '../receivers/read-receiver.ts'
import { type Actor, type ReadStep, isStepOf } from './approval-step.ts'
import { readFlow, readRequest } from './read-request.ts'
import { type ReadRequest, selectPolicy } from './sql.ts'
import { type ApprovalProgress, progressOf } from './approval-progress.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

export type Viewer = { id: string; may: (permission: Permission) => boolean }

/** Everything somebody looks at before they decide on a request. */
export type RequestCase = {
  request: ReadRequest
  steps: ReadStep[]
  receiver: Receiver
  account: ReceiverAccount
  approvalProgress: ApprovalProgress
  /** Who has not said anything yet and may approve. */
  mayStillApprove: { id: string; name: string }[]
  /** What approving takes from the balance, as long as it can. */
  cost: { charges: Micros; available: string; suffices: boolean } | null
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

export async function readCase(
  needs: Needs,
  { merchantId, requestId, viewer }: { merchantId: string; requestId: string; viewer: Viewer },
): Promise<RequestCase> {
  const request = await readRequest(needs, merchantId, requestId)
  const [steps, receiver, account, policy, deciders] = await Promise.all([
    readFlow(needs, request),
    readReceiver(needs, merchantId, request.receiverId),
    readAccount(needs, merchantId, request.accountId),
    selectPolicy(needs.sql, merchantId),
    listPeopleWhoMay(needs, merchantId, 'requests.decide'),
  ])
  const approvalProgress = progressOf(policy, request.amount, steps)
  const isSilent = ({ id }: { id: string }) => !steps.some(step => isStepOf(id, step))
  return {
    request,
    steps,
    receiver,
    account,
    approvalProgress,
    mayStillApprove: request.status === 'Pending' ? deciders.filter(isSilent) : [],
    cost: request.status === 'Pending' ? await readCost(needs, request) : null,
    mine: partOf(viewer, request, steps, approvalProgress),
  }
}

async function readCost(needs: Needs, { merchantId, amount, charges }: ReadRequest) {
  const { available } = await readBalance(needs, merchantId)
  return { charges, available, suffices: microsOf(available) >= amount + charges }
}

/** A balance may be nothing or less, which `parseAmount` refuses; its six decimals are always there. */
const microsOf = (balance: string): Micros => BigInt(balance.replace('.', ''))

function partOf(viewer: Viewer, request: ReadRequest, steps: ReadStep[], approvalProgress: ApprovalProgress): Mine {
  const isPending = request.status === 'Pending'
  const mySteps = steps.filter(step => isStepOf(viewer.id, step))
  const decideAs = viewer.may('requests.decide')
    ? 'Partner'
    : viewer.may('platform.manage') && approvalProgress.operatorNeeded
      ? 'Operator'
      : null
  const isMissing =
    decideAs === 'Partner'
      ? approvalProgress.approvalsGiven < approvalProgress.approversNeeded
      : !approvalProgress.operatorAgreed
  const canDecide = isPending && mySteps.length === 0
  const isUnderway = request.status === 'Approved' && request.executionState === 'Created'
  return {
    asked: steps[0] !== undefined && isStepOf(viewer.id, steps[0]),
    decided: mySteps.some(step => step !== steps[0]),
    decideAs: canDecide ? decideAs : null,
    canApprove: canDecide && decideAs !== null && isMissing,
    canCancel: viewer.may('requests.make') && (isPending || isUnderway),
  }
}
