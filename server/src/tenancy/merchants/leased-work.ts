import { isDamage } from '../../platform/db/database-faults.ts'
import { reportDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'

/** A row that one worker at a time continues. `nextStepAt`: when one does, or until when one has leased it. */
type Leased = { merchantId: string; nextStepAt: Date | null }

/** Work that is done in steps, each by a worker that has leased its row. */
type Work<Row extends Leased> = {
  /** Leases rows whose next step is due to this worker. */
  claim: (now: Date, leaseUntil: Date, most: number) => Promise<readonly Row[]>
  /** Sets when the next step is due, if nobody else has leased the row since and it still has one. */
  plan: (leased: Row, nextStepAt: Date) => PromiseLike<{ count: number }>
  /** Ends some of what it consists of, and returns how much. `isHeldUp`: the rest waits for somebody, such as a bank. */
  step: (row: Row) => Promise<{ ended: number; isHeldUp: boolean }>
}

type Needs = {
  clock: () => Date
  /** Suspends a merchant whose stored data cannot be read. */
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

const atOnce = 4
const againAfterMs = 15_000
/** Renewed while its worker lives, so that what a dead one has leased waits no longer than this. */
const leaseMs = 10_000
const renewEveryMs = 3_000

/** Does a step of each of some rows, and returns how much has ended. A row that fails does not keep the others from theirs. */
export async function runLeased<Row extends Leased>(needs: Needs, work: Work<Row>): Promise<number> {
  const now = needs.clock()
  const claimed = await work.claim(now, leaseFrom(now), atOnce)
  const results = await Promise.allSettled(claimed.map(row => runStep(needs, work, row)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

async function runStep<Row extends Leased>(needs: Needs, { plan, step }: Work<Row>, claimed: Row): Promise<number> {
  const stopRenewing = renewLease(needs.clock, claimed, plan)
  try {
    const { ended, isHeldUp } = await step(claimed)
    const nextStepAt = new Date(needs.clock().getTime() + (isHeldUp ? againAfterMs : 0))
    await plan(await stopRenewing(), nextStepAt)
    return ended
  } catch (error) {
    if (!isDamage(error)) throw error
    reportDefect('background work', error)
    await needs.suspendDamaged(claimed.merchantId, error)
    return 0
  } finally {
    await stopRenewing()
  }
}

/** An outage, of a bank for example, or a suspended merchant says nothing about what is refused: it is tried again. */
export const isForLater = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.reason === 'MerchantSuspended')

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs)

/** Keeps a row for the worker that has claimed it. Returns a function that ends that, and returns the row as it is leased then. */
function renewLease<Row extends Leased>(clock: () => Date, claimed: Row, plan: Work<Row>['plan']): () => Promise<Row> {
  let row = claimed
  let renewing = Promise.resolve()
  async function renew(): Promise<void> {
    const nextStepAt = leaseFrom(clock())
    if ((await plan(row, nextStepAt)).count === 1) row = { ...row, nextStepAt }
  }
  // A database that is away now is asked again at the next turn.
  const timer = setInterval(() => void (renewing = renewing.then(renew).catch(() => {})), renewEveryMs)
  return async () => {
    clearInterval(timer)
    await renewing
    return row
  }
}
