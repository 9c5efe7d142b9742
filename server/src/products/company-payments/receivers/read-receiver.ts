import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import {
  type Receiver,
  type ReceiverAccount,
  lockReceiver,
  selectAccount,
  selectAccounts,
  selectReceiver,
} from './sql.ts'
import { type ReceiverAct, type ReceiverStatus, statusAfter } from './states.ts'

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

/** A receiver under its lock, with the status the act will give it; refused where the table of states has no such row. */
export async function openReceiver(
  tx: Tx,
  merchantId: string,
  id: string,
  act: ReceiverAct,
): Promise<{ receiver: Receiver; status: ReceiverStatus }> {
  const receiver = isUuid(id) ? await lockReceiver(tx, merchantId, id) : undefined
  if (receiver === undefined) throw new ApiError('ReceiverNotFound')
  const status = statusAfter(receiver.status, act)
  if (status === undefined)
    throw new ApiError('ReceiverStatusNotAllowed', {
      message: `the receiver is ${receiver.status}: ${act} is not possible`,
    })
  return { receiver, status }
}
