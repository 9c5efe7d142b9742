import type { ListedAdjustment } from '../../money/adjustments/read-adjustments.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import type { AdjustmentItem, BalanceView, ProofView } from './portal-schemas.ts'
import type { Proof } from './sql.ts'

type Shown = {
  connection: { id: string; name: string }
  isReported: boolean
  ownMoney: Micros
  proofs: readonly Proof[]
  adjustments: readonly ListedAdjustment[]
}

export const balanceView = ({
  connection: { id, name },
  isReported,
  ownMoney,
  proofs,
  adjustments,
}: Shown): BalanceView => ({
  bank: { id, name },
  isReported,
  ownMoney: formatAmount(ownMoney),
  proofs: proofs.map(proofView),
  adjustments: adjustments.map(adjustmentItem),
})

const proofView = ({ day, at, state, enteredBy, ...amounts }: Proof): ProofView => {
  const [bank, books, gap] = [amounts.bankAmount ?? 0n, amounts.booksAmount ?? 0n, amounts.gap ?? 0n]
  return {
    day,
    at: at.toISOString(),
    bank: formatAmount(bank),
    books: formatAmount(books),
    inFlight: formatAmount(bank - books - gap),
    gap: formatAmount(gap),
    isFinal: state !== 'Running',
    enteredBy,
  }
}

/** Signed as the bank's balance moves. */
const adjustmentItem = (a: ListedAdjustment): AdjustmentItem => ({
  id: a.id,
  date: a.createdAt.toISOString(),
  name: a.name,
  merchant: { id: a.merchantId, name: a.merchantName },
  amount: formatAmount(a.name === 'adjustmentIn' || a.name === 'ownMoneyAdded' ? a.amount : -a.amount),
  reason: a.reason,
  evidence: a.evidence,
  madeBy: a.madeBy,
})
