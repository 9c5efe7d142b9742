import { slotCounter } from '../../platform/lib/fair-queue.ts'

/** How many orders a process has under way: in all, with one bank, and of one merchant with it. */
const mostUnderWay = 256
export const mostOfBank = 64
const mostOfLane = 8

/** A lane is a bank and a merchant. */
const bankOf = (lane: string) => lane.slice(0, lane.indexOf(' '))

/** The slots for orders under way. A bank that hangs uses up its own, and a merchant its own with that bank. */
export function orderSlots() {
  const ofLanes = slotCounter({ most: mostUnderWay, mostOfKey: mostOfLane })
  const ofBanks = slotCounter({ most: mostUnderWay, mostOfKey: mostOfBank })

  function take(lane: string, count: number) {
    ofLanes.take(lane, count)
    ofBanks.take(bankOf(lane), count)
  }

  return {
    isFull: () => ofLanes.inUse() >= mostUnderWay,
    free: (lane: string): number => Math.max(0, Math.min(ofLanes.free(lane), ofBanks.free(bankOf(lane)))),
    take,
    giveBack: (lane: string, count: number) => take(lane, -count),
  }
}

/**
 * Lanes in the order in which they were last served. No fair queue: what waits is in the database, and only the lanes of
 * one look at it are known here.
 */
export function laneOrder(most = 10_000) {
  const servedAt = new Map<string, number>()
  let round = 0
  return {
    sorted: (lanes: string[]): string[] => lanes.toSorted((a, b) => (servedAt.get(a) ?? 0) - (servedAt.get(b) ?? 0)),
    served(lane: string) {
      // The oldest is dropped, and so is first again.
      servedAt.delete(lane)
      if (servedAt.size >= most) servedAt.delete(servedAt.keys().next().value as string)
      servedAt.set(lane, ++round)
    },
  }
}
