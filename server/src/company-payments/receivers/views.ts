import type { Receiver, ReceiverAccount } from './sql.ts'

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
