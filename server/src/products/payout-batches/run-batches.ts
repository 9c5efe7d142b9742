import { ApiError } from '../../platform/http/errors.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { type Batch, type BatchRow, batchMove } from './states.ts'
import { batchEvents } from './views.ts'
import { type Needs, type ReadyRow, isForLater, makeRow, prepareRow, refuseRow } from './pay-row.ts'
import { claimBatches, lockBatch, planStep, selectWaitingRows, updateBatch } from './sql.ts'

const batchesAtOnce = 4
const rowsAtOnce = 20

/** Longer than a bank needs to look up twenty keys. If the lease runs out, work is repeated, but never a payment. */
const leaseMs = 60_000
const againAfterMs = 15_000

/** Pays some rows of each approved batch, and returns how many rows are finished. */
export async function runBatches(needs: Needs): Promise<number> {
  const now = needs.clock()
  const claimed = await claimBatches(needs.sql, now, new Date(now.getTime() + leaseMs), batchesAtOnce)
  const results = await Promise.allSettled(claimed.map(batch => stepBatch(needs, batch)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

/** The next rows in order: the bank is asked about all at once, and each row has its own commit. */
async function stepBatch(needs: Needs, batch: Batch): Promise<number> {
  const waiting = await selectWaitingRows(needs.sql, batch, rowsAtOnce)
  const ready = await Promise.all(waiting.map(row => prepareRow(needs, batch, row).catch(refusalOrFault)))
  let ended = 0
  for (const [index, row] of waiting.entries()) {
    const isOver = await endOne(needs, row, ready[index] as ReadyRow | ApiError)
    if (!isOver) {
      await planStep(needs.sql, batch, new Date(needs.clock().getTime() + againAfterMs))
      return ended
    }
    ended++
  }
  if (waiting.length < rowsAtOnce && (await completeBatch(needs, batch))) return ended
  await planStep(needs.sql, batch, needs.clock())
  return ended
}

/** Pays or refuses a row; false: it is tried again later. */
async function endOne(needs: Needs, row: BatchRow, ready: ReadyRow | ApiError): Promise<boolean> {
  const refusal = ready instanceof ApiError ? ready : await makeRow(needs, row, ready).then(() => null, refusalOrFault)
  if (refusal === null) return true
  if (isForLater(refusal)) return false
  await refuseRow(needs, row, refusal)
  return true
}

function refusalOrFault(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Completes the batch if every row is finished; false: some still wait. */
async function completeBatch(needs: Needs, { merchantId, id }: Batch): Promise<boolean> {
  const at = await timeFor(needs, merchantId)
  return needs.door.commit(async ({ tx, notify }) => {
    const batch = await lockBatch(tx, merchantId, id)
    const move = batch && batchMove(batch.state, 'complete')
    if (batch === undefined || move === undefined) return true
    if (batch.madeCount + batch.refusedCount < batch.rowCount) return false
    const after = { ...batch, state: move.to, completedAt: at, nextStepAt: null }
    await updateBatch(tx, after)
    await notify(batchEvents(after, move.event, needs.clock()))
    return true
  })
}
