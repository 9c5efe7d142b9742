import type { Sql } from '../../platform/db/db.ts'
import { type KeyUse, updateLastUses } from './sql.ts'

/** A first use is written soon; for a key in steady use, once a minute. */
const soonMs = 1_000
const restMs = 60_000
const mostKeys = 50_000

type Use = KeyUse & { isWritten: boolean; writtenMs: number }

export type KeyUses = ReturnType<typeof keyUses>

/** When keys were last used: held in memory and written in groups, so that no request waits for it. */
export function keyUses({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const uses = new Map<string, Use>()
  let timer: NodeJS.Timeout | null = null
  let plannedMs = Number.POSITIVE_INFINITY

  function plan(atMs: number) {
    if (atMs >= plannedMs) return
    if (timer !== null) clearTimeout(timer)
    plannedMs = atMs
    timer = setTimeout(() => void write(false), Math.max(0, atMs - performance.now())).unref()
  }

  /** A failed write is repeated later: only the time shown depends on it. */
  async function write(isLast: boolean): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    plannedMs = Number.POSITIVE_INFINITY
    const nowMs = performance.now()
    const due: Use[] = []
    for (const [key, use] of uses) {
      const isRested = nowMs - use.writtenMs >= restMs
      if (use.isWritten && isRested) uses.delete(key)
      if (use.isWritten) continue
      if (isRested || isLast) due.push(use)
      else plan(use.writtenMs + restMs)
    }
    for (const use of due) {
      use.isWritten = true
      use.writtenMs = nowMs
    }
    if (due.length === 0) return
    await updateLastUses(sql, due.map(useOf)).catch(() => {
      for (const use of due) use.isWritten = false
      if (!isLast) plan(nowMs + restMs)
    })
  }

  return {
    note(merchantId: string, id: string): void {
      const key = `${merchantId} ${id}`
      let use = uses.get(key)
      if (use === undefined) {
        if (uses.size >= mostKeys) uses.delete(uses.keys().next().value as string)
        use = { merchantId, id, usedAt: clock(), isWritten: false, writtenMs: Number.NEGATIVE_INFINITY }
        uses.set(key, use)
      }
      use.usedAt = clock()
      use.isWritten = false
      plan(Math.max(performance.now() + soonMs, use.writtenMs + restMs))
    },
    /** Writes what is in memory before the process stops. */
    drain: () => write(true),
  }
}

const useOf = ({ merchantId, id, usedAt }: Use): KeyUse => ({ merchantId, id, usedAt })
