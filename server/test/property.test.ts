import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { assertProperty } from './kit/property.ts'
import { readPropertySettings } from './kit/property-settings.ts'

const plenty = { runs: 20, withinMs: 60_000, atLeast: 20 }
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

test('a property makes its minimum of runs even if its time is over before', async () => {
  const minimum = { runs: 1000, withinMs: 0, atLeast: 5 }
  expect(await seen({}, minimum)).toHaveLength(5)
  const fails = fc.asyncProperty(fc.nat(), async () => {
    throw new RangeError('wrong')
  })
  const message = await failureOf(assertProperty(fails, minimum, asked({})))
  expect(message).toMatch(/Again: SEED=-?\d+ PROPERTY_PATH=[\d:]+ npx vitest run server\/test\/property\.test\.ts$/)
})

test('a property with its minimum of runs passes, even if it times out before all runs', async () => {
  const slow = fc.asyncProperty(fc.nat(), () => sleep(5))
  expect(await failureOf(assertProperty(slow, { runs: 100_000, withinMs: 100, atLeast: 1 }, asked({})))).toBe('')
})

test('a started run finishes before its test does', async () => {
  const runs = { begun: 0, ended: 0 }
  const slow = fc.asyncProperty(fc.nat(), async () => {
    runs.begun += 1
    await sleep(500)
    runs.ended += 1
  })
  await assertProperty(slow, { runs: 100, withinMs: 300, atLeast: 1 }, asked({}))
  expect(runs).toEqual({ begun: 1, ended: 1 })
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

test('RUNS_TIMES multiplies the runs and the time', async () => {
  expect(await seen({ RUNS_TIMES: '3' })).toHaveLength(60)
  const slow = fc.asyncProperty(fc.nat(), () => sleep(30))
  const began = performance.now()
  await assertProperty(slow, { runs: 1000, withinMs: 100, atLeast: 1 }, asked({ RUNS_TIMES: '3' }))
  expect(performance.now() - began).toBeGreaterThanOrEqual(300)
})

test('RUNS_TIMES below one makes and requires that part of the runs', async () => {
  expect(await seen({ RUNS_TIMES: '0.25' })).toHaveLength(5)
  expect(await seen({ RUNS_TIMES: '0.25' }, { runs: 100, withinMs: 0, atLeast: 80 })).toHaveLength(20)
})

test.each([{ SEED: 'abc' }, { SEED: '' }, { PROPERTY_PATH: '1:0' }, { RUNS_TIMES: '0' }, { RUNS_TIMES: 'many' }])(
  '%j is refused rather than ignored',
  environment => {
    expect(() => readPropertySettings(environment)).toThrow(RangeError)
  },
)
