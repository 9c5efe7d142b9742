import { hash } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { reportIfDefect } from '../db/defects.ts'
import { ApiError } from '../http/errors.ts'
import { deleteFullLevels, deleteLevels, settleLevels } from './sql.ts'

type Bucket = { tokens: number; atMs: number }

/** One bucket a key: `burst` tokens, refilled at `perSecond`. In memory; past `most` keys the oldest is dropped. */
export function tokenBuckets({ perSecond, burst, most = 50_000 }: { perSecond: number; burst: number; most?: number }) {
  const buckets = new Map<string, Bucket>()

  function refilled(key: string): Bucket {
    const nowMs = performance.now()
    const bucket = buckets.get(key)
    if (bucket !== undefined) {
      bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond)
      bucket.atMs = nowMs
      return bucket
    }
    if (buckets.size >= most) buckets.delete(buckets.keys().next().value as string)
    const full = { tokens: burst, atMs: nowMs }
    buckets.set(key, full)
    return full
  }

  return {
    /** Whole seconds until the key has a token again; 0 when it has one now. */
    waitSeconds(key: string): number {
      const { tokens } = refilled(key)
      return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond))
    },
    /** A request that counts as several may take more than there is: the key owes the rest. */
    take(key: string, count = 1): void {
      const bucket = refilled(key)
      bucket.tokens = Math.max(Math.min(0, bucket.tokens) - (count - 1), bucket.tokens - count)
    },
    /** Takes more for what has a token already, even if the key owes it. */
    owe(key: string, count: number): void {
      refilled(key).tokens -= count
    },
    isFull: (key: string): boolean => (buckets.get(key)?.tokens ?? burst) >= burst,
    /** What is left, as others have counted it; less than nothing where too much was taken. */
    setTo(key: string, tokens: number): void {
      refilled(key).tokens = Math.min(burst, tokens)
    },
    refill(key: string): void {
      buckets.delete(key)
    },
  }
}

type Settings = {
  /** One word for all its keys. */
  name: string
  perSecond: number
  burst: number
  /** How long a process counts on its own before it settles with the others. */
  settleMs?: number
}

export type SharedBuckets = ReturnType<typeof sharedBuckets>

const mostAtOnce = 1_000

/**
 * Buckets that all processes take from. Each counts on its own, so that no request waits for the database, and settles what
 * was taken a moment later. What processes took too much because they did not know of each other is owed by all of them.
 */
export function sharedBuckets({ sql }: { sql: Sql }, { name, perSecond, burst, settleMs = 250 }: Settings) {
  const own = tokenBuckets({ perSecond, burst })
  let taken = new Map<string, number>()
  /** What was taken from these before they were filled counts for nothing. */
  let refilled = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const nameOf = (key: string) => `${name} ${hash('sha256', key, 'base64url')}`

  function note(key: string, tokens: number) {
    taken.set(key, tokens)
    timer ??= setTimeout(() => void settle(), settleMs).unref()
  }

  function check(key: string) {
    const retryAfterSeconds = own.waitSeconds(key)
    if (retryAfterSeconds > 0) throw new ApiError('RateLimitExceeded', { retryAfterSeconds })
  }

  function take(key: string, count = 1) {
    own.take(key, count)
    note(key, (taken.get(key) ?? 0) + count)
  }

  function owe(key: string, count: number) {
    own.owe(key, count)
    note(key, (taken.get(key) ?? 0) + count)
  }

  async function settle(): Promise<void> {
    const [settled, emptied] = [taken, refilled]
    taken = new Map()
    refilled = new Set()
    if (emptied.size > 0)
      await deleteLevels(sql, Array.from(emptied, nameOf)).catch(reportIfDefect('limits', undefined))
    const keys = new Map(Array.from(settled.keys(), key => [nameOf(key), key]))
    const spendings = Array.from(keys, ([named, key]) => {
      const spent = settled.get(key) ?? 0
      return { key: named, tokens: burst - spent, burst, perSecond }
    })
    for (let from = 0; from < spendings.length; from += mostAtOnce) {
      // While the database is away each process counts on its own.
      const levels = await settleLevels(sql, spendings.slice(from, from + mostAtOnce)).catch(
        reportIfDefect('limits', []),
      )
      for (const { key: named, tokens } of levels) {
        const key = keys.get(named)
        if (key !== undefined && !refilled.has(key)) own.setTo(key, tokens - (taken.get(key) ?? 0))
      }
    }
    timer = taken.size === 0 ? undefined : setTimeout(() => void settle(), settleMs).unref()
  }

  return {
    waitSeconds: (key: string) => own.waitSeconds(key),
    /** Throws `RateLimitExceeded` while the key has no token. */
    check,
    take,
    /** Takes more for a request that has its token, even if the key owes it. */
    owe,
    /** Takes a token, or as many as said, or throws `RateLimitExceeded` if there is none. */
    spend(key: string, count = 1): void {
      check(key)
      take(key, count)
    },
    refill(key: string): void {
      if (own.isFull(key)) return
      own.refill(key)
      refilled.add(key)
      note(key, 0)
    },
  }
}

/** Returns how many were deleted. */
export const purgeFullBuckets = async ({ sql }: { sql: Sql }): Promise<number> =>
  (await deleteFullLevels(sql, mostAtOnce)).count
