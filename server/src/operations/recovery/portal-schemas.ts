import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'

/** What a bank reported for the lost time. `sent` null: this bank cannot list payouts. `fault`: why it was not compared. */
export const ComparedBankView = Type.Object({
  bank: Type.String(),
  at: Timestamp,
  fault: Nullable(Type.String()),
  received: Type.Integer(),
  sent: Nullable(Type.Integer()),
  mended: Type.Integer(),
  differences: Type.Integer(),
  /** It is paused or does not list payouts: who releases money must name it in `checkedByHand`. */
  isCheckedByHand: Type.Boolean(),
})

export const RecoveryView = Type.Object({
  cause: OneOf(['backup', 'recovered', 'failover']),
  role: OneOf(['copy', 'replacement']),
  lostFrom: Timestamp,
  at: Timestamp,
  comparedAt: Nullable(Timestamp),
  banks: Type.Array(ComparedBankView),
})
export type RecoveryView = Static<typeof RecoveryView>

/** Null: nothing is held. */
export const OpenRecovery = Type.Object({ recovery: Nullable(RecoveryView) })
export type OpenRecovery = Static<typeof OpenRecovery>

export const ReleaseForm = Type.Object({
  note: Type.String({ minLength: 1, maxLength: 300, pattern: '\\S' }),
  /** The banks whose own statements were compared by a person. */
  checkedByHand: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
})
export type ReleaseForm = Static<typeof ReleaseForm>
