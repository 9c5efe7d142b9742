import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Batch } from './batch.ts'
import { readUnpaid } from './read-batch.ts'
import { lockBatch, markAgain } from './sql.ts'

/** Which rows of another batch the rows of a new one are, in their order. */
export type Again = { batchId: string; numbers: readonly number[] }

/**
 * Leaves the unpaid rows of another batch to a new one, under the lock of the other: whoever comes second finds them taken,
 * and takes none of them.
 */
export async function takeAgain(tx: Tx, { merchantId, id, kind }: Batch, { batchId, numbers }: Again): Promise<void> {
  const from = await lockBatch(tx, merchantId, batchId)
  if (from === undefined || from.kind !== kind) throw new ApiError('PayoutBatchNotFound')
  const unpaid = new Set((await readUnpaid({ sql: tx }, from)).map(({ number }) => number))
  const taken = numbers.filter(number => !unpaid.has(number))
  if (taken.length > 0)
    throw new ApiError('PayoutRowsTaken', { message: `rows of batch ${batchId}: ${taken.join(', ')}` })
  await markAgain(tx, from, numbers, id)
}
