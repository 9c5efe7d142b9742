import { formatAmount } from '../../../platform/brazil/money.ts'
import { maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { formatState } from '../../../money/transactions/format-state.ts'
import type { RequestDetail, RequestItem } from './portal-schemas.ts'
import type { RequestCase } from './read-request.ts'
import { decisionView } from '../../approvals/portal-views.ts'
import type { ListedRequest, ReadRequest } from './sql.ts'
import { asksOperator } from '../../approvals/steps.ts'

const common = (r: ReadRequest) => ({
  id: r.id,
  createdAt: r.createdAt.toISOString(),
  amount: formatAmount(r.amount),
  status: r.status,
  description: r.description,
  executionState: formatState(r.executionState),
  merchant: { id: r.merchantId, name: r.customerName },
  recipient: r.operation === 'pixCashOut' ? r.receiverName : null,
})

/** `decides`: whether the viewer may approve at all. */
export const requestItem = (r: ListedRequest, decides: boolean): RequestItem => ({
  ...common(r),
  requestedBy: r.requestedBy,
  receiver: r.receiverId === null ? null : { id: r.receiverId, name: r.receiverName },
  approvalProgress: {
    approversNeeded: r.approversNeeded,
    approvalsGiven: r.approvalsGiven,
    operatorNeeded: asksOperator(r, r.amount),
    operatorAgreed: r.operatorAgreed,
  },
  waitsForMe: decides && r.status === 'Pending' && !r.hasMyStep && r.approvalsGiven < r.approversNeeded,
})

/** A CPF is a person's, also where the merchant is one. */
const shownKey = ({ pixKey, pixKeyType }: ReadRequest) => (pixKeyType === 'CPF' ? maskTaxNumber(pixKey) : pixKey)

export function requestDetail(found: RequestCase, viewerId: string): RequestDetail {
  const { request, steps, receiver, account, approvalProgress } = found
  return {
    ...common(request),
    requestedBy: steps[0]?.userName ?? '',
    approvalProgress,
    receiver: receiver && { id: receiver.id, name: receiver.fantasyName, cnpj: receiver.cnpj },
    account: account && {
      id: account.id,
      bankCode: account.bankCode,
      bankName: account.bankName,
      agency: account.agency,
      number: account.number,
    },
    pixKey: { type: request.pixKeyType, value: shownKey(request) },
    transactionId: request.transactionId,
    registeredAt: request.executionRegisteredAt?.toISOString() ?? null,
    endedAt: request.executionEndedAt?.toISOString() ?? null,
    ...decisionView(found, viewerId),
  }
}
