import { Type } from 'typebox'
import { TotalIsExact } from '../../../platform/http/paging.ts'
import { Named, Nullable, OneOf, Timestamp } from '../../../platform/http/schemas.ts'
import { receiverStatuses, statusesInFilters } from './states.ts'

const ReviewStatus = Named('ReviewStatus', OneOf(receiverStatuses))

/** Paging that must be said, of every company payment list. */
export const Dataset = {
  'dataset.limit': OneOf([5, 10, 20], 'Items per page'),
  'dataset.offset': Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Items to skip, from 0' }),
}

export const ReceiverQuery = Type.Object({
  ...Dataset,
  receiverStatus: Type.Optional(
    Named('ReviewStatusFilter', OneOf(statusesInFilters, '`Denied` is the same as `Rejected`')),
  ),
})

export const ReceiverParams = Type.Object({ receiverId: Type.String({ description: "The receiver's id" }) })

/** Paging that may be left out, of lists that are short. */
export const Window = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 50' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Default: 0' })),
}

export const AccountsQuery = Type.Object(Window)

const Receiver = Type.Object(
  {
    id: Type.String(),
    creationDate: Timestamp,
    receiverStatus: ReviewStatus,
    companyFantasyName: Type.String(),
    companyCNPJ: Type.String(),
    reviewNote: Nullable(Type.String()),
  },
  { title: 'Receiver' },
)

export const ReceiverPage = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer(),
    items: Type.Array(Receiver),
    totalIsExact: TotalIsExact,
  },
  { title: 'ReceiverPage' },
)

const BankAccount = Type.Object(
  {
    id: Type.String(),
    bankCode: Type.String(),
    bankName: Type.String(),
    accountAgency: Type.String(),
    accountNumber: Type.String(),
    accountOwnerDocNumber: Type.String(),
    pixKey: Type.String(),
    pixKeyType: Type.Literal('CNPJ'),
    accountStatus: ReviewStatus,
  },
  {
    title: 'BankAccount',
    description:
      'Only an `Approved` account can be paid. An account that is added later is `Pending` until the operator approves it',
  },
)

export const AccountsData = Type.Array(BankAccount, { title: 'BankAccountList' })
