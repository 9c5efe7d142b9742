import { openBooks } from '../../ledger/books.ts'
import type { Tx } from '../../db/db.ts'
import type { Micros } from '../../brazil/money.ts'
import { readMerchantNow } from '../../merchants/read-merchant.ts'
import type { Operation } from '../states.ts'
import { limitsOf } from './limits.ts'
import { openOutflows } from './open-outflows.ts'

type Payment = { merchantId: string; operation: Operation; amount: Micros; at: Date }

/**
 * Refuses a payment that is beyond the merchant's limits of this moment, and counts one that is not. To be called where
 * its money is held, in the same commit: opening the books lets one payment of the merchant through at a time.
 */
export async function keepToLimits(tx: Tx, { merchantId, operation, amount, at }: Payment): Promise<void> {
  const limits = limitsOf(await readMerchantNow({ sql: tx }, merchantId), operation)
  if (limits === null) return
  await openBooks(tx, [merchantId])
  const transaction = { merchantId, operation, amount, createdAt: at }
  const outflows = await openOutflows(tx, [{ transaction, limits }])
  const refusal = outflows.beyond(transaction, limits)
  if (refusal !== null) throw refusal
  outflows.add(transaction)
  await outflows.close()
}
