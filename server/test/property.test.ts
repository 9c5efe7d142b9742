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

test('a property that times out before its minimum of runs fails, and reports the number of runs', async () => {
  const slow = fc.asyncProperty(fc.nat(), () => sleep(30))
  const tooShort = { runs: 1000, withinMs: 100, atLeast: 50 }
  const message = await failureOf(assertProperty(slow, tooShort, asked({})))
  expect(message).toMatch(/^\d runs within 100 ms, where at least 50 count\./)
  expect(message).toMatch(/Again: SEED=-?\d+ npx vitest run server\/test\/property\.test\.ts$/)
  expect(await failureOf(assertProperty(slow, { ...tooShort, withinMs: 0 }, asked({})))).toMatch(/^0 runs/)
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
  const message = failureOf(assertProperty(slow, { runs: 100, withinMs: 50, atLeast: 100 }, asked({ RUNS_TIMES: '2' })))
  expect(await message).toContain('within 100 ms')
})

test('RUNS_TIMES below one makes and requires that part of the runs', async () => {
  expect(await seen({ RUNS_TIMES: '0.25' })).toHaveLength(5)
  const slow = fc.asyncProperty(fc.nat(), () => sleep(30))
  const message = failureOf(
    assertProperty(slow, { runs: 100, withinMs: 80, atLeast: 80 }, asked({ RUNS_TIMES: '0.25' })),
  )
  expect(await message).toMatch(/^\d runs within 20 ms, where at least 20 count\./)
})

test.each([{ SEED: 'abc' }, { SEED: '' }, { PROPERTY_PATH: '1:0' }, { RUNS_TIMES: '0' }, { RUNS_TIMES: 'many' }])(
  '%j is refused rather than ignored',
  environment => {
    expect(() => readPropertySettings(environment)).toThrow(RangeError)
  },
)
