import { Type } from 'typebox'
import { CursorLike, NextCursor } from '../../platform/http/paging.ts'
import { Moment, Nullable, OneOf, SignedMoney, SignedMoneyOf, Timestamp } from '../../platform/http/schemas.ts'

/** The number of the last posting of the page before. */
export const PostingCursor = CursorLike('^\\d{1,18}$')

export const StatementQuery = Type.Object({
  startDate: Type.Optional(Moment('From this time on')),
  endDate: Type.Optional(Moment('Up to this time')),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Entries per page. Default: 20')),
  'dataset.offset': Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Entries to skip' })),
  cursor: PostingCursor,
  format: Type.Optional(OneOf(['json', 'csv'], 'csv: the whole period in one file. The same as `Accept: text/csv`')),
})

const Entry = Type.Object(
  {
    number: Type.Integer({ description: 'Counts the postings of the account, without gaps' }),
    date: Timestamp,
    kind: Type.String({ examples: ['cashInSettled'] }),
    transactionId: Nullable(Type.String()),
    orderId: Nullable(Type.String()),
    endToEndId: Nullable(Type.String()),
    available: SignedMoneyOf('What the posting adds to the available balance'),
    held: SignedMoneyOf('What the posting adds to the held balance'),
    blocked: SignedMoneyOf('What the posting adds to the balance blocked by disputes'),
    reserved: SignedMoneyOf('What the posting adds to the balance held in reserve'),
    charges: SignedMoney,
    availableBalance: Type.String({ description: 'Available balance after this posting' }),
    heldBalance: Type.String({ description: 'Held balance after this posting' }),
    blockedBalance: Type.String({ description: 'Blocked balance after this posting' }),
    reservedBalance: Type.String({ description: 'Balance held in reserve after this posting' }),
  },
  { title: 'StatementEntry' },
)

export const StatementData = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer(),
    items: Type.Array(Entry),
    nextCursor: NextCursor,
  },
  { title: 'StatementPage' },
)
