import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { SentPayment } from '../transactions/sent-payments.ts'
import { type AdjustmentName, paysOut } from './adjustment.ts'
import { selectOfPayment } from './sql.ts'

/** A payout that an adjustment books: what has left by the books, less what has come back, and how the first one booked it. */
export type Adjusted = { amount: Micros; name: AdjustmentName; connectionId: string | null }

/** Null: no adjustment books it. */
export async function readAdjusted(
  { sql }: { sql: Sql | Tx },
  { merchantId, endToEndId, adjustmentId }: SentPayment,
): Promise<Adjusted | null> {
  if (adjustmentId === null) return null
  const all = await selectOfPayment(sql, merchantId, endToEndId)
  const [first] = all
  if (first === undefined) return null
  const amount = all.reduce((sum, one) => (paysOut(one.name) ? sum + one.amount : sum - one.amount), 0n)
  return { ...first, amount }
}
