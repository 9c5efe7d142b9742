import { expect, test } from 'vitest'
import { times } from '../../../test/kit/trilho.ts'
import { circuitBreaker } from './circuit.ts'

test('many calls that fail at once open a circuit for as long as five, and only probes that fail for longer', () => {
  let nowMs = 0
  const circuit = circuitBreaker({ now: () => nowMs, firstCooldownMs: 2_000, longestCooldownMs: 30_000 })
  times(40, () => circuit.failed('timeout', false))
  expect([circuit.allows(0), circuit.waitSeconds()]).toEqual([false, 2])
  nowMs = 2_000
  expect([circuit.allows(0), circuit.allows(1), circuit.waitSeconds()]).toEqual([true, false, 4])
  circuit.failed('timeout', true)
  expect([circuit.allows(0), circuit.waitSeconds()]).toEqual([false, 4])
  nowMs = 6_000
  expect(circuit.allows(0)).toBe(true)
  circuit.succeeded()
  expect([circuit.isOpen(), circuit.allows(1)]).toEqual([false, true])
})
