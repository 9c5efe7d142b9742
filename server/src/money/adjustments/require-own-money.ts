import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { openBooks, uncovered } from '../ledger/books.ts'
import { readPlatformBalance } from '../ledger/read-books.ts'

/**
 * The platform withdraws and writes off at most what is its own: the fees that it earned and the money that it added, less
 * tariffs. Under the lock of its books, so that two do not take the same money.
 */
export async function requireOwnMoney(tx: Tx, amount: Micros): Promise<void> {
  await openBooks(tx, [platformId])
  await refuseUncovered({ sql: tx }, amount)
}

/** Without a lock, to refuse a request at once. */
export async function refuseUncovered(needs: { sql: Sql | Tx }, amount: Micros): Promise<void> {
  const { fees, tariffs } = await readPlatformBalance(needs)
  const refusal = uncovered(fees + tariffs, amount)
  if (refusal !== null) throw refusal
}
