import { ApiError } from './errors.ts'

/**
 * Work that costs much memory or time: some of it runs at once, some waits for its turn, and whoever comes when too many
 * wait already is sent away, so that a flood never costs more than that.
 */
export function atMost({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new ApiError('ServerOverloaded')
      // Whoever ends hands its place on, so that nobody slips in between.
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
