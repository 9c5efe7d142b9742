import type { AccountReview, AccountView, ReceiverDetail, ReceiverItem, ReceiverReview } from './portal-schemas.ts'
import type { Receiver, ReceiverAccount, WaitingAccount, WaitingReceiver } from './sql.ts'

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
  accountStatus: account.status,
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
  status: account.status,
  reviewNote: account.reviewNote,
  createdAt: account.createdAt.toISOString(),
})

export const accountReview = (account: WaitingAccount): AccountReview => ({
  ...portalAccountView(account),
  receiver: { id: account.receiverId, name: account.receiverName },
  merchant: { id: account.merchantId, name: account.merchantName },
})

export const receiverDetail = (receiver: Receiver, accounts: ReceiverAccount[]): ReceiverDetail => ({
  ...receiverItem(receiver),
  accounts: accounts.map(portalAccountView),
})

export const receiverReview = (receiver: WaitingReceiver & { accounts: ReceiverAccount[] }): ReceiverReview => ({
  ...receiverDetail(receiver, receiver.accounts),
  merchant: { id: receiver.merchantId, name: receiver.merchantName },
})
