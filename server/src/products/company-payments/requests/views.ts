import { formatAmount, formatAmountShort } from '../../../platform/brazil/money.ts'
import { formatState } from '../../../money/transactions/format-state.ts'
import type { ApprovalStep } from '../../approvals/steps.ts'
import type { CompanyRequest } from './sql.ts'
import type { Decided } from './states.ts'

/** As created: two decimals, and nothing of the execution yet. */
export const createdRequestView = (r: CompanyRequest) => ({
  id: r.id,
  amount: formatAmountShort(r.amount),
  status: r.status,
  pixKey: r.pixKey,
  pixKeyType: 'CNPJ' as const,
  description: r.description,
  refReceiver: r.receiverAsSent ?? r.receiverId,
  refBankAccount: r.accountAsSent ?? r.accountId,
  refTransaction: r.transactionId,
  referencesInfo: { receiverName: r.receiverName, customerName: r.customerName },
})

/** An execution is registered and finished only where it was approved. */
const executionDate = ({ status }: CompanyRequest, date: Date | null) =>
  status === 'Approved' && date !== null ? date.toISOString() : null

export const requestView = (r: CompanyRequest) => ({
  ...createdRequestView(r),
  amount: formatAmount(r.amount),
  executionState: formatState(r.executionState),
  executionCreatedDate: r.executionCreatedAt.toISOString(),
  executionRegisteredDate: executionDate(r, r.executionRegisteredAt),
  executionCompletedDate: executionDate(r, r.executionEndedAt),
})

export const stepView = (step: ApprovalStep) => ({
  id: step.id,
  date: step.at.toISOString(),
  userFullName: step.userName,
  userRealm: step.realm,
  status: step.status,
  comment: step.comment,
})

/** The webhook event of a decision: the request as the decision left it. */
export const requestEventView = (event: Decided['event'], r: CompanyRequest) => ({ event, request: requestView(r) })
