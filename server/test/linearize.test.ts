import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccountCall, type AccountReply, type AccountRequest, judgeAccount } from './kit/account-history.ts'
import { assertProperty } from './kit/property.ts'

const call = (began: number, ended: number, request: AccountRequest, reply: AccountReply | null): AccountCall => ({
  request,
  reply,
  began,
  ended,
})
const pay = (orderId: string): AccountRequest => ({ kind: 'pay', orderId, cost: 90n })
const complete = (id: string): AccountRequest => ({ kind: 'complete', id, credit: 40n })
const balance: AccountRequest = { kind: 'balance' }
const is = (available: bigint) => ({ available })

const explained: Record<string, AccountCall[]> = {
  'calls one after the other': [
    call(0, 1, pay('a'), { id: '1' }),
    call(2, 3, balance, is(10n)),
    call(4, 5, complete('c'), 'done'),
    call(6, 7, balance, is(50n)),
    call(8, 9, pay('b'), 'refused'),
  ],
  'a read that sees a payment before its answer': [call(0, 9, pay('a'), { id: '1' }), call(1, 2, balance, is(10n))],
  'a read during a payment that sees it not yet': [call(0, 9, pay('a'), { id: '1' }), call(1, 2, balance, is(100n))],
  'a payment without an answer that took effect': [call(0, 1, pay('a'), null), call(2, 3, balance, is(10n))],
  'a payment without an answer that did not': [call(0, 1, pay('a'), null), call(2, 3, balance, is(100n))],
  'a payment without an answer that took effect late': [
    call(0, 1, pay('a'), null),
    call(2, 3, balance, is(100n)),
    call(4, 5, balance, is(10n)),
  ],
  'a repeat that answers the first payment': [
    call(0, 1, pay('a'), null),
    call(2, 3, pay('a'), { id: '1' }),
    call(4, 5, pay('a'), { id: '1' }),
    call(6, 7, balance, is(10n)),
  ],
  'a refusal, and the same order after more money came': [
    call(0, 1, pay('a'), { id: '1' }),
    call(2, 3, pay('b'), 'refused'),
    call(4, 5, complete('c'), 'done'),
    call(6, 7, complete('d'), 'done'),
    call(8, 9, pay('b'), { id: '2' }),
  ],
}

const violations: Record<string, AccountCall[]> = {
  'a stale read': [call(0, 1, pay('a'), { id: '1' }), call(2, 3, balance, is(100n))],
  'a payment lost after its answer': [
    call(0, 1, pay('a'), { id: '1' }),
    call(2, 3, balance, is(10n)),
    call(4, 5, balance, is(100n)),
  ],
  'one order id paid twice': [call(0, 1, pay('a'), { id: '1' }), call(2, 3, pay('a'), { id: '2' })],
  'one order id that takes money twice': [
    call(0, 1, complete('c'), 'done'),
    call(2, 3, complete('d'), 'done'),
    call(4, 5, pay('a'), { id: '1' }),
    call(6, 7, pay('a'), { id: '1' }),
    call(8, 9, balance, is(0n)),
  ],
  'a balance below zero': [call(0, 3, pay('a'), { id: '1' }), call(1, 2, pay('b'), { id: '2' })],
  'a refusal though there was enough': [call(0, 1, pay('a'), 'refused')],
  'two reads that see two payments in opposite order': [
    call(0, 20, complete('c'), 'done'),
    call(0, 20, pay('a'), { id: '1' }),
    call(1, 2, balance, is(140n)),
    call(3, 4, balance, is(10n)),
  ],
  'a payment without an answer that took effect twice': [
    call(0, 1, complete('c'), 'done'),
    call(0, 1, complete('d'), 'done'),
    call(2, 3, pay('a'), null),
    call(4, 5, balance, is(90n)),
    call(6, 7, balance, is(0n)),
  ],
  'a completion that is acknowledged twice': [call(0, 1, complete('c'), 'done'), call(2, 3, complete('c'), 'done')],
  'a completion that was over before anybody asked for it': [call(0, 1, complete('c'), 'over')],
}

describe('the checker of histories', () => {
  test.each(Object.entries(explained))('explains %s', (_, calls) => {
    expect(judgeAccount(100n, calls)).toEqual({ isLinearizable: true })
  })

  test.each(Object.entries(violations))('finds %s', (_, calls) => {
    expect(judgeAccount(100n, calls).isLinearizable).toBe(false)
  })

  test('explains every history of a correct account, and finds one wrong balance in it', async () => {
    const anyStep = fc.record({
      act: fc.constantFrom('pay', 'complete', 'balance'),
      length: fc.integer({ min: 1, max: 40 }),
      place: fc.integer({ min: 0, max: 100 }),
      isSilent: fc.integer({ min: 1, max: 8 }).map(of => of === 1),
    })
    await assertProperty(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async steps => {
        let available = 100n
        // Each takes effect at ten times its place in the list, somewhere between its begin and its end.
        const calls = steps.map(({ act, length, place, isSilent }, i) => {
          const began = i * 10 - (length * place) / 100
          const at = (request: AccountRequest, reply: AccountReply) =>
            call(began, began + length, request, isSilent ? null : reply)
          if (act === 'balance') return at(balance, is(available))
          if (act === 'complete') {
            available += 40n
            return at(complete(`c${i}`), 'done')
          }
          if (available < 90n) return at(pay(`o${i}`), 'refused')
          available -= 90n
          return at(pay(`o${i}`), { id: `t${i}` })
        })
        expect(judgeAccount(100n, calls)).toEqual({ isLinearizable: true })
        const wrong = call(steps.length * 10 + 100, steps.length * 10 + 101, balance, is(available + 1n))
        expect(judgeAccount(100n, [...calls, wrong]).isLinearizable).toBe(false)
      }),
      { runs: 200, withinMs: 10_000, atLeast: 50 },
    )
  })
})
