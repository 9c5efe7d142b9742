import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../../platform/http/paging.ts'
import { Nullable, OneOf, Timestamp, Words } from '../../../platform/http/schemas.ts'
import { CNPJ_PATTERN } from '../../../platform/brazil/tax-number.ts'
import { receiverStatuses } from './states.ts'

export const ReceiversQuery = Type.Object({
  limit: Limit,
  cursor: Cursor,
  status: Type.Optional(OneOf(receiverStatuses)),
  search: Type.Optional(Words(100, 'Part of the name, or the beginning of the CNPJ')),
})

export const ReviewsQuery = Type.Object({ limit: Limit, cursor: Cursor })

export const ReceiverParams = Type.Object({ merchantId: Type.String(), receiverId: Type.String() })

export const ReceiverForm = Type.Object({
  fantasyName: Words(120, 'Commercial name of the company'),
  cnpj: Type.String({ pattern: CNPJ_PATTERN, description: 'With or without punctuation; letters allowed' }),
})
export type ReceiverForm = Static<typeof ReceiverForm>

/** Owner and PIX key are not asked for: they can only be the company's own number. */
export const AccountForm = Type.Object({
  bankCode: Type.String({ pattern: '^\\d{3}$', description: 'As registered with the central bank' }),
  bankName: Words(120),
  agency: Type.String({ pattern: '^\\d{1,5}(?:-[\\dXx])?$', description: 'Without or with its check digit' }),
  number: Type.String({ pattern: '^\\d{1,20}-?[\\dXx]$', description: 'With its check digit' }),
})
export type AccountForm = Static<typeof AccountForm>

export const AccountView = Type.Object({
  id: Type.String(),
  bankCode: Type.String(),
  bankName: Type.String(),
  agency: Type.String(),
  number: Type.String(),
  ownerCnpj: Type.String(),
  pixKey: Type.String(),
  status: OneOf(receiverStatuses),
  reviewNote: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type AccountView = Static<typeof AccountView>

const receiver = {
  id: Type.String(),
  status: OneOf(receiverStatuses),
  fantasyName: Type.String(),
  /** In full: the number of a company is public, and what the review is about. */
  cnpj: Type.String(),
  reviewNote: Nullable(Type.String()),
  reviewedAt: Nullable(Timestamp),
  revision: Type.Integer(),
  createdAt: Timestamp,
}

export const ReceiverItem = Type.Object(receiver)
export type ReceiverItem = Static<typeof ReceiverItem>

export const ReceiverDetail = Type.Object({ ...receiver, accounts: Type.Array(AccountView) })
export type ReceiverDetail = Static<typeof ReceiverDetail>

export const ReceiverList = PageOf(ReceiverItem)
export type ReceiverList = Static<typeof ReceiverList>

export const ReceiverReview = Type.Object({
  ...receiver,
  accounts: Type.Array(AccountView),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
})
export type ReceiverReview = Static<typeof ReceiverReview>

export const ReceiverReviews = PageOf(ReceiverReview)

/** An account that came after the review of its receiver. */
export const AccountReview = Type.Object({
  ...AccountView.properties,
  receiver: Type.Object({ id: Type.String(), name: Type.String() }),
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
})
export type AccountReview = Static<typeof AccountReview>

export const AccountReviews = PageOf(AccountReview)

export const AccountParams = Type.Object({ ...ReceiverParams.properties, accountId: Type.String() })

export const ApproveAccount = Type.Object({ note: Type.Optional(Words(1024)) })
export const RejectAccount = Type.Object({ note: Words(1024, 'Why: the merchant reads it') })

const revision = Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'What the reviewer saw' })

export const ApproveReceiver = Type.Object({ revision, note: Type.Optional(Words(1024)) })

export const RejectReceiver = Type.Object({ revision, note: Words(1024, 'Why: the merchant reads it') })
