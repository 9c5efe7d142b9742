import { type Static, Type } from 'typebox'
import { type PostingName, postings } from '../../money/ledger/postings.ts'
import { Limit, PageOf } from '../../platform/http/paging.ts'
import { Day, Nullable, OneOf, SignedMoney, Timestamp } from '../../platform/http/schemas.ts'
import { operationNames } from '../../money/transactions/operations.ts'
import { PostingCursor } from './schemas.ts'

/** Days of São Paulo, both included. */
const period = { from: Type.Optional(Day), to: Type.Optional(Day) }

export const StatementFile = Type.Object(period)
export type StatementFile = Static<typeof StatementFile>

export const StatementPageQuery = Type.Object({ ...period, limit: Limit, cursor: PostingCursor })

export const StatementEntry = Type.Object({
  number: Type.String(),
  date: Timestamp,
  name: OneOf(Object.keys(postings) as PostingName[]),
  operation: Nullable(OneOf(operationNames)),
  transactionId: Nullable(Type.String()),
  orderId: Nullable(Type.String()),
  partyName: Nullable(Type.String()),
  available: SignedMoney,
  held: SignedMoney,
  blocked: SignedMoney,
  reserved: SignedMoney,
  charges: SignedMoney,
  availableAfter: SignedMoney,
  heldAfter: SignedMoney,
  blockedAfter: SignedMoney,
  reservedAfter: SignedMoney,
})
export type StatementEntry = Static<typeof StatementEntry>

const Balance = Type.Object({ available: SignedMoney, held: SignedMoney, blocked: SignedMoney, reserved: SignedMoney })

/** Newest first. */
export const StatementPage = Type.Object({
  opening: Balance,
  closing: Balance,
  ...PageOf(StatementEntry).properties,
})
export type StatementPage = Static<typeof StatementPage>
