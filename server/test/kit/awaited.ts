import type { TestContext } from 'vitest'

type Awaited = { what: string; began: number }
const underWay = new Set<Awaited>()

/** Notes what is waited for, so that a test that is cut says it. */
export async function awaited<Value>(what: string, happening: Promise<Value>): Promise<Value> {
  // Tests move `performance.now`.
  const one = { what, began: process.uptime() }
  underWay.add(one)
  try {
    return await happening
  } finally {
    underWay.delete(one)
  }
}

/** After each test: one that was cut fails with what it was waiting for, too. */
export function sayWhatIsAwaited({ task }: TestContext): void {
  const left = Array.from(underWay, ({ what, began }) => `${what}, for ${Math.round(process.uptime() - began)} s`)
  underWay.clear()
  const isCut = task.result?.errors?.some(({ message }) => message.startsWith('Test timed out')) === true
  if (isCut && left.length > 0) throw new Error(`when it was cut it waited for: ${left.join('; ')}`)
}
