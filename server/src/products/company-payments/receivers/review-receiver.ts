import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { openReceiver } from './read-receiver.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import {
  type Receiver,
  type ReceiverAccount,
  lockReceiver,
  reviewAccounts,
  selectAccount,
  updateReview,
} from './sql.ts'
import { type ReviewAct, accountMove } from './states.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'

type Review = {
  merchantId: string
  receiverId: string
  act: ReviewAct
  note: string | null
  /** What the reviewer had before them. Changed since then, it must be looked at again. */
  revision?: number
  audit?: Audit
}

/** The operator's review of a receiver and its accounts, with a note for the merchant. */
export async function reviewReceiver(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, receiverId, act, note, revision, audit }: Review,
): Promise<Receiver> {
  return needs.sql.begin(async tx => {
    const { receiver, status } = await openReceiver(tx, merchantId, receiverId, act)
    if (revision !== undefined && revision !== receiver.revision) throw new ApiError('ReceiverChanged')
    const after = { ...receiver, status, reviewNote: note, reviewedAt: needs.clock() }
    await updateReview(tx, after)
    await reviewAccounts(tx, after, { ...accountMove(act), note, at: after.reviewedAt })
    await recordAudit(tx, audit)
    return after
  })
}

type AccountReview = Omit<Review, 'revision'> & { accountId: string }

/** The operator's decision on an account that was added after its receiver was approved. */
export const reviewAccount = (
  needs: { sql: Sql; clock: () => Date },
  { merchantId, receiverId, accountId, act, note, audit }: AccountReview,
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
    await recordAudit(tx, audit)
    return reviewed
  })
