import { ApiError } from '../../platform/http/errors.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { type Batch, type BatchRow, batchMove } from './states.ts'
import { batchEvents } from './views.ts'
import { type Needs, type ReadyRow, isForLater, makeRow, prepareRow, refuseRow } from './pay-row.ts'
import { claimBatches, lockBatch, planStep, selectWaitingRows, updateBatch } from './sql.ts'

const batchesAtOnce = 4
const rowsAtOnce = 20

/** Renewed while its worker lives, so that a batch of a dead one waits no longer than this. A payment is never repeated. */
const leaseMs = 10_000
const renewEveryMs = 3_000
const againAfterMs = 15_000

/** Pays some rows of each approved batch, and returns how many rows are finished. */
export async function runBatches(needs: Needs): Promise<number> {
  const now = needs.clock()
  const claimed = await claimBatches(needs.sql, now, new Date(now.getTime() + leaseMs), batchesAtOnce)
  const results = await Promise.allSettled(claimed.map(batch => stepBatch(needs, batch)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

async function stepBatch(needs: Needs, claimed: Batch): Promise<number> {
  const stopRenewing = renewLease(needs, claimed)
  try {
    const { ended, nextStepAt } = await payRows(needs, claimed)
    if (nextStepAt !== null) await planStep(needs.sql, await stopRenewing(), nextStepAt)
    return ended
  } finally {
    await stopRenewing()
  }
}

/** Keeps the batch for this worker. Returns a function that ends that, and returns the batch as it is leased then. */
function renewLease({ sql, clock }: Needs, claimed: Batch): () => Promise<Batch> {
  let batch = claimed
  let renewing = Promise.resolve()
  async function renew(): Promise<void> {
    const nextStepAt = new Date(clock().getTime() + leaseMs)
    if ((await planStep(sql, batch, nextStepAt)).count === 1) batch = { ...batch, nextStepAt }
  }
  // A database that is away now is asked again at the next turn.
  const timer = setInterval(() => void (renewing = renewing.then(renew).catch(() => {})), renewEveryMs)
  return async () => {
    clearInterval(timer)
    await renewing
    return batch
  }
}

/** `nextStepAt` null: the batch is finished. */
type Paid = { ended: number; nextStepAt: Date | null }

/** The next rows in order: the bank is asked about all at once, and each row has its own commit. */
async function payRows(needs: Needs, batch: Batch): Promise<Paid> {
  const waiting = await selectWaitingRows(needs.sql, batch, rowsAtOnce)
  const ready = await Promise.all(waiting.map(row => prepareRow(needs, batch, row).catch(refusalOrFault)))
  let ended = 0
  for (const [index, row] of waiting.entries()) {
    const isOver = await endOne(needs, row, ready[index] as ReadyRow | ApiError)
    if (!isOver) return { ended, nextStepAt: new Date(needs.clock().getTime() + againAfterMs) }
    ended++
  }
  const isFinished = waiting.length < rowsAtOnce && (await completeBatch(needs, batch))
  return { ended, nextStepAt: isFinished ? null : needs.clock() }
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
