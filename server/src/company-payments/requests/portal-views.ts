import { formatAmount } from '../../brazil/money.ts'
import { spellState } from '../../transactions/spell-state.ts'
import type { RequestDetail, RequestItem } from './portal-schemas.ts'
import type { RequestCase } from './read-case.ts'
import type { ListedRequest, ReadRequest } from './sql.ts'
import { asksOperator } from './approval-progress.ts'

const common = (r: ReadRequest) => ({
  id: r.id,
  createdAt: r.createdAt.toISOString(),
  amount: formatAmount(r.amount),
  status: r.status,
  description: r.description,
  executionState: spellState(r.executionState),
  merchant: { id: r.merchantId, name: r.customerName },
})

/** `decides`: whether the viewer may approve at all. */
export const requestItem = (r: ListedRequest, decides: boolean): RequestItem => ({
  ...common(r),
  askedBy: r.askedBy,
  receiver: { id: r.receiverId, name: r.receiverName },
  approvalProgress: {
    approversNeeded: r.approversNeeded,
    approvalsGiven: r.approvalsGiven,
    operatorNeeded: asksOperator(r, r.amount),
    operatorAgreed: r.operatorAgreed,
  },
  waitsForMe: decides && r.status === 'Pending' && !r.hasMyStep && r.approvalsGiven < r.approversNeeded,
})

export function requestDetail(found: RequestCase, viewerId: string): RequestDetail {
  const { request, steps, receiver, account, approvalProgress, mayStillApprove, cost, mine } = found
  const { bankCode, bankName, agency, number, pixKey } = account
  return {
    ...common(request),
    askedBy: steps[0]?.userName ?? '',
    approvalProgress,
    receiver: { id: receiver.id, name: receiver.fantasyName, cnpj: receiver.cnpj },
    account: { id: account.id, bankCode, bankName, agency, number, pixKey },
    transactionId: request.transactionId,
    registeredAt: request.executionRegisteredAt?.toISOString() ?? null,
    endedAt: request.executionEndedAt?.toISOString() ?? null,
    steps: steps.map(step => ({
      id: step.id,
      at: step.at.toISOString(),
      name: step.userName,
      realm: step.realm,
      status: step.status,
      comment: step.comment,
      isMe: step.userId === viewerId,
    })),
    mayStillApprove,
    cost: cost && {
      charges: formatAmount(cost.charges),
      total: formatAmount(request.amount + cost.charges),
      available: cost.available,
      suffices: cost.suffices,
    },
    mine,
  }
}
