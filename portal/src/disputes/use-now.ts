import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The time, anew every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(ticking)
  }, [])
  return now
}
