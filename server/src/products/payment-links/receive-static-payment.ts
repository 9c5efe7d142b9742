import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { type ReadMerchant, findMerchantByNumber } from '../../tenancy/merchants/read-merchant.ts'
import type { ReceivedPayment } from '../../money/rails/rails.ts'
import { arrivedEvent } from '../../money/transactions/event.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { Attempt } from '../../money/webhooks/deliver.ts'
import type { Link } from './states.ts'
import { lockLinks, selectStaticLink, updateLinks } from './sql.ts'
import { webhookFor } from '../../money/transactions/new-transaction.ts'
import { ownKey } from '../../money/transactions/order-key.ts'

type Needs = { sql: Sql; clock: () => Date; door: Door; readMerchant: ReadMerchant }

/** The static code of a payment; null if none. The same id reported by another bank does not match. */
export async function findStaticLink(
  needs: Needs,
  { staticCode }: ReceivedPayment,
  connectionId: string,
): Promise<Link | null> {
  const merchantId = staticCode && (await findMerchantByNumber(needs, staticCode.merchantNumber))
  const link = merchantId && (await selectStaticLink(needs.sql, merchantId, staticCode.staticId))
  return link && link.connectionId === connectionId ? link : null
}

/** A payment with a static code becomes a cash-in, once per end-to-end id, also of a closed code: print stays in use. */
export async function receiveStaticPayment(
  needs: Needs,
  link: Link,
  payment: ReceivedPayment,
): Promise<{ transaction: Transaction; firstAttempt: Promise<Attempt> | null }> {
  const { merchantId } = link
  const merchant = await needs.readMerchant(merchantId)
  const { result, firstAttempt } = await needs.door.commitAndNotify(async ({ tx, open, apply }) => {
    const createdAt = clockOf(needs, merchant)
    const [locked] = await lockLinks(tx, [link])
    if (locked === undefined) throw new Error(`payment link ${link.id} does not exist`)
    const { transaction, replayed } = await open({
      id: uuidv7(createdAt.getTime()),
      operation: 'pixCashIn',
      merchant,
      connectionId: link.connectionId,
      amount: payment.amount,
      editable: false,
      counterparty: null,
      order: { orderDescription: link.title, metadata: link.metadata ?? undefined },
      webhook: webhookFor(link, merchant),
      idempotencyKey: ownKey('static payment', `${link.connectionId}:${payment.endToEndId}`),
      keyId: link.keyId,
      hashedFields: [],
      ...(link.qrCode === null ? {} : { qrCode: link.qrCode }),
      createdAt,
      expiresAt: null,
      paymentLinkId: link.id,
    })
    if (replayed) return transaction
    await updateLinks(tx, [{ ...locked, openCount: locked.openCount + 1 }])
    const { transaction: paid } = await apply({ merchantId, id: transaction.id, event: arrivedEvent(payment) })
    // It was held as unmatched and is being returned, so no transaction is opened for it.
    if (paid.endToEndId !== payment.endToEndId)
      throw new ApiError('TransactionStateNotAllowed', { message: 'the payment is already being returned' })
    return paid
  })
  return { transaction: result, firstAttempt }
}
