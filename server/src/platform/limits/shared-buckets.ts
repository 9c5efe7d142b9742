import { hash } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { tokenBuckets } from '../lib/token-bucket.ts'
import { deleteFullLevels, deleteLevels, settleLevels } from './sql.ts'

type Settings = {
  /** One word for all its keys. */
  name: string
  perSecond: number
  burst: number
  /** How long a process counts for itself before it settles with the others. */
  settleMs?: number
}

export type SharedBuckets = ReturnType<typeof sharedBuckets>

const mostAtOnce = 1_000

/**
 * Buckets that all processes take from. Each counts for itself, so nobody waits for the database, and settles what was
 * taken a moment later. What processes took too much because they did not know of each other is owed by all of them.
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

  async function settle(): Promise<void> {
    const [settled, emptied] = [taken, refilled]
    taken = new Map()
    refilled = new Set()
    if (emptied.size > 0) await deleteLevels(sql, Array.from(emptied, nameOf)).catch(() => {})
    const keys = new Map(Array.from(settled.keys(), key => [nameOf(key), key]))
    const spendings = Array.from(keys, ([named, key]) => {
      const spent = settled.get(key) ?? 0
      return { key: named, tokens: burst - spent, burst, perSecond }
    })
    for (let from = 0; from < spendings.length; from += mostAtOnce) {
      // While the database is away each process counts for itself.
      const levels = await settleLevels(sql, spendings.slice(from, from + mostAtOnce)).catch(() => [])
      for (const { key: named, tokens } of levels) {
        const key = keys.get(named)
        if (key !== undefined && !refilled.has(key)) own.setTo(key, tokens - (taken.get(key) ?? 0))
      }
    }
    timer = taken.size === 0 ? undefined : setTimeout(() => void settle(), settleMs).unref()
  }

  return {
    waitSeconds: (key: string) => own.waitSeconds(key),
    take(key: string): void {
      own.take(key)
      note(key, (taken.get(key) ?? 0) + 1)
    },
    refill(key: string): void {
      if (own.isFull(key)) return
      own.refill(key)
      refilled.add(key)
      note(key, 0)
    },
  }
}

/** Answers how many are gone. */
export const purgeFullBuckets = async ({ sql }: { sql: Sql }): Promise<number> =>
  (await deleteFullLevels(sql, mostAtOnce)).count
