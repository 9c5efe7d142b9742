/** How many orders a process has under way: in all, with one bank, and of one merchant with it. */
const mostUnderWay = 256
export const mostOfBank = 64
const mostOfLane = 8

/** A lane is a bank and a merchant. */
const bankOf = (lane: string) => lane.slice(0, lane.indexOf(' '))

/** The places for orders under way. A bank that hangs uses up its own, and a merchant its own with that bank. */
export function orderPlaces() {
  const taken = new Map<string, number>()
  let total = 0
  const of = (key: string) => taken.get(key) ?? 0

  function change(key: string, by: number) {
    const now = of(key) + by
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }

  return {
    isFull: () => total >= mostUnderWay,
    roomIn: (lane: string): number =>
      Math.max(0, Math.min(mostUnderWay - total, mostOfBank - of(`bank ${bankOf(lane)}`), mostOfLane - of(lane))),
    take(lane: string, count: number) {
      total += count
      change(lane, count)
      change(`bank ${bankOf(lane)}`, count)
    },
    leave(lane: string, count: number) {
      this.take(lane, -count)
    },
  }
}

/** Who comes first where there are fewer places than lanes: whoever had a turn longest ago. */
export function laneTurns(most = 10_000) {
  const turnOf = new Map<string, number>()
  let turn = 0
  return {
    inTurn: (lanes: string[]): string[] => lanes.toSorted((a, b) => (turnOf.get(a) ?? 0) - (turnOf.get(b) ?? 0)),
    had(lane: string) {
      // The oldest is forgotten, and so is first again.
      turnOf.delete(lane)
      if (turnOf.size >= most) turnOf.delete(turnOf.keys().next().value as string)
      turnOf.set(lane, ++turn)
    },
  }
}
