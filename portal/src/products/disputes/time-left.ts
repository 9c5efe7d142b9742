const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** What is left of a time, whole days, hours and minutes, and how much of all of it; null: it is over. */
export function timeLeft({ from, until }: { from: string; until: string }, now: number) {
  const [start, end] = [new Date(from).getTime(), new Date(until).getTime()]
  const left = end - now
  if (left <= 0) return null
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    percent: Math.min(100, Math.max(1, Math.round((left / (end - start)) * 100))),
  }
}
