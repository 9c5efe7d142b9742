import * as fc from 'fast-check'
import { relative } from 'node:path'
import { expect } from 'vitest'
import { testPatienceMs } from './patience.ts'
import { propertySettings } from './property-settings.ts'

type Bounds = {
  /** How many runs there are at most, */
  runs: number
  /** after how long no further one begins, */
  withinMs: number
  /** and how many there are even on a slow machine: with fewer, nothing is shown. */
  atLeast: number
  /** For runs of many concurrent clients, which fail differently each time: shrinking is not possible. */
  endOnFailure?: boolean
}

/** Runs a property as often as its time allows, but at least its minimum: a slow machine is not a failure. */
export async function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  { runs, withinMs, atLeast, endOnFailure = false }: Bounds,
  { replay, times } = propertySettings,
): Promise<void> {
  const details = await fc.check(property, {
    ...replay,
    numRuns: Math.ceil(runs * times),
    // A path leads to one example: there is no smaller one to look for.
    endOnFailure: endOnFailure || replay.path !== undefined,
    // A hanging run fails before its test's timeout, so that its seed is reported, too.
    plugins: [
      beginNoRunAfter(withinMs * times, Math.ceil(atLeast * Math.min(1, times))),
      fc.timeout(testPatienceMs - withinMs - 5_000),
    ],
  })
  const { numRuns, seed, counterexamplePath: path, interrupted, errorInstance } = details
  const again = `Again: SEED=${seed}${path === null ? '' : ` PROPERTY_PATH=${path}`} npx vitest run ${testFile()}`
  if (details.failed && !(interrupted && path === null))
    throw new Error(`${fc.defaultReportMessage(details)}\n\n${again}`, { cause: errorInstance })
  if (times > 1) process.stderr.write(`${testFile()}: ${numRuns} runs\n`)
}

/** A started run may finish: otherwise it would continue during the following tests. */
const beginNoRunAfter =
  (ms: number, atLeast: number): fc.Plugin<unknown> =>
  () => {
    const end = performance.now() + ms
    let begun = 0
    const mayBegin = () => begun++ < atLeast || performance.now() < end
    return { decorateRun: run => value => (mayBegin() ? run(value) : new fc.PreconditionFailure(true)) }
  }

const testFile = () => relative(process.cwd(), expect.getState().testPath ?? '')
