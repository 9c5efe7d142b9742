import { ApiError } from './errors.ts'

/** Work that costs much: some runs at once, some waits, and further calls are refused. */
export function atMost({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new ApiError('ServerOverloaded')
      // A call that ends passes its slot on directly, so that no later call takes it first.
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
