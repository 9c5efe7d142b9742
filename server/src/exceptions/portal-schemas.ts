import { type Static, Type } from 'typebox'
import { orderKinds } from '../bank-orders/order.ts'
import { Cursor, PageOf } from '../http/paging.ts'
import { Amount, Money, Nullable, OneOf, Text, Timestamp } from '../http/schemas.ts'
import { states } from '../transactions/states.ts'
import { exceptionActNames } from './acts.ts'

export const ExceptionItem = Type.Object({
  id: Type.String(),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  transactionId: Type.String(),
  /** What the bank was asked to do. */
  kind: OneOf(orderKinds),
  expected: Type.String(),
  said: Type.String(),
  state: OneOf(['Open', 'Ended']),
  date: Timestamp,
  ended: Nullable(
    Type.Object({ date: Timestamp, by: Type.String(), act: OneOf(exceptionActNames), note: Type.String() }),
  ),
})
export type ExceptionItem = Static<typeof ExceptionItem>

export const ExceptionsQuery = Type.Object({ state: Type.Optional(OneOf(['Open', 'Ended'])), cursor: Cursor })
export type ExceptionsQuery = Static<typeof ExceptionsQuery>

export const ExceptionsPage = PageOf(ExceptionItem)
export type ExceptionsPage = Static<typeof ExceptionsPage>

export const ExceptionView = Type.Object({
  ...ExceptionItem.properties,
  transaction: Type.Object({ state: OneOf(states), amount: Money, endToEndId: Nullable(Type.String()) }),
  /** What ends it, and what must be brought from the bank for it. None where it has ended. */
  acts: Type.Array(Type.Object({ act: OneOf(exceptionActNames), needs: Type.Array(OneOf(['endToEndId', 'amount'])) })),
})
export type ExceptionView = Static<typeof ExceptionView>

export const ExceptionParams = Type.Object({ merchantId: Type.String(), exceptionId: Type.String() })

export const EndForm = Type.Object({
  act: OneOf(exceptionActNames),
  /** What was found at the bank. */
  note: Text(500, { minLength: 3 }),
  endToEndId: Type.Optional(Type.String({ pattern: '^[ED]\\w{31}$' })),
  amount: Type.Optional(Amount()),
})
export type EndForm = Static<typeof EndForm>
