import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Receiver, type ReceiverAccount, selectAccount, selectAccounts, selectReceiver } from './sql.ts'

export type { Receiver, ReceiverAccount } from './sql.ts'

export async function readReceiver(needs: { sql: Sql }, merchantId: string, id: string): Promise<Receiver> {
  const receiver = isUuid(id) ? await selectReceiver(needs.sql, merchantId, id) : undefined
  if (receiver === undefined) throw new ApiError('ReceiverNotFound')
  return receiver
}

/** An account by id, whichever receiver of the merchant it belongs to. */
export async function readAccount(needs: { sql: Sql }, merchantId: string, id: string): Promise<ReceiverAccount> {
  const account = isUuid(id) ? await selectAccount(needs.sql, merchantId, id) : undefined
  if (account === undefined) throw new ApiError('BankAccountNotFound')
  return account
}

export async function listAccounts(
  needs: { sql: Sql },
  { merchantId, receiverId, limit, offset }: { merchantId: string; receiverId: string; limit: number; offset: number },
): Promise<ReceiverAccount[]> {
  const receiver = await readReceiver(needs, merchantId, receiverId)
  return selectAccounts(needs.sql, merchantId, receiver.id, limit, offset)
}
