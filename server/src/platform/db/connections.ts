import { AsyncLocalStorage } from 'node:async_hooks'
import { slotCounter } from '../lib/fair-queue.ts'
import { type Connection, openConnection } from './connection.ts'
import { DatabaseFault } from './database-faults.ts'
import { type Limits, graceMs, limits as requestLimits } from './limits.ts'

/** The merchant whose request is worked on; none in background work, and where requests of all share a query. */
export const currentMerchant = new AsyncLocalStorage<string | undefined>()

type Waiter = {
  merchantId: string | undefined
  resolve: (connection: Connection) => void
  reject: (error: unknown) => void
  sinceMs: number
  until: number
}

/** Since when the database does not respond, as far as its last query shows; shared by pools of one database. */
export type Silence = { sinceMs: number | null }

const watchMs = 100

/** So long after it was noticed a silence is no mistake: then reports do not wait for their own, longer time limit. */
const confirmedAfterMs = 1_000
const quickestMs = requestLimits.requests.queryMs

/**
 * The connections of this process: opened when needed, kept while they work, and lent to one caller at a time. If none
 * is free, a caller waits as long as the limits allow; if none can be opened, all waiting callers fail at once. The requests
 * of one merchant never have all of them: a quarter is left to the others. While the database is silent nobody waits: of several queries that a call makes only the first one takes its time limit.
 */
export function connectionPool({
  url,
  most,
  name,
  limits,
  silence = { sinceMs: null },
}: {
  url: string
  most: number
  name: string
  limits: Limits
  silence?: Silence
}) {
  const all = new Set<Connection>()
  const lentTo = new Map<Connection, string>()
  const ofMerchant = slotCounter({ most, mostOfKey: Math.max(1, most - Math.ceil(most / 4)) })
  const idle: Connection[] = []
  let waiting: Waiter[] = []
  let opening = 0
  let isClosed = false
  let onceIdle: (() => void) | null = null

  function onEnd(connection: Connection) {
    all.delete(connection)
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    openMore()
  }

  function openMore() {
    while (opening < waiting.length && all.size + opening < most && !isClosed) {
      opening++
      void openConnection(url, limits, name, onEnd, () => (silence.sinceMs = null)).then(
        connection => {
          opening--
          silence.sinceMs = null
          all.add(connection)
          give(connection)
        },
        (fault: unknown) => {
          opening--
          // Open connections will be returned, so callers can wait for them. Without any, there is nothing to wait for.
          if (all.size === 0) refuseAll(fault)
        },
      )
    }
  }

  function refuseAll(fault: unknown) {
    for (const { reject } of waiting.splice(0)) reject(fault)
  }

  const mayTake = ({ merchantId }: Pick<Waiter, 'merchantId'>): boolean =>
    merchantId === undefined || ofMerchant.free(merchantId) > 0

  function lend(connection: Connection, { merchantId }: Pick<Waiter, 'merchantId'>): Connection {
    if (merchantId === undefined) return connection
    ofMerchant.take(merchantId)
    lentTo.set(connection, merchantId)
    return connection
  }

  function give(connection: Connection) {
    const merchantId = lentTo.get(connection)
    if (merchantId !== undefined && lentTo.delete(connection)) ofMerchant.giveBack(merchantId)
    if (!all.has(connection)) return openMore()
    const at = waiting.findIndex(mayTake)
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (next !== undefined) return next.resolve(lend(connection, next))
    idle.push(connection)
    if (idle.length === all.size) onceIdle?.()
  }

  /** If this process was blocked, it has not read its responses yet and checks again the next time. */
  let lookedAt = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    const wasHeldUp = now - lookedAt > 3 * watchMs
    lookedAt = now
    if (wasHeldUp) return
    const silentMs = silence.sinceMs === null ? 0 : now - silence.sinceMs
    const patienceMs = silentMs > confirmedAfterMs ? Math.min(limits.queryMs, quickestMs) : limits.queryMs
    for (const connection of all) if (connection.endIfSilent(now, patienceMs)) silence.sinceMs ??= now
    const isLate = ({ sinceMs, until }: Waiter) =>
      until < now || (silence.sinceMs !== null && now - Math.max(sinceMs, silence.sinceMs) > graceMs)
    const late = waiting.filter(isLate)
    waiting = waiting.filter(one => !isLate(one))
    const kind = silence.sinceMs === null ? 'databaseCrowded' : 'databaseSilent'
    for (const { reject } of late) reject(new DatabaseFault(kind))
  }, watchMs).unref()

  return {
    take(): Promise<Connection> {
      if (isClosed) return Promise.reject(new DatabaseFault('databaseAway', new Error('it was closed')))
      const merchantId = currentMerchant.getStore()
      const free = mayTake({ merchantId }) ? idle.pop() : undefined
      if (free !== undefined) return Promise.resolve(lend(free, { merchantId }))
      return new Promise((resolve, reject) => {
        const sinceMs = performance.now()
        waiting.push({ merchantId, resolve, reject, sinceMs, until: sinceMs + limits.freeConnectionMs })
        openMore()
      })
    },
    give,
    /** Lets running queries finish, for this long at most. */
    async close(patienceMs: number) {
      isClosed = true
      refuseAll(new DatabaseFault('databaseAway', new Error('it was closed')))
      if (idle.length < all.size)
        await new Promise<void>(resolve => {
          onceIdle = resolve
          setTimeout(resolve, patienceMs).unref()
        })
      clearInterval(watch)
      await Promise.all([...all].map(connection => connection.close()))
    },
  }
}
