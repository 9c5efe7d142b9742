import type { Micros } from '../../platform/brazil/money.ts'
import { readAvailable } from '../../money/ledger/read-books.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { limitsOf } from '../../money/transactions/limits/limits.ts'
import { readSentToday } from '../../money/transactions/limits/open-outflows.ts'
import { type BatchKind, operationOf } from './states.ts'
import { type CheckedRow, type Needs as CheckNeeds, checkRows } from './check-rows.ts'
import type { WrittenRow } from './written-row.ts'

type Needs = CheckNeeds & { clock: () => Date }

export type Preview = {
  rows: { written: WrittenRow; checked: CheckedRow }[]
  wrongCount: number
  /** The sum of the valid rows. */
  amount: Micros
  charges: Micros
  available: Micros
  /** The limit per São Paulo day and what was sent today; null: no limit. */
  day: { limit: Micros; sent: Micros } | null
}

type PreviewInput = { merchantId: string; kind: BatchKind; rows: readonly WrittenRow[] }

/** A preview: nothing is written. */
export async function previewBatch(needs: Needs, input: PreviewInput): Promise<Preview> {
  const [{ merchant, rows: checked }, available] = await Promise.all([
    checkRows(needs, input),
    readAvailable(needs, input.merchantId),
  ])
  const sum = (of: 'amount' | 'charges') => checked.reduce((total, { payment }) => total + (payment?.[of] ?? 0n), 0n)
  return {
    rows: checked.map((row, index) => ({ written: input.rows[index] ?? {}, checked: row })),
    wrongCount: checked.filter(({ faults }) => faults.length > 0).length,
    amount: sum('amount'),
    charges: sum('charges'),
    available,
    day: await readDay(needs, merchant, input.kind),
  }
}

async function readDay(needs: Needs, merchant: Merchant, kind: BatchKind): Promise<Preview['day']> {
  const operation = operationOf[kind]
  const limit = limitsOf(merchant, operation, clockOf(needs, merchant))?.perDay ?? null
  if (limit === null) return null
  return { limit, sent: await readSentToday(needs, merchant.id, operation, clockOf(needs, merchant)) }
}
