/** What a lane holds goes out within this time at its pace, and well before anybody who waits gives up. */
const aheadMs = 1_600
const mostTurns = 8
const inFlightInLane = 64

/** Bounds of one process that is alone. However many events wait, no more than these are in memory. */
export const most = {
  inFlight: 1_024,
  inFlightToHost: 128,
  inFlightInLane,
  waiting: 3_072,
  waitingInLane: inFlightInLane * (mostTurns - 1),
  lanes: 10_000,
}

/** A lane begins narrow, so that many bad receivers at once do not take all slots, and widens while answers come fast. */
export const firstWidth = 8
export const fastMs = 2_000

/** Of a lane's slots these are the others' who send from it what they have committed themselves; the rest its owner's. */
const slotsOfOthers = 16

/** A lane's part for one process: all of it if there are no others. */
export function widthAmong(others: number, isOwn: boolean, width: number): number {
  if (others === 0) return width
  if (isOwn) return Math.min(width, inFlightInLane - slotsOfOthers)
  return Math.min(width, Math.max(1, Math.floor(slotsOfOthers / others)))
}

/** A host has lanes of many processes, or of one only. */
export const toHostAmong = (others: number): number => (others === 0 ? most.inFlightToHost : most.inFlightToHost / 2)

/**
 * How many events a lane may have, in flight and waiting. One that has shown to be fast is kept busy: the next are there
 * before the last are gone. How fast is also a matter of other lanes of its host, and of the process.
 */
export function slotsAt(width: number, tookMs: number, perSecond: number): number {
  if (width <= firstWidth) return width
  const ahead = Math.min(width * (aheadMs / tookMs - 1), (perSecond * aheadMs) / 1_000)
  return width + Math.round(Math.min(width * (mostTurns - 1), Math.max(0, ahead)))
}

const windowMs = 250

export type Pace = ReturnType<typeof paceMeter>

/** How many things are done a second, by the last quarter of a second that is over or by the one under way. */
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
