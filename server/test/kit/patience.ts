/** How long tests wait for what must happen: long enough for a busy machine, but not forever. */
export const patienceMs = 60_000

/** How long a whole test may take. */
export const testPatienceMs = 180_000

/** What must happen; in time, or an error says what was awaited, and what there was instead. */
export async function inTime<Value>(what: string, happening: Promise<Value>, instead: () => string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`awaited ${what} for ${patienceMs / 1000} s; instead: ${instead()}`))
    timer = setTimeout(fail, patienceMs)
  })
  try {
    return await Promise.race([happening, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Repeats a step of background work until it finds nothing more to do. */
export async function untilDone(step: () => Promise<number>): Promise<void> {
  const beganMs = performance.now()
  for (let count = await step(); count > 0; count = await step())
    if (performance.now() - beganMs > patienceMs)
      throw new Error(`${step.toString()} finds work after ${patienceMs / 1000} s, the last time ${count}`)
}
