import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The time for a merchant, whose sandbox clock may be ahead, anew every minute. */
export function useNow(aheadSeconds: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(ticking)
  }, [])
  return now + aheadSeconds * 1000
}
