import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { type Micros, formatAmount } from '../brazil/money.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { EventDoor } from '../transactions/apply-event.ts'
import type { ReadTransactionById } from '../transactions/read-transaction.ts'
import { lockTransactions } from '../transactions/read-transaction.ts'
import { insertRefund, selectRefund } from './sql.ts'
import { operations } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'

type Needs = { sql: Sql; clock: () => Date; readTransaction: ReadTransactionById } & Pick<
  EventDoor,
  'applyWithin' | 'tell'
>

/** `amount` undefined: all that is left. A `refundId` given makes the request repeatable. */
type Wanted = { merchantId: string; transactionId: string; amount: Micros | undefined; refundId: string | undefined }

export type Refunded = { transaction: Transaction; refundId: string; amount: Micros; replayed: boolean }

/** Gives a payer money back, whole or in part, until all that was paid has gone back. */
export async function refundTransaction(
  needs: Needs,
  { merchantId, transactionId, amount, refundId = uuidv7() }: Wanted,
): Promise<Refunded> {
  const { id, operation } = await needs.readTransaction(merchantId, transactionId)
  if (operations[operation][0] !== 'Credit')
    throw new ApiError('RefundNotAllowed', { message: 'only money that came in can be refunded' })

  const { applied, refund } = await needs.sql.begin(async tx => {
    const [before] = await lockTransactions(tx, [{ merchantId, id }])
    if (before === undefined) throw new ApiError('TransactionNotFound')
    const earlier = await selectRefund(tx, { merchantId, transactionId: id, id: refundId })
    if (earlier !== undefined)
      return { applied: null, refund: { ...sameOrThrow(earlier, amount), transaction: before } }

    const event = { kind: 'refunded', amount: amount ?? null, askedBy: 'merchant' } as const
    const [applied] = await needs.applyWithin(tx, [{ merchantId, id, event }])
    if (applied === undefined || applied instanceof Error) throw applied ?? new Error('nothing was applied')
    const refunded = applied.transaction.refundedAmount - before.refundedAmount
    const row = { merchantId, transactionId: id, id: refundId, amount: refunded, askedAmount: amount ?? null }
    await insertRefund(tx, { ...row, createdAt: needs.clock() })
    return { applied, refund: { amount: refunded, transaction: applied.transaction } }
  })
  if (applied !== null) void needs.tell(applied).firstAttempt
  return { ...refund, refundId, replayed: applied === null }
}

function sameOrThrow(earlier: { amount: Micros; askedAmount: Micros | null }, amount: Micros | undefined) {
  if (earlier.askedAmount === (amount ?? null)) return { amount: earlier.amount }
  const message = `the refundId was used before, for ${formatAmount(earlier.amount)}`
  throw new ApiError('OrderIdConflict', { message })
}
