import * as fc from 'fast-check'
import { relative } from 'node:path'
import { expect } from 'vitest'
import { testPatienceMs } from './patience.ts'
import { propertySettings } from './property-settings.ts'

type Bounds<Values> = {
  /** How many runs there are, on any machine: what is shown does not depend on its speed. */
  runs: number
  /** Counterexamples that were found once: they run first. */
  examples?: Values[]
  /** For runs of many concurrent clients, which fail differently each time: shrinking is not possible. */
  endOnFailure?: boolean
}

/** Runs a property a fixed number of times; a failure says how to repeat it, and the example to keep. */
export async function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  { runs, examples = [], endOnFailure = false }: Bounds<Values>,
  { replay, times } = propertySettings,
  mostMs = testPatienceMs * times - 5_000,
): Promise<void> {
  const details = await fc.check(property, {
    ...replay,
    // A path leads to one example: there is no other, and no smaller one, to look for.
    numRuns: replay.path === undefined ? runs * times : 1,
    endOnFailure: endOnFailure || replay.path !== undefined,
    examples,
    // What hangs, or shrinks for long, ends before its test's timeout, so that its seed is reported, too.
    plugins: [fc.interruptAfterTimeLimit(mostMs)],
  })
  const { failed, interrupted, numRuns, seed, counterexample, counterexamplePath: path, errorInstance } = details
  if (!failed && !interrupted) return
  const where = relative(process.cwd(), expect.getState().testPath ?? '')
  const lines = [
    fc.defaultReportMessage(details),
    '',
    `Again: SEED=${seed}${path === null ? '' : ` PROPERTY_PATH=${path}`} npx vitest run ${where}`,
    counterexample === null
      ? `Only ${numRuns} of ${runs * times} runs ended within ${Math.round(mostMs / 1000)} s`
      : `To keep it: { runs: ${runs}, examples: [${fc.stringify(counterexample)}] }`,
  ]
  throw new Error(lines.join('\n'), { cause: errorInstance })
}
