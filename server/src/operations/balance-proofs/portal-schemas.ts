import { type Static, Type } from 'typebox'
import { Amount, Day, Nullable, OneOf, SignedMoney, Text, Timestamp } from '../../platform/http/schemas.ts'
import { adjustmentNames } from '../../money/adjustments/adjustment.ts'

export const ProofView = Type.Object({
  day: Day,
  at: Timestamp,
  bank: SignedMoney,
  books: SignedMoney,
  /** What payments in flight explain of the difference, and what nothing explains. */
  inFlight: SignedMoney,
  gap: SignedMoney,
  /** False: payments in flight explain the difference, and it is compared again when they have ended. */
  isFinal: Type.Boolean(),
  /** Null: the bank was asked. */
  enteredBy: Nullable(Type.String()),
})
export type ProofView = Static<typeof ProofView>

export const AdjustmentItem = Type.Object({
  id: Type.String(),
  date: Timestamp,
  name: OneOf(adjustmentNames),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  amount: SignedMoney,
  reason: Type.String(),
  evidence: Type.String(),
  madeBy: Type.String(),
})
export type AdjustmentItem = Static<typeof AdjustmentItem>

export const BalanceView = Type.Object({
  bank: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Whether the bank reports its balance; otherwise operators enter it. */
  isReported: Type.Boolean(),
  /** What the platform has at all banks of its own: fees it earned and money it added, less tariffs. */
  ownMoney: SignedMoney,
  /** Newest first, a year at most. */
  proofs: Type.Array(ProofView),
  /** The last ones at this bank, newest first. */
  adjustments: Type.Array(AdjustmentItem),
})
export type BalanceView = Static<typeof BalanceView>

export const BalanceParams = Type.Object({ connectionId: Type.String() })

/** The balance in the statement of a bank that reports none. One that closes a gap needs evidence. */
export const EnterForm = Type.Object({
  amount: Amount(),
  evidence: Type.Optional(Text(500, { minLength: 3 })),
  /** A file that was uploaded for it. */
  evidenceFileId: Type.Optional(Type.String({ format: 'uuid' })),
})
export type EnterForm = Static<typeof EnterForm>

/** What the platform paid to the bank, withdrew or added, by its statement. */
export const OwnPostingForm = Type.Object({
  name: OneOf(['tariffPaid', 'feesWithdrawn', 'ownMoneyAdded']),
  amount: Amount(),
  reason: Text(500, { minLength: 3 }),
  evidence: Text(500, { minLength: 3 }),
  /** A file that was uploaded for it. */
  evidenceFileId: Type.Optional(Type.String({ format: 'uuid' })),
})
export type OwnPostingForm = Static<typeof OwnPostingForm>
