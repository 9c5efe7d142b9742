/** A day in São Paulo, `2026-11-15`. */
export type Day = string

const dayMs = 86_400_000
const saoPauloBehindUtcMs = 3 * 3_600_000

export const dayOf = (at: Date): Day => new Date(at.getTime() - saoPauloBehindUtcMs).toISOString().slice(0, 10)

const msOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const plus = (day: Day, days: number): Day => new Date(msOf(day) + days * dayMs).toISOString().slice(0, 10)

export const minusDays = (day: Day, days: number): Day => plus(day, -days)

export const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(msOf(text)) && plus(text, 0) === text

const national = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** Carnival, Good Friday and Corpus Christi, by their days from Easter. */
const byEaster = [-48, -47, -2, 60]
/** Of São Paulo and Rio de Janeiro, by the code of the municipality; the bank knows no others. */
const municipal: Record<string, string[]> = { '3550308': ['01-25'], '3304557': ['01-20', '04-23'] }

/** The first Sunday after the full moon of spring, by Gauss's method for the years 1900 to 2099. */
function easterOf(year: number): Day {
  const moon = (19 * (year % 19) + 24) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  const late = moon + sunday
  const days = late === 35 || (late === 34 && moon === 28 && year % 19 > 10) ? late - 7 : late
  return plus(`${year}-03-22`, days)
}

function isBusinessDay(day: Day, municipality: string): boolean {
  const weekday = new Date(msOf(day)).getUTCDay()
  const yearly = [...national, ...(municipal[municipality] ?? [])]
  const easter = easterOf(Number(day.slice(0, 4)))
  return (
    weekday % 6 !== 0 && !yearly.includes(day.slice(5)) && !byEaster.some(distance => plus(easter, distance) === day)
  )
}

function businessDayFrom(day: Day, municipality: string): Day {
  return isBusinessDay(day, municipality) ? day : businessDayFrom(plus(day, 1), municipality)
}

export const businessDayAfter = (day: Day): Day => businessDayFrom(plus(day, 1), '')

/** Due on a day without banks, a charge is due on the next with them. */
export const effectiveDueDay = businessDayFrom

export const lastPayableDay = (dueDate: Day, payableDays: number, municipality = ''): Day =>
  businessDayFrom(plus(businessDayFrom(dueDate, municipality), payableDays), municipality)

export const daysFrom = (from: Day, until: Day): number => (msOf(until) - msOf(from)) / dayMs

export const businessDaysFrom = (from: Day, until: Day, municipality: string): number =>
  Array.from({ length: Math.max(0, daysFrom(from, until)) }, (_, i) => plus(from, i + 1)).filter(day =>
    isBusinessDay(day, municipality),
  ).length
