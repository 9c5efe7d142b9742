import { hash } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import { type SharedBuckets, sharedBuckets } from '../../platform/limits/token-buckets.ts'
import type { CallKind, Limit } from './bacen-pix/call-kinds.ts'
import { type RetryAfter, retryAfter } from './bacen-pix/call-limits.ts'
import { type CallLimit, selectCallLimits, upsertCallLimit } from './sql.ts'

/** Turns within the limits of banks, which all processes share. Returns 0, or the seconds until there is one. */
export function bankPace(needs: { sql: Sql }) {
  const buckets = new Map<string, SharedBuckets>()

  return (account: string, kind: CallKind, { perMinute, atOnce = Math.ceil(perMinute / 10) }: Limit): number => {
    const name = `bank ${kind} ${perMinute} ${atOnce}`
    // A full bucket and what flows in meanwhile are no more than the bank takes in any minute.
    const bucket =
      buckets.get(name) ?? sharedBuckets(needs, { name, perSecond: (perMinute - atOnce) / 60, burst: atOnce })
    buckets.set(name, bucket)
    const seconds = bucket.waitSeconds(account)
    if (seconds === 0) bucket.take(account)
    return seconds
  }
}

/** So long a process relies on what it has read of all accounts, instead of reading it for every call. */
const readAgainMs = 1_000

/** What banks said with a 429, by account: what one process learns, all processes keep. Without the database each keeps its own. */
export function sharedRetryAfter({ sql }: { sql: Sql }) {
  const accounts = new Map<string, RetryAfter>()
  /** Each is taken over once, with the seconds that were left then, because the clocks of machines differ. */
  const seen = new Map<string, Pick<CallLimit, 'limitedSince' | 'limitedUntil'>>()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<unknown> = Promise.resolve()

  function ofAccount(account: string): RetryAfter {
    const known = accounts.get(account) ?? retryAfter()
    accounts.set(account, known)
    return known
  }

  const nameOf = ({ account, kind }: Pick<CallLimit, 'account' | 'kind'>) => `${account} ${kind}`

  const isNew = (limit: CallLimit): boolean => {
    const before = seen.get(nameOf(limit))
    seen.set(nameOf(limit), limit)
    return before?.limitedUntil.getTime() !== limit.limitedUntil.getTime()
  }

  async function readAll(): Promise<void> {
    const limits = await selectCallLimits(sql).catch(reportIfDefect('limits', []))
    for (const limit of limits.filter(isNew)) await ofAccount(limit.account).keep(limit.kind, limit.secondsLeft)
  }

  return (name: string): RetryAfter => {
    const account = hash('sha256', name, 'base64url')
    const { secondsLeft, keep } = ofAccount(account)
    return {
      secondsLeft,
      since: kind => seen.get(nameOf({ account, kind }))?.limitedSince ?? null,
      async refresh() {
        if (performance.now() - readAtMs >= readAgainMs) {
          readAtMs = performance.now()
          reading = readAll()
        }
        await reading
      },
      async keep(kind, seconds) {
        await keep(kind, seconds)
        const kept = await upsertCallLimit(sql, { account, kind, seconds }).catch(reportIfDefect('limits', []))
        kept.forEach(isNew)
      },
    }
  }
}
