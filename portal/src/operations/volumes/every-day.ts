const dayMs = 24 * 60 * 60_000

/** Every day from one to another, both included: a chart shows those on which nothing happened, too. */
export function everyDay(from: string, to: string): string[] {
  const days: string[] = []
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}
