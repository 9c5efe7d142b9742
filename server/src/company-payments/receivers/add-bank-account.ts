import type { Sql } from '../../lib/db.ts'
import { ApiError } from '../../lib/errors.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { readReceiver } from './read-receiver.ts'
import { genuineCnpj } from './register-receiver.ts'
import { type ReceiverAccount, insertAccount } from './sql.ts'

type NewAccount = Omit<ReceiverAccount, 'id' | 'createdAt'>

/** An account of a receiver, part of its review: it must be the company's own, and so must the key. */
export async function addBankAccount(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, receiverId, ...details }: NewAccount,
): Promise<ReceiverAccount> {
  const receiver = await readReceiver(needs, merchantId, receiverId)
  const [ownerCnpj, pixKey] = [genuineCnpj(details.ownerCnpj), genuineCnpj(details.pixKey)]
  if (ownerCnpj !== receiver.cnpj || pixKey !== receiver.cnpj)
    throw new ApiError('BankAccountNotAllowed', {
      message: 'the owner and the PIX key must be the CNPJ of the receiver',
    })
  const createdAt = needs.clock()
  const account = {
    ...details,
    merchantId,
    receiverId: receiver.id,
    ownerCnpj,
    pixKey,
    id: uuidv7(createdAt.getTime()),
    createdAt,
  }
  await insertAccount(needs.sql, account)
  return account
}
