import type { Micros } from '../brazil/money.ts'
import { readAvailable } from '../ledger/read-balance.ts'
import { type CheckedRow, type Needs, checkRows } from './check-rows.ts'
import type { BatchKind } from './states.ts'
import type { WrittenRow } from './written-row.ts'

export type Preview = {
  rows: { written: WrittenRow; checked: CheckedRow }[]
  wrongCount: number
  /** Of the rows with which nothing is wrong. */
  amount: Micros
  charges: Micros
  available: Micros
}

type Wanted = { merchantId: string; kind: BatchKind; rows: readonly WrittenRow[] }

/** What a batch would be, before anything is written. */
export async function previewBatch(needs: Needs, wanted: Wanted): Promise<Preview> {
  const [{ rows: checked }, available] = await Promise.all([
    checkRows(needs, wanted),
    readAvailable(needs, wanted.merchantId),
  ])
  const sum = (of: 'amount' | 'charges') => checked.reduce((total, { payment }) => total + (payment?.[of] ?? 0n), 0n)
  return {
    rows: checked.map((row, index) => ({ written: wanted.rows[index] ?? {}, checked: row })),
    wrongCount: checked.filter(({ faults }) => faults.length > 0).length,
    amount: sum('amount'),
    charges: sum('charges'),
    available,
  }
}
