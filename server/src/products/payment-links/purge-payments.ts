import type { Line } from '../../platform/archive/csv-records.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type ArchivedCharges, addArchived, lockLinksOfArchived } from './sql.ts'

/**
 * Of charges that leave for the archive, links go on counting what was paid, and know between which ids they are. They are
 * held for the end of a commit that has locked its transactions and waits for nothing else any more: payers wait but shortly.
 */
export async function purgePayments(tx: Tx, merchantId: string, lines: readonly Line[]): Promise<void> {
  const sums = sumsOf(lines)
  if (sums.length === 0) return
  await lockLinksOfArchived(
    tx,
    merchantId,
    sums.map(({ id }) => id),
  )
  await addArchived(tx, merchantId, sums)
}

function sumsOf(lines: readonly Line[]): ArchivedCharges[] {
  const sums = new Map<string, ArchivedCharges>()
  for (const line of lines) {
    const { id, payment_link_id: linkId } = line
    if (!id || !linkId) continue
    const sum = sums.get(linkId) ?? { id: linkId, count: 0, amount: 0n, firstId: id, lastId: id }
    const isPaid = line['completed_at'] !== null
    sums.set(linkId, {
      id: linkId,
      count: sum.count + (isPaid ? 1 : 0),
      amount: sum.amount + (isPaid ? BigInt(line['paid_amount'] ?? 0) : 0n),
      firstId: id < sum.firstId ? id : sum.firstId,
      lastId: id > sum.lastId ? id : sum.lastId,
    })
  }
  return [...sums.values()]
}
