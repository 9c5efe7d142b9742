/** A lane's events must be sent within this time at its pace, well before a caller gives up. */
const aheadMs = 1_600
const mostTurns = 8
const inFlightInLane = 64

/** Limits of a single process. However many events wait, no more than these are in memory. */
export const most = {
  inFlight: 1_024,
  inFlightToHost: 128,
  inFlightInLane,
  waiting: 3_072,
  waitingInLane: inFlightInLane * (mostTurns - 1),
  lanes: 10_000,
}

/** A lane starts narrow, so that many slow receivers do not take all slots, and widens while responses are fast. */
export const firstWidth = 8
export const fastMs = 2_000

/** Slots of a lane for processes that do not own it, which send what they commit themselves; its owner has the rest. */
const slotsOfOthers = 16

/** A process's share of a lane: all of it if there are no other processes. */
export function widthAmong(others: number, isOwn: boolean, width: number): number {
  if (others === 0) return width
  if (isOwn) return Math.min(width, inFlightInLane - slotsOfOthers)
  return Math.min(width, Math.max(1, Math.floor(slotsOfOthers / others)))
}

/** The limit per host, which has lanes of several processes or of only one. */
export const toHostAmong = (others: number): number => (others === 0 ? most.inFlightToHost : most.inFlightToHost / 2)

/** How many events a lane may hold, in flight and waiting. A fast lane gets the next before the last ones are done. */
export function slotsAt(width: number, tookMs: number, perSecond: number): number {
  if (width <= firstWidth) return width
  const ahead = Math.min(width * (aheadMs / tookMs - 1), (perSecond * aheadMs) / 1_000)
  return width + Math.round(Math.min(width * (mostTurns - 1), Math.max(0, ahead)))
}

const windowMs = 250

export type Pace = ReturnType<typeof paceMeter>

/** Counts per second, by the last full quarter of a second or the current one. */
export function paceMeter() {
  let beganMs = performance.now()
  let done = 0
  let doneBefore = 0

  function moveOn() {
    const passed = Math.floor((performance.now() - beganMs) / windowMs)
    if (passed === 0) return
    doneBefore = passed === 1 ? done : 0
    done = 0
    beganMs += passed * windowMs
  }

  return {
    note() {
      moveOn()
      done++
    },
    perSecond(): number {
      moveOn()
      return (Math.max(done, doneBefore) * 1_000) / windowMs
    },
  }
}
