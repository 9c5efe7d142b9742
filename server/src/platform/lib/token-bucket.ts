type Bucket = { tokens: number; atMs: number }

/** One bucket a key: `burst` tokens, refilled at `perSecond`. Bounded: past `most` keys the oldest is forgotten. */
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
    take(key: string): void {
      const bucket = refilled(key)
      bucket.tokens = Math.max(Math.min(0, bucket.tokens), bucket.tokens - 1)
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
