import { expect, test } from 'vitest'
import type { Api } from './kit/api-client.ts'
import { type Operation, acknowledgedAgain, findViolation, keepHistory } from './kit/history.ts'
import { times } from './kit/trilho.ts'

const account = { available: 100n, cost: 1n }
const pay = (key: string, id: string, startMs: number, endMs: number): Operation => ({
  kind: 'pay',
  key,
  id,
  startMs,
  endMs,
  outcome: 'done',
})
const lost = (key: string, startMs: number): Operation => ({
  kind: 'pay',
  key,
  id: null,
  startMs,
  endMs: Number.POSITIVE_INFINITY,
  outcome: 'unknown',
})
const read = (available: bigint, startMs: number, endMs: number): Operation => ({
  kind: 'read',
  available,
  startMs,
  endMs,
  outcome: 'done',
})

const right: [what: string, Operation[]][] = [
  ['one after the other', [pay('a', '1', 0, 1), read(99n, 2, 3), pay('b', '2', 4, 5), read(98n, 6, 7)]],
  ['a read beside a payment sees it or not', [pay('a', '1', 0, 10), read(100n, 1, 2), read(99n, 3, 4)]],
  ['a repetition takes nothing', [pay('a', '1', 0, 1), pay('a', '1', 2, 3), read(99n, 4, 5)]],
  ['a lost answer that was processed much later', [lost('a', 0), read(100n, 1, 2), read(99n, 3, 4)]],
  ['a lost answer that never was', [lost('a', 0), read(100n, 1, 2), read(100n, 3, 4)]],
  ['a lost answer, and its repetition', [lost('a', 0), pay('a', '1', 2, 3), read(99n, 4, 5)]],
]
test.each(right)('is no violation: %s', (_, history) => {
  expect(findViolation(history, account)).toBeNull()
})

const wrong: [what: string, Operation[]][] = [
  ['an acknowledged payment is lost', [pay('a', '1', 0, 1), read(100n, 2, 3)]],
  ['a stale read, as of an old primary', [pay('a', '1', 0, 1), read(99n, 2, 3), read(100n, 4, 5)]],
  ['a repetition takes money again', [pay('a', '1', 0, 1), pay('a', '1', 2, 3), read(98n, 4, 5)]],
  ['a key gives two payments', [pay('a', '1', 0, 1), pay('a', '2', 2, 3)]],
  ['a lost answer takes money twice', [lost('a', 0), pay('a', '1', 2, 3), read(98n, 4, 5)]],
  ['money comes back by itself', [lost('a', 0), read(99n, 1, 2), read(100n, 3, 4)]],
]
test.each(wrong)('is found: %s', (_, history) => {
  expect(findViolation(history, account)).not.toBeNull()
})

test('one wrong read among thousands of operations of eight clients is found, and named', () => {
  const many = times(2_000, i => {
    const [start, left] = [10 * i, 100_000n - BigInt(Math.floor(i / 2) + 1)]
    return i % 2 === 0 ? pay(`k${i}`, `id${i}`, start, start + 15) : read(left, start + 6, start + 9)
  })
  const big = { available: 100_000n, cost: 1n }
  expect(findViolation(many, big)).toBeNull()
  const at = 1_501
  const planted = many.with(at, { ...(many[at] as Extract<Operation, { kind: 'read' }>), available: 1n })
  expect(findViolation(planted, big)?.[0]).toMatchObject({ kind: 'read', available: 1n })
})

test('clients repeat payments that were acknowledged long before', async () => {
  const history: Operation[] = []
  const requestCashOut = async ({ transaction: { orderId } }: { transaction: { orderId: string } }) => ({
    status: 201,
    body: { data: { transaction: { id: orderId } } },
  })
  const api = { requestCashOut, get: async () => ({ status: 503 }) } as unknown as Api
  await keepHistory(api, history, () => history.length < 400)
  const middle = history[200] as Operation
  expect(acknowledgedAgain(history, middle.startMs).length).toBeGreaterThan(5)
})
