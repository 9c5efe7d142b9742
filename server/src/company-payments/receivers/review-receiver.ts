import type { Sql } from '../../lib/db.ts'
import { ApiError } from '../../lib/errors.ts'
import { type Receiver, lockReceiver, updateReview } from './sql.ts'
import { type ReceiverAct, receiverTransitions } from './states.ts'

type Review = { merchantId: string; receiverId: string; act: ReceiverAct; note: string | null }

/** The operator's word on a receiver, with a note for the merchant. */
export async function reviewReceiver(
  needs: { sql: Sql },
  { merchantId, receiverId, act, note }: Review,
): Promise<Receiver> {
  return needs.sql.begin(async tx => {
    const before = await lockReceiver(tx, merchantId, receiverId)
    if (before === undefined) throw new ApiError('ReceiverNotFound')
    const transition = receiverTransitions.find(row => row[0] === before.status && row[1] === act)
    if (transition === undefined)
      throw new ApiError('ReceiverStatusNotAllowed', {
        message: `the receiver is ${before.status}: ${act} is not possible`,
      })
    const after = { ...before, status: transition[2], reviewNote: note }
    await updateReview(tx, after)
    return after
  })
}
