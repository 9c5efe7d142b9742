import type { AccountView, ReceiverDetail, ReceiverItem, ReceiverReview } from './portal-schemas.ts'
import type { Receiver, ReceiverAccount, WaitingReceiver } from './sql.ts'

export const receiverView = (receiver: Receiver) => ({
  id: receiver.id,
  creationDate: receiver.createdAt.toISOString(),
  receiverStatus: receiver.status,
  companyFantasyName: receiver.fantasyName,
  companyCNPJ: receiver.cnpj,
  reviewNote: receiver.reviewNote,
})

export const accountView = (account: ReceiverAccount) => ({
  id: account.id,
  bankCode: account.bankCode,
  bankName: account.bankName,
  accountAgency: account.agency,
  accountNumber: account.number,
  accountOwnerDocNumber: account.ownerCnpj,
  pixKey: account.pixKey,
  pixKeyType: 'CNPJ' as const,
})

export const receiverItem = (receiver: Receiver): ReceiverItem => ({
  id: receiver.id,
  status: receiver.status,
  fantasyName: receiver.fantasyName,
  cnpj: receiver.cnpj,
  reviewNote: receiver.reviewNote,
  reviewedAt: receiver.reviewedAt?.toISOString() ?? null,
  revision: receiver.revision,
  createdAt: receiver.createdAt.toISOString(),
})

export const portalAccountView = (account: ReceiverAccount): AccountView => ({
  id: account.id,
  bankCode: account.bankCode,
  bankName: account.bankName,
  agency: account.agency,
  number: account.number,
  ownerCnpj: account.ownerCnpj,
  pixKey: account.pixKey,
  createdAt: account.createdAt.toISOString(),
})

export const receiverDetail = (receiver: Receiver, accounts: ReceiverAccount[]): ReceiverDetail => ({
  ...receiverItem(receiver),
  accounts: accounts.map(portalAccountView),
})

export const receiverReview = (receiver: WaitingReceiver & { accounts: ReceiverAccount[] }): ReceiverReview => ({
  ...receiverDetail(receiver, receiver.accounts),
  merchant: { id: receiver.merchantId, name: receiver.merchantName },
})
