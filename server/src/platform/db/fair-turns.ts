import { DatabaseFault } from './database-faults.ts'

type Waiter = { start: () => void }

/**
 * Some work at once, of one owner less than that, so that nobody takes all the places. Those who wait take turns by owner;
 * whoever waits too long is told.
 */
export function fairTurns({ atOnce, ofOne, patienceMs }: { atOnce: number; ofOne: number; patienceMs: number }) {
  const running = new Map<string, number>()
  const waiting = new Map<string, Waiter[]>()
  let all = 0

  const hasRoom = (owner: string) => all < atOnce && (running.get(owner) ?? 0) < ofOne

  function count(owner: string, change: 1 | -1) {
    all += change
    const own = (running.get(owner) ?? 0) + change
    if (own === 0) running.delete(owner)
    else running.set(owner, own)
  }

  function startNext() {
    for (const [owner, own] of waiting) {
      if (!hasRoom(owner)) continue
      const next = own.shift()
      // Who still waits goes to the end of the line.
      waiting.delete(owner)
      if (own.length > 0) waiting.set(owner, own)
      next?.start()
      return
    }
  }

  const turnOf = (owner: string) =>
    new Promise<void>((resolve, reject) => {
      const own = waiting.get(owner) ?? []
      const waiter = {
        start: () => {
          clearTimeout(timer)
          count(owner, 1)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        own.splice(own.indexOf(waiter), 1)
        if (own.length === 0) waiting.delete(owner)
        reject(new DatabaseFault('databaseCrowded'))
      }, patienceMs)
      own.push(waiter)
      waiting.set(owner, own)
    })

  return async <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
    if (hasRoom(owner) && !waiting.has(owner)) count(owner, 1)
    else await turnOf(owner)
    try {
      return await work()
    } finally {
      count(owner, -1)
      startNext()
    }
  }
}
