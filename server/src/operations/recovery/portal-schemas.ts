import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'

/** What a bank reported for the lost time. `sent` null: this bank cannot list payouts. `fault`: why it was not compared. */
const ComparedBankView = Type.Object({
  bank: Type.String(),
  at: Timestamp,
  fault: Nullable(Type.String()),
  received: Type.Integer(),
  sent: Nullable(Type.Integer()),
  mended: Type.Integer(),
  differences: Type.Integer(),
  /** It is paused, does not answer or does not list payouts: who releases money must name it in `checkedByHand` or `leaveOut`. */
  isCheckedByHand: Type.Boolean(),
  /** It sends payouts and lists none: who names it in `checkedByHand` enters what its statement has. */
  listsNoPayouts: Type.Boolean(),
  /** Nothing is sent there yet, though other money was released. */
  isLeftOut: Type.Boolean(),
})

export const RecoveryView = Type.Object({
  cause: OneOf(['backup', 'recovered', 'failover']),
  role: OneOf(['copy', 'replacement']),
  lostFrom: Timestamp,
  at: Timestamp,
  comparedAt: Nullable(Timestamp),
  /** Since when money leaves, except at banks that were left out. */
  releasedAt: Nullable(Timestamp),
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
  /** The banks that stay held until a later release. */
  leaveOut: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  /** What the statement of a bank that lists no payouts has as sent since the lost time began. */
  statements: Type.Optional(
    Type.Array(
      Type.Object({
        bank: Type.String({ maxLength: 100 }),
        total: Type.String({ pattern: '^\\d{1,10}(\\.\\d{1,2})?$' }),
        /** Of the payouts that the books lack. */
        endToEndIds: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 35 }), { maxItems: 1_000 })),
      }),
      { maxItems: 100 },
    ),
  ),
})
export type ReleaseForm = Static<typeof ReleaseForm>
