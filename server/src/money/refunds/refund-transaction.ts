import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { hash } from 'node:crypto'
import type { OrderRunner } from '../bank-orders/run-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../platform/http/errors.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type RailsOf, requireWholeCents } from '../rails/rails-of.ts'
import { bytesToUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import type { Door, Write } from '../transactions/door.ts'
import type { ReadTransactionById } from '../transactions/read-transaction.ts'
import { operations } from '../transactions/operations.ts'
import type { Transaction, TransactionId } from '../transactions/transaction.ts'
import { type Refund, type RequestedBy, insertRefund, selectRefund } from './sql.ts'
import type { TransactionEvent } from '../transactions/event.ts'
import { bornRefund } from './states.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  readMerchant: ReadMerchant
  door: Door
  bankOrders: Pick<OrderRunner, 'tryNow'>
  readTransaction: ReadTransactionById
}

/** `amount` undefined: all that is left. A `refundId` given makes the request repeatable, and so does the key without one. */
type RefundTransactionInput = {
  merchantId: string
  transactionId: string
  amount: Micros | undefined
  requestedBy: RequestedBy
  reason?: string | undefined
  refundId?: string | undefined
  idempotencyKey?: string | undefined
  audit?: Audit
}

export type Refunded = { transaction: Transaction; refund: Refund; replayed: boolean }

/** Gives a payer money back, whole or in part: it is held, and the bank is ordered to return it. */
export async function refundTransaction(
  needs: Needs,
  { merchantId, transactionId, amount, requestedBy, reason, ...input }: RefundTransactionInput,
): Promise<Refunded> {
  requireFreeRefundId(input.refundId)
  const at = await timeFor(needs, merchantId)
  const refundId = input.refundId ?? idOfKey(input.idempotencyKey) ?? uuidv7(at.getTime())
  const { id, operation, connectionId } = await needs.readTransaction(merchantId, transactionId)
  if (operations[operation].type !== 'Credit')
    throw new ApiError('RefundNotAllowed', { message: 'only received payments can be refunded' })
  if (amount !== undefined) requireWholeCents(await needs.railsOf(connectionId), amount)

  const { order, ...made } = await needs.door.commit(async write => {
    const before = await write.lock({ merchantId, id })
    if (before === undefined) throw new ApiError('TransactionNotFound')
    const earlier = await selectRefund(write.tx, { merchantId, transactionId: id, id: refundId })
    if (earlier !== undefined)
      return { transaction: before, refund: sameOrThrow(earlier, amount), order: null, replayed: true }

    const event = { kind: 'refundRequested', refundId, amount: amount ?? null } as const
    const asked = { refundId, askedAmount: amount ?? null, requestedBy, reason: reason ?? null, at }
    const refund = await writeAskedRefund(write, event, { merchantId, id, ...asked })
    await recordAudit(write.tx, input.audit)
    return { ...refund, replayed: false }
  })
  if (order === null) return made

  await needs.bankOrders.tryNow(order)
  const [transaction, refund] = await Promise.all([
    needs.readTransaction(merchantId, id),
    selectRefund(needs.sql, { merchantId, transactionId: id, id: refundId }),
  ])
  return { transaction, refund: refund ?? made.refund, replayed: false }
}

/** The same key names the same refund, so that nothing else has to be kept of it. */
function idOfKey(key: string | undefined): string | undefined {
  return key === undefined ? undefined : bytesToUuid(hash('sha256', `refund ${key}`, 'buffer').subarray(0, 16))
}

function sameOrThrow(earlier: Refund, amount: Micros | undefined): Refund {
  if (earlier.askedAmount === (amount ?? null)) return earlier
  const message = `the refundId or Idempotency-Key was used before for a refund of ${formatAmount(earlier.amount)}`
  throw new ApiError('OrderIdConflict', { message })
}

type RefundInput = TransactionId &
  Pick<Refund, 'askedAmount' | 'requestedBy' | 'reason'> & { refundId: string; at: Date }

/** A refund begins: its money is held, its bank gets an order and it is written down, all in the commit of `write`. */
export async function writeAskedRefund(
  write: Write,
  event: Extract<TransactionEvent, { kind: 'refundRequested' | 'disputeReturned' }>,
  { merchantId, id, refundId, askedAmount, requestedBy, reason, at }: RefundInput,
) {
  const applied = await write.apply({ merchantId, id, event })
  const refund: Refund = {
    merchantId,
    transactionId: id,
    id: refundId,
    amount: applied.refund?.amount ?? 0n,
    askedAmount,
    state: bornRefund.asked,
    cause: null,
    requestedBy,
    reason,
    createdAt: at,
    endedAt: null,
  }
  await insertRefund(write.tx, refund)
  return { transaction: applied.transaction, refund, order: applied.order }
}

/** Ids of refunds that the platform makes itself begin so; those that merchants choose never do. */
const prefixes = { bank: 'bank:', dispute: 'dispute:' } as const

/** The id of a return that a bank has made by itself. */
export const bankReturnId = (bankId: string): string => prefixes.bank + bankId

/** The id of a refund that gives back what a dispute has blocked. Nobody else knows it before. */
export const disputeReturnId = (id: string): string => prefixes.dispute + id
export const isDisputeReturnId = (refundId: string): boolean => refundId.startsWith(prefixes.dispute)

/** Refuses an id that would be taken for one of the platform's own. */
function requireFreeRefundId(refundId: string | undefined): void {
  const reserved = Object.values(prefixes).find(prefix => refundId?.startsWith(prefix))
  if (reserved === undefined) return
  const message = `must not start with "${reserved}": this prefix is reserved`
  throw new InvalidRequest([{ path: '/refundId', code: 'reserved', message, info: { prefix: reserved } }])
}
