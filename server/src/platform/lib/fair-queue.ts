type Bounds = { most: number; mostOfKey: number }

/** A bounded queue, fair per key: a flood of one merchant or address leaves the others their share. */
export function fairQueue<Item>({ most, mostOfKey }: Bounds) {
  const waiting = new Map<string, Item[]>()
  let size = 0

  /** A key that still waits goes to the end of the line. */
  function requeue(key: string, own: Item[]) {
    waiting.delete(key)
    if (own.length > 0) waiting.set(key, own)
  }

  return {
    isEmpty: () => size === 0,
    has: (key: string) => waiting.has(key),
    /** False: there is no room, for anybody or for this key. */
    add(key: string, item: Item): boolean {
      const own = waiting.get(key)
      if (size >= most || (own?.length ?? 0) >= mostOfKey) return false
      if (own === undefined) waiting.set(key, [item])
      else own.push(item)
      size++
      return true
    },
    take(count: number): Item[] {
      const taken: Item[] = []
      while (size > 0 && taken.length < count) {
        const share = Math.ceil((count - taken.length) / waiting.size)
        for (const [key, own] of waiting) {
          const part = own.splice(0, Math.min(share, count - taken.length))
          taken.push(...part)
          size -= part.length
          requeue(key, own)
          if (taken.length >= count || part.length === 0) break
        }
      }
      return taken
    },
    /** The next item of the first key that may have it. */
    takeNext(mayHave: (key: string) => boolean): Item | undefined {
      for (const [key, own] of waiting) {
        if (!mayHave(key)) continue
        size--
        const next = own.shift()
        requeue(key, own)
        return next
      }
      return undefined
    },
    remove(key: string, item: Item): void {
      const own = waiting.get(key)
      const at = own?.indexOf(item) ?? -1
      if (own === undefined || at < 0) return
      own.splice(at, 1)
      size--
      if (own.length === 0) waiting.delete(key)
    },
  }
}

/** Counts slots in use, with a limit in all and one per key. */
export function slotCounter({ most, mostOfKey }: { most: number; mostOfKey: number | (() => number) }) {
  const inUse = new Map<string, number>()
  let all = 0

  return {
    inUse: () => all,
    inUseOf: (key: string) => inUse.get(key) ?? 0,
    free: (key: string): number =>
      Math.min(most - all, (typeof mostOfKey === 'number' ? mostOfKey : mostOfKey()) - (inUse.get(key) ?? 0)),
    take(key: string, count = 1): void {
      const own = (inUse.get(key) ?? 0) + count
      all += count
      if (own === 0) inUse.delete(key)
      else inUse.set(key, own)
    },
    giveBack(key: string, count = 1): void {
      this.take(key, -count)
    },
  }
}

type Waiting = { waitMs: number; timedOut: () => Error }

/** Runs work in slots. Keys that wait for a slot take turns; one that waits longer than `waitMs` fails with `timedOut`. */
export function fairSlots({ most, mostOfKey, waitMs, timedOut }: Bounds & Waiting) {
  const slots = slotCounter({ most, mostOfKey })
  // Bounded by time: nobody waits for longer than `waitMs`.
  const queue = fairQueue<() => void>({ most: Infinity, mostOfKey: Infinity })
  const isFree = (key: string) => slots.free(key) > 0

  const slotFor = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        slots.take(key)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.remove(key, start)
        reject(timedOut())
      }, waitMs)
      queue.add(key, start)
    })

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    if (isFree(key) && !queue.has(key)) slots.take(key)
    else await slotFor(key)
    try {
      return await work()
    } finally {
      slots.giveBack(key)
      queue.takeNext(isFree)?.()
    }
  }
}

/** Slots that are free again in the next turn of the event loop. Undefined: start at once. Null: too many wait. */
export function slotsPerTurn(most: () => number, waiting: Bounds = { most: Infinity, mostOfKey: Infinity }) {
  const queue = fairQueue<() => void>(waiting)
  let started = 0
  let isPlanned = false

  function nextTurn() {
    isPlanned = false
    started = 0
    if (queue.isEmpty()) return
    const starting = queue.take(most())
    started = starting.length
    planTurn()
    for (const start of starting) start()
  }

  function planTurn() {
    if (!isPlanned) setImmediate(nextTurn)
    isPlanned = true
  }

  return (key = ''): Promise<void> | undefined | null => {
    planTurn()
    if (started < most() && queue.isEmpty()) return void started++
    const { promise, resolve } = Promise.withResolvers<void>()
    return queue.add(key, resolve) ? promise : null
  }
}
