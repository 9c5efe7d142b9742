import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from './kit/property.ts'
import { readPropertySettings } from './kit/property-settings.ts'

const plenty = { runs: 20, examples: [] as [number][] }
const asked = (environment: Record<string, string>) => readPropertySettings(environment)

/** The values of a property, run by run. */
async function seen(environment: Record<string, string>, bounds = plenty) {
  const numbers: number[] = []
  const seeing = fc.asyncProperty(fc.maxSafeInteger(), async number => void numbers.push(number))
  await assertProperty(seeing, bounds, asked(environment))
  return numbers
}

const failureOf = (asserted: Promise<void>) =>
  asserted.then(
    () => '',
    (error: Error) => error.message,
  )

test('a property makes all of its runs', async () => {
  expect(await seen({})).toHaveLength(20)
})

test('a property whose runs take too long fails, and says how many have ended', async () => {
  const hanging = fc.asyncProperty(fc.nat(), () => new Promise<void>(() => {}))
  const message = await failureOf(assertProperty(hanging, plenty, asked({ SEED: '1' }), 100))
  expect(message).toMatch(/\nAgain: SEED=1 npx vitest run server\/test\/property\.test\.ts\nOnly \d+ of 20 runs ended/)
})

test('a counterexample that was kept runs first', async () => {
  const numbers = await seen({}, { ...plenty, examples: [[70_001]] })
  expect([numbers[0], numbers.length]).toEqual([70_001, 20])
})

test('a failure reports the cause, and its seed and path reproduce the example', async () => {
  const fails = (examples: number[]) =>
    fc.asyncProperty(fc.nat(1_000_000), async number => {
      examples.push(number)
      if (number > 1000) throw new RangeError('too large')
    })
  const error = await assertProperty(fails([]), plenty, asked({ SEED: '1' })).catch((caught: Error) => caught)
  const { message, cause } = error as Error
  expect(cause).toEqual(new RangeError('too large'))
  const [, SEED = '', PROPERTY_PATH = ''] = /Again: SEED=(-?\d+) PROPERTY_PATH=([\d:]+) npx/.exec(message) ?? []
  const [, example] = /Counterexample: \[(\d+)\]/.exec(message) ?? []
  expect(message).toContain(`To keep it: { runs: 20, examples: [[${example}]] }`)

  const examples: number[] = []
  expect(await failureOf(assertProperty(fails(examples), plenty, asked({ SEED, PROPERTY_PATH })))).not.toBe('')
  expect(examples).toEqual([Number(example)])
})

test('a seed repeats the same values, another seed does not', async () => {
  const first = await seen({ SEED: '123' })
  expect(first).toHaveLength(20)
  expect(await seen({ SEED: '123' })).toEqual(first)
  expect(await seen({ SEED: '124' })).not.toEqual(first)
})

test('a path is followed however few runs that takes', async () => {
  expect((await seen({ SEED: '123', PROPERTY_PATH: '19' })).length).toBeGreaterThan(0)
  await seen({ SEED: '123', PROPERTY_PATH: '19:0' })
})

test('RUNS_TIMES multiplies the runs', async () => {
  expect(await seen({ RUNS_TIMES: '3' })).toHaveLength(60)
})

test.each([
  { SEED: 'abc' },
  { SEED: '' },
  { PROPERTY_PATH: '1:0' },
  { RUNS_TIMES: '0' },
  { RUNS_TIMES: '0.5' },
  { RUNS_TIMES: 'many' },
])('%j is refused rather than ignored', environment => {
  expect(() => readPropertySettings(environment)).toThrow(RangeError)
})
