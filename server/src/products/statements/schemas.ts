import { Type } from 'typebox'
import { CursorLike, NextCursor } from '../../platform/http/paging.ts'
import { Moment, Nullable, OneOf, SignedMoney, SignedMoneyOf, Timestamp } from '../../platform/http/schemas.ts'

/** The number of the last posting of the page before. */
export const PostingCursor = CursorLike('^\\d{1,18}$')

export const StatementQuery = Type.Object({
  startDate: Type.Optional(Moment('From this moment on')),
  endDate: Type.Optional(Moment('Up to this moment')),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Entries a page; 20 when not said')),
  'dataset.offset': Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Entries to skip' })),
  cursor: PostingCursor,
  format: Type.Optional(OneOf(['json', 'csv'], 'csv: the whole period as one file, also with `Accept: text/csv`')),
})

const Entry = Type.Object(
  {
    number: Type.Integer({ description: 'Counts the postings of the account, without gaps' }),
    date: Timestamp,
    kind: Type.String({ examples: ['cashInSettled'] }),
    transactionId: Nullable(Type.String()),
    orderId: Nullable(Type.String()),
    endToEndId: Nullable(Type.String()),
    available: SignedMoneyOf('What the posting adds to what can be paid out or refunded now'),
    held: SignedMoneyOf('What it adds to what is set aside for payments and refunds on their way'),
    blocked: SignedMoneyOf('What it adds to what banks want back in disputes, until they are decided'),
    charges: SignedMoney,
    availableBalance: Type.String({ description: 'Available balance after this posting' }),
    heldBalance: Type.String({ description: 'Held balance after this posting' }),
    blockedBalance: Type.String({ description: 'Blocked balance after this posting' }),
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
