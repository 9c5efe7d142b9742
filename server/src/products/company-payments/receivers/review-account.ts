import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type ReceiverAccount, lockReceiver, reviewAccounts, selectAccount } from './sql.ts'
import { type ReviewAct, accountMove } from './states.ts'

type Review = { merchantId: string; receiverId: string; accountId: string; act: ReviewAct; note: string | null }

/** The operator's word on an account that was added after its receiver was approved. Before, it is reviewed with it. */
export const reviewAccount = (
  needs: { sql: Sql; clock: () => Date },
  { merchantId, receiverId, accountId, act, note }: Review,
): Promise<ReceiverAccount> =>
  needs.sql.begin(async tx => {
    const receiver = isUuid(receiverId) ? await lockReceiver(tx, merchantId, receiverId) : undefined
    if (receiver === undefined) throw new ApiError('ReceiverNotFound')
    if (receiver.status !== 'Approved')
      throw new ApiError('ReceiverStatusNotAllowed', { message: `the receiver is ${receiver.status}` })
    const account = isUuid(accountId) ? await selectAccount(tx, merchantId, accountId) : undefined
    if (account === undefined || account.receiverId !== receiver.id) throw new ApiError('BankAccountNotFound')
    const review = { ...accountMove(act), note, at: needs.clock() }
    const [reviewed] = await reviewAccounts(tx, receiver, { ...review, accountId: account.id })
    if (reviewed === undefined)
      throw new ApiError('ReceiverStatusNotAllowed', { message: `the bank account is ${account.status}` })
    return reviewed
  })
