import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { isWrittenAlready } from '../../platform/db/database-faults.ts'
import type { Sql } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Door, Write } from '../transactions/door.ts'
import type { TransactionId } from '../transactions/transaction.ts'
import { findRefund } from './read-refunds.ts'
import { bankReturnId } from './refund-transaction.ts'
import { type RequestedBy, insertRefund } from './sql.ts'
import { bornRefund } from './states.ts'

type ForcedReturn = TransactionId & {
  amount: Micros | null
  refundId?: string
  /** Of demo data, whose refunds somebody has asked for. */
  requestedBy?: RequestedBy
  reason?: string | null
  /** Nothing has happened at a bank yet: then the balance must cover it. */
  isSimulated?: boolean
}

type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }

/** The bank has returned money without a request from us: it has happened, so it is booked, listed and the merchant notified. */
export async function recordForcedReturn(needs: Needs, taken: ForcedReturn, audit?: Audit) {
  const at = await timeFor(needs, taken.merchantId)
  return needs.door.commitAndNotify(async write => {
    const applied = await recordForcedReturnWithin(write, taken, at)
    await recordAudit(write.tx, audit)
    return applied
  })
}

/** The same within a commit that writes more of it. */
export async function recordForcedReturnWithin(
  write: Write,
  { merchantId, id, amount, isSimulated = false, ...asked }: ForcedReturn,
  at: Date,
  payloadsOf?: Parameters<Write['apply']>[0]['payloadsOf'],
) {
  const { refundId = uuidv7(at.getTime()) } = asked
  const event = { kind: 'forcedReturn', refundId, amount, isSimulated } as const
  const applied = await write.apply({ merchantId, id, event, ...(payloadsOf && { payloadsOf }) })
  await insertRefund(write.tx, {
    merchantId,
    transactionId: id,
    id: refundId,
    amount: applied.refund?.amount ?? 0n,
    askedAmount: amount,
    state: bornRefund.forcedReturn,
    cause: null,
    requestedBy: asked.requestedBy ?? { by: 'bank' },
    reason: asked.reason ?? null,
    createdAt: at,
    endedAt: at,
  })
  return applied
}

type BankReturn = { id: string; amount: Micros }

/**
 * Books what a bank has returned by itself, perhaps in several parts: each once, by the bank's id of it. `made` is all that
 * it has returned: a person may have booked a part under another id, because the bank had not named it.
 */
export async function recordReturns(
  needs: { sql: Sql; door: Door },
  { merchantId, id }: TransactionId,
  { taken, made }: { taken: readonly BankReturn[]; made: Micros },
  book: (write: Write, taken: TransactionId & { amount: Micros; refundId: string }) => Promise<unknown>,
): Promise<void> {
  for (const { id: bankId, amount } of taken) {
    const refundId = bankReturnId(bankId)
    if ((await findRefund(needs, { merchantId, transactionId: id, id: refundId })) !== null) continue
    await needs.door
      .commit(async write => {
        const before = await write.lock({ merchantId, id })
        const isLacking = before !== undefined && made - before.refundedAmount >= amount
        if (isLacking) await book(write, { merchantId, id, amount, refundId })
      })
      .catch((error: unknown) => {
        // Of two processes that record it at once, the second finds it written.
        if (!isWrittenAlready(error)) throw error
      })
  }
}
