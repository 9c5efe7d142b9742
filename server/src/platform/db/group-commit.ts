import { ApiError } from '../http/errors.ts'
import { fairQueue } from '../lib/fair-queue.ts'
import { groupSizes } from '../lib/metrics.ts'
import { type GroupMode, type Waiting, afterThisTurn, groupSettler, onOneNode } from './settle-group.ts'

/**
 * Group commit: callers that arrive while the database is busy share the next query. The call site reads like a
 * single call. A lone call is written at once: nothing waits for a timer.
 *
 * `writeAll` returns one result for each item, in order; an Error among them rejects that caller alone. Merchants share
 * a group fairly, and past the bounds callers get an error instead of waiting without limit.
 */
export function groupCommit<Item extends { merchantId: string }, Result>(
  name: string,
  writeAll: (items: Item[], mode: GroupMode) => Promise<Array<Result | Error>>,
  { largest = 256, lanes = 2, mostWaiting = 5_000, mostOfOne = 2_500, mostAside = 3, on = onOneNode } = {},
): (item: Item) => Promise<Result> {
  const size = groupSizes.labels(name)
  const waiting = fairQueue<Waiting<Item, Result>>({ most: mostWaiting, mostOfKey: mostOfOne })
  // If the database is down, every waiting caller gets the same error now, not one group after the other.
  const onFault = (fault: Error) => waiting.take(mostWaiting).forEach(one => one.reject(fault))
  const { settle, behind } = groupSettler<Item, Result>({ writeAll, largest, mostAside, on, onFault })
  let busyLanes = 0
  let flushPlanned = false

  return item =>
    new Promise((resolve, reject) => {
      const one = { item, resolve, reject }
      const line = behind(item.merchantId)
      if (line !== undefined && line.length < mostOfOne) line.push(one)
      else if (line === undefined && waiting.add(item.merchantId, one)) planFlush()
      else reject(new ApiError('ServerOverloaded'))
    })

  function planFlush() {
    if (flushPlanned || busyLanes >= lanes || waiting.isEmpty()) return
    flushPlanned = true
    afterThisTurn(() => {
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
}
