import { type Static, Type } from 'typebox'
import { FactView } from '../exceptions/portal-schemas.ts'
import { CursorLike, PageOf } from '../../platform/http/paging.ts'
import { Day, Money, Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { type DifferenceKind, differenceKinds } from '../../money/bank-orders/differences.ts'

const Sum = { count: Type.Integer(), amount: Money }

export const ReconciliationItem = Type.Object({
  bank: Type.Object({ id: Type.String(), name: Type.String() }),
  day: Day,
  at: Timestamp,
  state: OneOf(['Running', 'Clean', 'Different']),
  received: Type.Object(Sum),
  returned: Type.Object(Sum),
  /** Null: the bank does not report it. */
  sent: Nullable(Type.Object(Sum)),
  /** What the bank charged, booked with the day; null: the bank does not report it. */
  tariffs: Nullable(Type.Object(Sum)),
  differences: Type.Integer(),
  mended: Type.Integer(),
})
export type ReconciliationItem = Static<typeof ReconciliationItem>

/** Day and bank that the page before ended with. */
export const ReconciliationsQuery = Type.Object({ cursor: CursorLike('^2\\d{3}-\\d\\d-\\d\\d_[0-9a-f-]{36}$') })

export const ReconciliationsPage = PageOf(ReconciliationItem)

export const ReconciliationView = Type.Object({
  ...ReconciliationItem.properties,
  /** The stored ones; `differences` counts all. */
  details: Type.Array(
    Type.Object({
      kind: OneOf(Object.keys(differenceKinds) as DifferenceKind[]),
      endToEndId: Type.String(),
      transaction: Nullable(Type.Object({ merchantId: Type.String(), id: Type.String() })),
      expected: FactView,
      said: FactView,
    }),
  ),
})
export type ReconciliationView = Static<typeof ReconciliationView>

export const ReconciliationParams = Type.Object({ connectionId: Type.String(), day: Type.String() })
