import type { BankException } from '../../money/bank-orders/exceptions.ts'
import type { Write } from '../../money/transactions/door.ts'
import { webhookFor } from '../../money/transactions/new-transaction.ts'
import { ownKey } from '../../money/transactions/order-key.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'

const noWebhook = { webhookUrl: null, webhookHeaderName: null, webhookHeaderValue: null }

/**
 * A person names the merchant that a payment was for: it becomes a cash-in of that merchant, with charges, event and receipt.
 * What is in suspense leaves it in the same commit; `unmatched` is null where the books do not have the payment.
 */
export async function creditMerchant(
  write: Write,
  { exception, unmatched, merchantId }: { exception: BankException; unmatched: Transaction | null; merchantId: string },
  at: Date,
): Promise<void> {
  const { connectionId, endToEndId, amount } = unmatched ?? exception
  if (endToEndId === null || amount === null) throw new ApiError('ExceptionActNotAllowed')
  const merchant = await readMerchantNow({ sql: write.tx }, merchantId)
  const { transaction } = await write.open({
    id: uuidv7(at.getTime()),
    operation: 'pixCashIn',
    merchant,
    connectionId,
    amount,
    editable: false,
    counterparty: null,
    order: {},
    webhook: webhookFor(noWebhook, merchant),
    idempotencyKey: ownKey('credited payment', endToEndId),
    hashedFields: [],
    createdAt: at,
    expiresAt: null,
  })
  const participant = unmatched?.participant ?? null
  const event = { kind: 'paid', amount, participant, endToEndId, arrived: true } as const
  const applied = await write.apply({ merchantId, id: transaction.id, event })
  // It was booked meanwhile, or is on its way back.
  if (applied.transaction.endToEndId !== endToEndId) throw new ApiError('TransactionStateNotAllowed')
}
