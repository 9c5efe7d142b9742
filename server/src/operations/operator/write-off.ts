import { postAdjustment } from '../../money/adjustments/post-adjustment.ts'
import { refuseUncovered, requireOwnMoney } from '../../money/adjustments/require-own-money.ts'
import { readAvailable } from '../../money/ledger/read-books.ts'
import { openBooks } from '../../money/ledger/books.ts'
import type { Door } from '../../money/transactions/door.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'

type WriteOff = { merchantId: string; amount: Micros; reason: string; evidence: string; by: string; audit: Audit }

/**
 * The platform bears what a merchant owes and will not pay, as far as it has own money: its fees get less, and the balance is
 * nearer to zero.
 */
export const writeOff = (
  needs: { clock: () => Date; door: Door },
  { merchantId, amount, reason, evidence, by, audit }: WriteOff,
): Promise<void> =>
  needs.door.commit(async write => {
    refuseBeyond((await openBooks(write.tx, [merchantId])).available(merchantId), amount)
    await requireOwnMoney(write.tx, amount)
    const about = { connectionId: null, endToEndId: null, transactionId: null, exceptionId: null, madeBy: by }
    await postAdjustment(
      write,
      { merchantId, name: 'debtWrittenOff', amount, reason, evidence, ...about },
      needs.clock(),
    )
    await recordAudit(write.tx, audit)
  })

/** Without a lock, to refuse a request at once. */
export async function refuseBeyondDebt(needs: { sql: Sql }, merchantId: string, amount: Micros): Promise<void> {
  refuseBeyond(await readAvailable(needs, merchantId), amount)
  await refuseUncovered(needs, amount)
}

function refuseBeyond(available: Micros, amount: Micros): void {
  const owed = available < 0n ? -available : 0n
  if (amount > owed) throw new ApiError('InsufficientBalance', { message: `the merchant owes ${formatAmount(owed)}` })
}
