import type { Language } from '../../kit/language.ts'
import { formatWhen } from '../../kit/when.tsx'
import type { HomeView } from './api.ts'

export const periods = ['today', 'week', 'month'] as const
export type FlowPeriod = (typeof periods)[number]

export type Bar = { name: string; in: string; inCount: number; out: string; outCount: number }

/** The hours of today, or the days before it with it. */
export function barsOf(home: HomeView, period: FlowPeriod, language: Language): Bar[] {
  if (period === 'today')
    return home.today.hours.map(({ hour, ...flow }) => ({ name: `${String(hour).padStart(2, '0')}h`, ...flow }))
  return home.days.map(({ day, ...flow }) => ({
    // Noon, so that no zone makes another day of it.
    name: formatWhen(`${day}T12:00:00-03:00`, language, 'date').replace(/ \d{4}$/, ''),
    ...flow,
  }))
}

/** Adds amounts of six decimals exactly. */
export function sumOf(amounts: string[]): string {
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = total.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
