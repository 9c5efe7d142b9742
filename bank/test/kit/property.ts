import * as fc from 'fast-check'
import { relative } from 'node:path'
import { expect } from 'vitest'

type Bounds = {
  /** How many runs, how long they may take together, and how many must be done by then. */
  runs: number
  withinMs: number
  atLeast: number
}

const { SEED, PROPERTY_PATH, RUNS_TIMES = '1' } = process.env
const times = Number(RUNS_TIMES)

/** Runs a property as often as its time allows, and fails where that is not often enough. */
export async function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  { runs, withinMs, atLeast }: Bounds,
): Promise<void> {
  const end = performance.now() + withinMs * times
  const details = await fc.check(property, {
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    ...(PROPERTY_PATH === undefined ? {} : { path: PROPERTY_PATH }),
    numRuns: Math.ceil(runs * times),
    plugins: [
      () => ({
        decorateRun: run => value => (performance.now() < end ? run(value) : new fc.PreconditionFailure(true)),
      }),
    ],
  })
  const { numRuns, seed, counterexamplePath: path, failed, interrupted, errorInstance } = details
  const again = `Again: SEED=${seed}${path === null ? '' : ` PROPERTY_PATH=${path}`} npx vitest run ${testFile()}`
  if (failed && !(interrupted && path === null))
    throw new Error(`${fc.defaultReportMessage(details)}\n\n${again}`, { cause: errorInstance })
  const needed = Math.ceil(atLeast * Math.min(1, times))
  if (numRuns < needed && PROPERTY_PATH === undefined)
    throw new Error(`${numRuns} runs, where at least ${needed} count.\n\n${again}`)
}

const testFile = () => relative(process.cwd(), expect.getState().testPath ?? '')
