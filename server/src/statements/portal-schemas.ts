import { type Static, Type } from 'typebox'
import { type PostingName, postings } from '../ledger/postings.ts'
import { Day, Nullable, OneOf, Timestamp } from '../http/schemas.ts'
import { operationNames } from '../transactions/states.ts'

const Money = Type.String({ description: 'Signed, 6 decimals', examples: ['-10.500000'] })

/** Days of São Paulo, both included. */
const period = { from: Type.Optional(Day), to: Type.Optional(Day) }

export const StatementFile = Type.Object(period)
export type StatementFile = Static<typeof StatementFile>

export const StatementPageQuery = Type.Object({
  ...period,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
})
export type StatementPageQuery = Static<typeof StatementPageQuery>

export const StatementEntry = Type.Object({
  number: Type.String(),
  date: Timestamp,
  name: OneOf(Object.keys(postings) as PostingName[]),
  operation: Nullable(OneOf(operationNames)),
  transactionId: Nullable(Type.String()),
  orderId: Nullable(Type.String()),
  partyName: Nullable(Type.String()),
  available: Money,
  held: Money,
  charges: Money,
  availableAfter: Money,
  heldAfter: Money,
})
export type StatementEntry = Static<typeof StatementEntry>

const Standing = Type.Object({ available: Money, held: Money })

/** Newest first. */
export const StatementPage = Type.Object({
  opening: Standing,
  closing: Standing,
  items: Type.Array(StatementEntry),
  nextCursor: Nullable(Type.String()),
})
export type StatementPage = Static<typeof StatementPage>
