import { ApiError } from '../../platform/http/errors.ts'
import { isForLater, runLeased } from '../../tenancy/merchants/leased-work.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { type Batch, type BatchRow, batchMove } from './states.ts'
import { batchEvents } from './views.ts'
import { type Needs, type ReadyRow, makeRow, prepareRow, refuseRow } from './pay-row.ts'
import { claimBatches, lockBatch, planStep, selectWaitingRows, updateBatch } from './sql.ts'

const rowsAtOnce = 20

/** Pays some rows of each approved batch, and returns how many rows are finished. */
export const runBatches = (needs: Needs): Promise<number> =>
  runLeased(needs, {
    claim: (now, leaseUntil, most) => claimBatches(needs.sql, now, leaseUntil, most),
    plan: (batch, at) => planStep(needs.sql, batch, at),
    step: batch => payRows(needs, batch),
  })

/**
 * The next rows in order: the bank is asked about all at once, and each row has its own commit. Of several banks each row has
 * its own, by what the rows before it have left there: then they are prepared one after the other.
 */
async function payRows(needs: Needs, batch: Batch) {
  const waiting = await selectWaitingRows(needs.sql, batch, rowsAtOnce)
  const { payoutConnections } = await needs.readMerchant(batch.merchantId)
  const prepare = (row: BatchRow) => prepareRow(needs, batch, row).catch(refusalOrFault)
  const ready = payoutConnections.length > 1 ? [] : await Promise.all(waiting.map(prepare))
  let ended = 0
  for (const [index, row] of waiting.entries()) {
    const isOver = await endOne(needs, row, ready[index] ?? (await prepare(row)))
    if (!isOver) return { ended, isHeldUp: true }
    ended++
  }
  if (waiting.length < rowsAtOnce) await completeBatch(needs, batch)
  return { ended, isHeldUp: false }
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

/** Completes the batch if every row is finished. */
async function completeBatch(needs: Needs, { merchantId, id }: Batch): Promise<void> {
  const at = await timeFor(needs, merchantId)
  await needs.door.commit(async ({ tx, notify }) => {
    const batch = await lockBatch(tx, merchantId, id)
    const move = batch && batchMove(batch.state, 'complete')
    if (batch === undefined || move === undefined || batch.madeCount + batch.refusedCount < batch.rowCount) return
    const after = { ...batch, state: move.to, completedAt: at, nextStepAt: null }
    await updateBatch(tx, after)
    await notify(batchEvents(after, move.event, needs.clock()))
  })
}
