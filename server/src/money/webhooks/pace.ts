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
