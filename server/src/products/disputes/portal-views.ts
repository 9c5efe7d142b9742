import type { DocumentItem } from '../company-payments/documents/portal-schemas.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import type { DisputeRail } from '../../money/rails/dispute-rail.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type Dispute, isUndecided } from './states.ts'
import type { DisputeItem, DisputeView } from './portal-schemas.ts'
import { contestUntil, isContestable, longestText } from './defend-dispute.ts'

type Whose = { name: string; clockAheadSeconds: number }

export const disputeItem = (d: Dispute, merchant: Whose): DisputeItem => ({
  id: d.id,
  merchant: { id: d.merchantId, name: merchant.name },
  transactionId: d.transactionId,
  bankReference: d.bankReference,
  state: d.state,
  reason: d.reason,
  askedAmount: formatAmount(d.askedAmount),
  blockedAmount: formatAmount(d.blockedAmount),
  returnedAmount: formatAmount(d.returnedAmount),
  date: d.createdAt.toISOString(),
  answerUntil: d.answerUntil.toISOString(),
  endDate: d.endedAt?.toISOString() ?? null,
  clockAheadSeconds: merchant.clockAheadSeconds,
})

type Around = {
  merchant: Whose
  /** The bank that decides it; null: operators decide. */
  bank: DisputeRail | null
  transaction: Transaction
  files: DocumentItem[]
  contestFiles: DocumentItem[]
  disputeContestMs: number
  now: Date
  mayDefend: boolean
  mayDecide: boolean
}

/** The page of a dispute, with the actions that these permissions allow. */
export function disputeDetail(d: Dispute, around: Around): DisputeView {
  const { transaction: t, files, now, mayDefend, mayDecide, bank } = around
  const payer = t.participant?.name ?? t.counterparty?.name ?? null
  return {
    ...disputeItem(d, around.merchant),
    openedBy: d.openedBy,
    details: d.details,
    cause: d.cause,
    transaction: {
      state: t.state,
      paidAmount: formatAmount(t.paidAmount ?? t.amount),
      payer: payer === null ? null : maskCpfsIn(payer),
      date: (t.completedAt ?? t.createdAt).toISOString(),
      endToEndId: t.endToEndId,
      orderId: t.orderId,
    },
    defence:
      d.defence === null || d.defendedAt === null
        ? null
        : { text: d.defence, date: d.defendedAt.toISOString(), files, refusal: d.defenceRefusal },
    contest: contestView(d, around.contestFiles),
    contestUntil: contestUntil(d, around.disputeContestMs)?.toISOString() ?? null,
    decidedBy: bank === null ? 'operator' : 'bank',
    mostText: longestText(bank),
    canDefend: mayDefend && d.state === 'Open' && d.answerUntil > now,
    canContest: (mayDefend || mayDecide) && isContestable(around, d, now),
    canEndContest: mayDecide && d.contestedAt !== null && d.contestEndedAt === null,
    canRelease: mayDecide && isUndecided(d.state),
    canDecide: mayDecide && bank === null && isUndecided(d.state),
  }
}

const contestView = (d: Dispute, files: DocumentItem[]): DisputeView['contest'] =>
  d.contest === null || d.contestReason === null || d.contestedAt === null
    ? null
    : {
        reason: d.contestReason,
        text: d.contest,
        date: d.contestedAt.toISOString(),
        files,
        outcome: d.contestOutcome,
        note: d.contestNote,
        endDate: d.contestEndedAt?.toISOString() ?? null,
      }
