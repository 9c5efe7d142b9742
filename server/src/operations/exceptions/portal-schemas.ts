import { type Static, Type } from 'typebox'
import { type DifferenceKind, differenceKinds } from '../../money/bank-orders/differences.ts'
import { factCodes } from '../../money/bank-orders/fact.ts'
import { bankAnswers } from '../../money/bank-orders/exception.ts'
import { orderKinds } from '../../money/bank-orders/order.ts'
import { Cursor, PageOf } from '../../platform/http/paging.ts'
import { Amount, Money, Nullable, OneOf, SignedMoney, Text, Timestamp } from '../../platform/http/schemas.ts'
import { states } from '../../money/transactions/states.ts'
import { actionNeeds, exceptionActNames } from './actions.ts'

/** What was expected of a bank or said by it: `factWords` spells it. */
export const FactView = Type.Object({ code: OneOf(factCodes), value: Nullable(Type.String()) })
export type FactView = Static<typeof FactView>

export const ExceptionItem = Type.Object({
  id: Type.String(),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Null: none of ours is known for it. */
  transactionId: Nullable(Type.String()),
  /** The charge that unmatched money was meant for, where it is known. */
  meantFor: Nullable(
    Type.Object({ merchant: Type.Object({ id: Type.String(), name: Type.String() }), transactionId: Type.String() }),
  ),
  /** What the bank was ordered to do. */
  kind: OneOf(orderKinds),
  /** What reconciliation found; null: the bank was ordered to do something. */
  difference: Nullable(OneOf(Object.keys(differenceKinds) as DifferenceKind[])),
  expected: FactView,
  said: FactView,
  state: OneOf(['Open', 'Ended']),
  date: Timestamp,
  ended: Nullable(
    Type.Object({ date: Timestamp, by: Type.String(), act: OneOf(exceptionActNames), note: Type.String() }),
  ),
})
export type ExceptionItem = Static<typeof ExceptionItem>

export const ExceptionsQuery = Type.Object({ state: Type.Optional(OneOf(['Open', 'Ended'])), cursor: Cursor })

export const ExceptionsPage = PageOf(ExceptionItem)

export const ExceptionView = Type.Object({
  ...ExceptionItem.properties,
  /** Of the order: a refund may be a part of its transaction. */
  amount: Money,
  endToEndId: Nullable(Type.String()),
  transaction: Nullable(Type.Object({ state: OneOf(states), amount: Money })),
  /** What ends it, and what must be brought from the bank for it. None where it has ended. */
  actions: Type.Array(Type.Object({ act: OneOf(exceptionActNames), needs: Type.Array(OneOf(actionNeeds)) })),
  /** Not offered by what the bank said last, or until it is asked. */
  withheld: Type.Array(OneOf(exceptionActNames)),
  /** By how much the bank holds more than the books say, or, negative, less; null: it is no difference. */
  gap: Nullable(SignedMoney),
  canAskBank: Type.Boolean(),
  /** What the bank said of the order when it was last asked for a person. */
  bankAnswer: Nullable(Type.Object({ state: OneOf(bankAnswers), date: Timestamp })),
})
export type ExceptionView = Static<typeof ExceptionView>

export const ExceptionParams = Type.Object({ merchantId: Type.String(), exceptionId: Type.String() })

export const EndForm = Type.Object({
  act: OneOf(exceptionActNames),
  /** What was found at the bank. */
  note: Text(500, { minLength: 3 }),
  endToEndId: Type.Optional(Type.String({ pattern: '^[ED]\\w{31}$' })),
  amount: Type.Optional(Amount()),
  /** The merchant that it is booked to, where the books do not know one. */
  bookedTo: Type.Optional(Type.String({ format: 'uuid' })),
  /** What shows it: the line of the statement, the number of the bank's letter, the address of a file. */
  evidence: Type.Optional(Text(500, { minLength: 3 })),
  /** A file that was uploaded for it. */
  evidenceFileId: Type.Optional(Type.String({ format: 'uuid' })),
  /** The bank's own record was read: required where the server cannot ask the bank. */
  bankChecked: Type.Optional(Type.Literal(true)),
})
export type EndForm = Static<typeof EndForm>
