import { DatabaseFault, isDataError } from './database-faults.ts'
import { ApiError } from '../http/errors.ts'
import { fairQueue } from './fair-queue.ts'
import { batchSizes } from '../lib/metrics.ts'

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Group commit: callers that come while the database is busy share the next statement. The call site reads like a
 * single call. A lone call is written at once: nothing waits for a timer.
 *
 * `writeAll` answers one result for each item, in order; an Error among them rejects that caller alone. Merchants share
 * a batch fairly, and past the bounds callers are told to come back later instead of waiting without end.
 */
export function batch<Item extends { merchantId: string }, Result>(
  name: string,
  writeAll: (items: Item[]) => Promise<Array<Result | Error>>,
  { largest = 256, lanes = 2, mostWaiting = 5_000, mostOfOne = 2_500 } = {},
): (item: Item) => Promise<Result> {
  const size = batchSizes.labels(name)
  const waiting = fairQueue<Waiting<Item, Result>>({ most: mostWaiting, mostOfOne })
  let busyLanes = 0
  let flushPlanned = false

  return item =>
    new Promise((resolve, reject) => {
      if (waiting.add(item.merchantId, { item, resolve, reject })) planFlush()
      else reject(new ApiError('ServerOverloaded'))
    })

  function planFlush() {
    if (flushPlanned || busyLanes >= lanes || waiting.isEmpty()) return
    flushPlanned = true
    setImmediate(() => {
      flushPlanned = false
      const group = waiting.take(largest)
      busyLanes++
      size.observe(group.length)
      void settle(group).finally(() => {
        busyLanes--
        planFlush()
      })
      planFlush()
    })
  }

  async function settle(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await writeAll(group.map(one => one.item))
      for (const [i, { resolve, reject }] of group.entries()) {
        const result = results[i]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      }
    } catch (error) {
      // Data that PostgreSQL refuses has undone the whole group: each goes again alone, so that only the bad one fails.
      if (group.length > 1 && isDataError(error)) for (const one of group) await settle([one])
      else for (const one of group) one.reject(error)
      // Who waits for a database that is not there would only be told the same, one batch after the other.
      if (error instanceof DatabaseFault && error.kind !== 'databaseBusy')
        for (const one of waiting.take(mostWaiting)) one.reject(error)
    }
  }
}
