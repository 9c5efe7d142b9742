import { awaited } from './awaited.ts'
import { ExternalFault, withinTime } from '../../src/platform/lib/within-time.ts'

/** How long tests wait for what must happen: long enough for a busy machine, but not forever. */
export const patienceMs = 60_000

/** How long a whole test may take. */
export const testPatienceMs = 180_000

/** What must happen; in time, or an error says what was awaited, and what there was instead. */
export const inTime = <Value>(what: string, happening: Promise<Value>, instead: () => string): Promise<Value> =>
  awaited(
    what,
    withinTime(happening, patienceMs / 1000).catch((error: unknown) => {
      if (!(error instanceof ExternalFault)) throw error
      throw new Error(`awaited ${what} for ${patienceMs / 1000} s; instead: ${instead()}`, { cause: error })
    }),
  )

/** Repeats a step of background work until it finds nothing more to do. */
export async function untilDone(step: () => Promise<number>): Promise<void> {
  const beganMs = performance.now()
  for (let count = await step(); count > 0; count = await step())
    if (performance.now() - beganMs > patienceMs)
      throw new Error(`${step.toString()} finds work after ${patienceMs / 1000} s, the last time ${count}`)
}
