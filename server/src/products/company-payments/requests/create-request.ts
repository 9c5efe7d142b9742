import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { participant } from '../../../money/rails/participant.ts'
import { type Needs as BankNeeds, bankFor } from '../../../money/rails/choose-bank.ts'
import { requireWholeCents, refuseWithoutPayouts } from '../../../money/rails/rails-of.ts'
import type { Door } from '../../../money/transactions/door.ts'
import { type Receiver, type ReceiverAccount, readAccount, readReceiver } from '../receivers/read-receiver.ts'
import type { Actor } from '../../approvals/steps.ts'
import { type NewRequest, openRequest } from './open-request.ts'
import type { CompanyRequest } from './sql.ts'
import type { OnceKey } from '../../../money/transactions/order-key.ts'

type Needs = BankNeeds & { readMerchant: ReadMerchant; door: Door }

type OpenRequestInput = {
  merchantId: string
  id?: string
  amount: Micros
  description: string
  receiverId: string
  accountId: string
  idempotencyKey: OnceKey | undefined
}

/** A wish to pay a company, with the transaction that will carry it out. No money is held until it is approved. */
export async function createRequest(
  needs: Needs,
  { requestedBy, audit, ...input }: OpenRequestInput & { requestedBy: Actor; audit?: Audit },
): Promise<{ request: CompanyRequest; replayed: boolean }> {
  const prepared = await prepareRequest(needs, input)
  const { request, replayed } = await openRequest(needs, { ...prepared, requestedBy, audit })
  return { request: { ...request, receiverId: prepared.receiverId, accountId: prepared.accountId }, replayed }
}

type Prepared = NewRequest & { receiverId: string; accountId: string }

/** All that is to be known of a payment to a company before it is written. */
export async function prepareRequest(needs: Omit<Needs, 'door'>, input: OpenRequestInput): Promise<Prepared> {
  const { merchantId, id, amount, description, idempotencyKey } = input
  const receiver = await readReceiver(needs, merchantId, input.receiverId)
  const account = await readAccount(needs, merchantId, input.accountId)
  refuseUnpayable(receiver, account)

  const merchant = await needs.readMerchant(merchantId)
  const rails = await bankFor(needs, merchant, 'payouts', amount)
  refuseWithoutPayouts(rails)
  requireWholeCents(rails, amount)
  return {
    merchant,
    id,
    operation: 'companyPayment',
    connectionId: rails.connectionId,
    amount,
    counterparty: { name: receiver.fantasyName, cpf: null, cnpj: receiver.cnpj },
    participant: participant({
      bankCode: account.bankCode,
      bankName: account.bankName,
      accountAgency: account.agency,
      accountNumber: account.number,
      name: receiver.fantasyName,
      taxNumber: account.ownerCnpj,
    }),
    description,
    receiverId: receiver.id,
    accountId: account.id,
    receiverAsSent: input.receiverId === receiver.id ? null : input.receiverId,
    accountAsSent: input.accountId === account.id ? null : input.accountId,
    pixKey: account.pixKey,
    pixKeyType: 'CNPJ',
    idempotencyKey,
    hashedFields: [receiver.id, account.id],
  }
}

/** Only a company that the operator has approved is paid, to an account of its own that is approved too. */
export function refuseUnpayable(receiver: Receiver, account: ReceiverAccount): void {
  if (account.receiverId !== receiver.id) throw new ApiError('BankAccountNotAllowed')
  if (receiver.status !== 'Approved')
    throw new ApiError('ReceiverNotApproved', { message: `the receiver is ${receiver.status}` })
  if (account.status !== 'Approved')
    throw new ApiError('BankAccountNotAllowed', { message: `the bank account is ${account.status}` })
}
