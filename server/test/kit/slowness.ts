import { createHash } from 'node:crypto'

/** What the loop below takes on a free core of the slowest machine that the bounds of our tests were chosen on. */
const expectedMs = 120
const data = Buffer.alloc(1024 * 1024)

const loopMs = () => {
  const startedMs = performance.now()
  for (let i = 0; i < 40; i++) createHash('sha256').update(data).digest()
  return performance.now() - startedMs
}

/** How many times as long this machine takes now, at least 1: bounds of time are multiplied by it. */
export const slowness = (): number => Math.max(1, loopMs() / expectedMs, loopMs() / expectedMs)
