import { fairQueue } from '../db/fair-queue.ts'
import { ApiError } from '../http/errors.ts'
import { limits } from '../http/limits.ts'

/**
 * In each turn of the event loop a few public requests begin; the others wait, and addresses take turns. So a flood
 * costs each turn no more than those few, and whoever has a token is served in between.
 */
export function publicTurns() {
  const waiting = fairQueue<() => void>({ most: limits.publicWaiting, mostOfOne: limits.publicWaitingPerAddress })
  let left: number = limits.publicPerTurn
  let isDue = false

  function nextTurn() {
    isDue = false
    const begun = waiting.take(limits.publicPerTurn)
    left = limits.publicPerTurn - begun.length
    for (const begin of begun) begin()
    if (begun.length > 0) askForTurn()
  }

  function askForTurn() {
    if (!isDue) setImmediate(nextTurn)
    isDue = true
  }

  return async (address: string): Promise<void> => {
    askForTurn()
    if (left > 0 && waiting.isEmpty()) {
      left--
      return
    }
    await new Promise<void>(resolve => {
      if (!waiting.add(address, resolve)) throw new ApiError('ServerOverloaded')
    })
  }
}
