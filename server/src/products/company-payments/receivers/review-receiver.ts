import type { Sql } from '../../../platform/db/db.ts'
import { openReceiver } from './open-receiver.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { type Receiver, reviewAccounts, updateReview } from './sql.ts'
import { type ReviewAct, accountMove } from './states.ts'

type Review = {
  merchantId: string
  receiverId: string
  act: ReviewAct
  note: string | null
  /** What the reviewer had before them. Changed since then, it must be looked at again. */
  revision?: number
}

/** The operator's word on a receiver and the accounts that it has, with a note for the merchant. */
export async function reviewReceiver(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, receiverId, act, note, revision }: Review,
): Promise<Receiver> {
  return needs.sql.begin(async tx => {
    const { receiver, status } = await openReceiver(tx, merchantId, receiverId, act)
    if (revision !== undefined && revision !== receiver.revision) throw new ApiError('ReceiverChanged')
    const after = { ...receiver, status, reviewNote: note, reviewedAt: needs.clock() }
    await updateReview(tx, after)
    await reviewAccounts(tx, after, { ...accountMove(act), note, at: after.reviewedAt })
    return after
  })
}
