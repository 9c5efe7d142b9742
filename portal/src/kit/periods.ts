/** Periods people ask for by name, in days of São Paulo, both included. */
export const periods = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const
export type Period = (typeof periods)[number]

type Days = { from: string; to: string }

export function daysOf(period: Period, today: string): Days {
  const firstOfMonth = `${today.slice(0, 8)}01`
  const endOfLastMonth = addDays(firstOfMonth, -1)
  const days = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    last7: [addDays(today, -6), today],
    last30: [addDays(today, -29), today],
    thisMonth: [firstOfMonth, today],
    lastMonth: [`${endOfLastMonth.slice(0, 8)}01`, endOfLastMonth],
  } satisfies Record<Period, [string, string]>
  const [from, to] = days[period]
  return { from, to }
}

export const periodOf = (from: string | null, to: string | null, today: string): Period | undefined =>
  periods.find(period => {
    const days = daysOf(period, today)
    return days.from === from && days.to === to
  })

const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
