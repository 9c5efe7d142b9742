import type { Sql } from '../../db/db.ts'
import { ApiError } from '../../http/errors.ts'
import type { Micros } from '../../brazil/money.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { ReadMerchant } from '../../merchants/read-merchant.ts'
import { limitsOf, tooLarge } from '../../transactions/limits/limits.ts'
import { type RailsOf, refuseUncarried, refuseWithoutPayouts } from '../../rails/rails-of.ts'
import type { Door } from '../../transactions/door.ts'
import { readAccount, readReceiver } from '../receivers/read-receiver.ts'
import { type Actor, stepOf } from './approval-step.ts'
import { type PaymentRequest, type ReadRequest, insertRequest, insertStep, selectRequestOf } from './sql.ts'
import { bornRequest } from './states.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant; railsOf: RailsOf; door: Door }

type Wanted = {
  merchantId: string
  id?: string
  amount: Micros
  description: string
  receiverId: string
  accountId: string
  requestedBy: Actor
  idempotencyKey: string | undefined
}

/** A wish to pay a company, with the transaction that will carry it out. No money is held until it is approved. */
export async function createRequest(
  needs: Needs,
  wanted: Wanted,
): Promise<{ request: ReadRequest; replayed: boolean }> {
  const { merchantId, amount, description, requestedBy, idempotencyKey } = wanted
  const receiver = await readReceiver(needs, merchantId, wanted.receiverId)
  const account = await readAccount(needs, merchantId, wanted.accountId)
  if (account.receiverId !== receiver.id) throw new ApiError('BankAccountNotAllowed')
  if (receiver.status !== 'Approved')
    throw new ApiError('ReceiverNotApproved', { message: `the receiver is ${receiver.status}` })
  if (account.status !== 'Approved')
    throw new ApiError('BankAccountNotAllowed', { message: `the bank account is ${account.status}` })

  const merchant = await needs.readMerchant(merchantId)
  const rails = await needs.railsOf(merchant.connectionId)
  refuseWithoutPayouts(rails)
  refuseUncarried(rails, amount)
  const createdAt = needs.clock()
  const newId = () => uuidv7(createdAt.getTime())
  return needs.door.commit(async ({ tx, open }) => {
    const { transaction, replayed } = await open({
      id: newId(),
      operation: 'companyPayment',
      merchant,
      connectionId: rails.connectionId,
      amount,
      editable: false,
      counterparty: { name: receiver.fantasyName, cpf: null, cnpj: receiver.cnpj },
      order: { orderDescription: description },
      webhook: null,
      idempotencyKey,
      alsoAsked: [receiver.id, account.id],
      pixKey: account.pixKey,
      pixKeyType: 'CNPJ',
      createdAt,
      expiresAt: null,
    })
    if (!replayed) {
      const refusal = tooLarge(amount, limitsOf(merchant, 'companyPayment'))
      if (refusal !== null) throw refusal
      const request: PaymentRequest = {
        merchantId,
        id: wanted.id ?? newId(),
        transactionId: transaction.id,
        receiverId: receiver.id,
        accountId: account.id,
        status: bornRequest,
        description,
        createdAt,
      }
      await insertRequest(tx, request)
      await insertStep(tx, stepOf(request, { by: requestedBy, status: bornRequest, comment: null, at: createdAt }))
    }
    const request = await selectRequestOf(tx, merchantId, transaction.id)
    if (request === undefined) throw new Error(`transaction ${transaction.id} has no payment request`)
    return { request, replayed }
  })
}
