import { type Static, Type } from 'typebox'
import { Nullable, OneOf, SignedMoney, Text, Timestamp } from '../../platform/http/schemas.ts'
import { groupNames } from './find-everything.ts'
import { kindNames } from './kinds.ts'

export const SearchParams = Type.Object({ merchantId: Type.String() })
export const SearchQuery = Type.Object({ q: Text(200, { description: 'What somebody typed: the beginning of it' }) })

const FoundView = Type.Object({
  id: Type.String(),
  /** Of the portal's screen that shows it. */
  path: Type.String(),
  title: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  amount: Nullable(SignedMoney),
  state: Nullable(Type.String()),
  date: Timestamp,
})

export const SearchAnswer = Type.Object({
  groups: Type.Array(Type.Object({ kind: OneOf(groupNames), items: Type.Array(FoundView), hasMore: Type.Boolean() })),
  /** Kinds of which only the newest items were scanned for words; null: there is none. */
  newestOnly: Nullable(Type.Object({ count: Type.Integer(), kinds: Type.Array(OneOf(kindNames)) })),
  /** What became of a CPF or CNPJ in it; null: there was none. */
  taxNumber: Nullable(OneOf(['searched', 'notAllowed'])),
})
export type SearchAnswer = Static<typeof SearchAnswer>
