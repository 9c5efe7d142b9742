import { expect, test } from 'vitest'
import { times } from '../../../../test/kit/trilho.ts'
import { bankCircuit } from './circuit.ts'

test('many calls that fail at once close a bank for as long as five, and only probes that fail for longer', () => {
  let nowMs = 0
  const circuit = bankCircuit(() => nowMs)
  times(40, () => circuit.failed())
  expect(circuit.waitSeconds()).toBe(2)
  nowMs = 2_000
  expect([circuit.waitSeconds(), circuit.waitSeconds()]).toEqual([0, 4])
  circuit.failed()
  expect(circuit.waitSeconds()).toBe(4)
  nowMs = 6_000
  expect(circuit.waitSeconds()).toBe(0)
  circuit.answered()
  expect([circuit.isOpen(), circuit.waitSeconds()]).toEqual([false, 0])
})
