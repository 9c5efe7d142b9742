export type Remembered<Value> = ((key: string) => Promise<Value>) & { invalidate: (key: string) => void }

/**
 * Remembers what a slow look-up answered, for a short time, so that a hot key is read once and not per request.
 * Bounded: past `most` keys the oldest is forgotten. A failed look-up is not remembered. `forget`
 * drops a value that is no longer true.
 */
export function remember<Value>(
  lookUp: (key: string) => Promise<Value>,
  { forMs, most = 50_000 }: { forMs: number; most?: number },
): Remembered<Value> {
  const known = new Map<string, { value: Promise<Value>; untilMs: number }>()
  const read = (key: string) => {
    const nowMs = performance.now()
    const found = known.get(key)
    if (found !== undefined && found.untilMs > nowMs) return found.value
    known.delete(key)
    if (known.size >= most) known.delete(known.keys().next().value as string)
    const value = lookUp(key)
    known.set(key, { value, untilMs: nowMs + forMs })
    value.catch(() => known.get(key)?.value === value && known.delete(key))
    return value
  }
  return Object.assign(read, { invalidate: (key: string) => void known.delete(key) })
}

/** Remembers results of a pure function for the newest `most` keys, because hot paths repeat the same calls. */
export function memo<Value>(compute: (key: string) => Value, most = 1_000): (key: string) => Value {
  const known = new Map<string, Value>()
  return key => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (known.size >= most) known.delete(known.keys().next().value as string)
    known.set(key, value)
    return value
  }
}
