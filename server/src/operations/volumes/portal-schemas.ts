import { type Static, Type } from 'typebox'
import { Day, Money, Nullable, SignedMoney } from '../../platform/http/schemas.ts'

const volume = {
  in: Money,
  inCount: Type.Integer(),
  out: Money,
  outCount: Type.Integer(),
  /** Less than nothing where more was given back than earned. */
  fees: SignedMoney,
}

/** Days of São Paulo, both included; the last thirty where nothing is said. */
export const VolumesQuery = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  merchantId: Type.Optional(Type.String({ format: 'uuid' })),
})

export const VolumesView = Type.Object({
  from: Type.String(),
  to: Type.String(),
  total: Type.Object(volume),
  /** Days on which something happened, newest first. */
  days: Type.Array(Type.Object({ day: Type.String(), ...volume })),
  /** Those first for whom most came in; 500 at most. */
  merchants: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...volume })),
})
export type VolumesView = Static<typeof VolumesView>

/** Shares are of what came in in the same month, in percent; null: nothing came in. */
export const DisputeStatistics = Type.Object({
  months: Type.Array(
    Type.Object({
      month: Type.String(),
      inCount: Type.Integer(),
      in: Money,
      disputedCount: Type.Integer(),
      disputed: Money,
      countShare: Nullable(Type.String()),
      amountShare: Nullable(Type.String()),
      returnedCount: Type.Integer(),
      returned: Money,
      releasedCount: Type.Integer(),
      undecidedCount: Type.Integer(),
    }),
  ),
})
export type DisputeStatistics = Static<typeof DisputeStatistics>
