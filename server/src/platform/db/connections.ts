import { type Connection, openConnection } from './connection.ts'
import { DatabaseFault } from './database-faults.ts'
import type { Limits } from './limits.ts'

type Waiter = { resolve: (connection: Connection) => void; reject: (error: unknown) => void; until: number }

const watchMs = 100

/**
 * The connections of this process: opened when needed, kept while they work, and lent to one caller at a time. If none
 * is free, a caller waits as long as the limits allow; if none can be opened, all waiting callers fail at once.
 */
export function connectionPool({
  url,
  most,
  name,
  limits,
}: {
  url: string
  most: number
  name: string
  limits: Limits
}) {
  const all = new Set<Connection>()
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
      void openConnection(url, limits, name, onEnd).then(
        connection => {
          opening--
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

  function give(connection: Connection) {
    if (!all.has(connection)) return openMore()
    const next = waiting.shift()
    if (next !== undefined) return next.resolve(connection)
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
    for (const connection of all) connection.endIfSilent(now)
    const late = waiting.filter(({ until }) => until < now)
    waiting = waiting.filter(({ until }) => until >= now)
    for (const { reject } of late) reject(new DatabaseFault('databaseCrowded'))
  }, watchMs).unref()

  return {
    take(): Promise<Connection> {
      if (isClosed) return Promise.reject(new DatabaseFault('databaseAway', new Error('it was closed')))
      const free = idle.pop()
      if (free !== undefined) return Promise.resolve(free)
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject, until: performance.now() + limits.freeConnectionMs })
        openMore()
      })
    },
    give,
    /** Lets running statements finish, for this long at most. */
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
