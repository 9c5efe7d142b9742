import { memo } from '../lib/remember.ts'
import { type Day, addDays } from './sao-paulo.ts'

/** National holidays by month and day, and the first year of each: banks do not settle bills on them. */
const fixedHolidays = [
  ['01-01', 1900],
  ['04-21', 1900],
  ['05-01', 1900],
  ['09-07', 1900],
  ['10-12', 1980],
  ['11-02', 1900],
  ['11-15', 1900],
  ['11-20', 2024],
  ['12-25', 1900],
] as const

/** Days before or after Easter: Carnival (two days), Good Friday, Corpus Christi. */
const movableHolidays = [-48, -47, -2, 60]

const holidaysOf = memo((year: string): ReadonlySet<Day> => {
  const fixed = fixedHolidays.flatMap(([day, since]) => (Number(year) < since ? [] : [`${year}-${day}`]))
  return new Set([...fixed, ...movableHolidays.map(days => addDays(easter(Number(year)), days))])
}, 200)

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
export function easter(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * shift + 114
  return `${year}-${`0${Math.floor(days / 31)}`.slice(-2)}-${`0${(days % 31) + 1}`.slice(-2)}`
}

/** Holidays of a municipality, besides the national ones. */
export type LocalHolidays = ReadonlySet<Day>

const none: LocalHolidays = new Set()

export function isBusinessDay(day: Day, local = none): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidaysOf(day.slice(0, 4)).has(day) && !local.has(day)
}

/** The day itself, or the first business day after it. */
export const businessDayFrom = (day: Day, local = none): Day =>
  local === none ? nationalBusinessDayFrom(day) : firstBusinessDay(day, local)

const nationalBusinessDayFrom = memo((day: Day) => firstBusinessDay(day, none))

function firstBusinessDay(day: Day, local: LocalHolidays): Day {
  let next = day
  while (!isBusinessDay(next, local)) next = addDays(next, 1)
  return next
}

/** The business day that is so many after a day, or before it where the number is negative. */
export function businessDayFar(day: Day, count: number): Day {
  const step = Math.sign(count)
  let far = day
  for (let left = Math.abs(count); left > 0; ) {
    far = addDays(far, step)
    if (isBusinessDay(far)) left--
  }
  return far
}

export const daysBetween = (from: Day, until: Day): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** The business days after one day, up to and including another. */
export function businessDaysBetween(from: Day, until: Day, local = none): number {
  let count = 0
  for (let day = addDays(from, 1); day <= until; day = addDays(day, 1)) if (isBusinessDay(day, local)) count++
  return count
}

/** A bill can be paid up to and including this day. Due on a holiday, it counts as due on the next business day. */
export const lastPayableDay = (dueDate: Day, payableDaysAfterDue: number, local = none): Day =>
  businessDayFrom(addDays(businessDayFrom(dueDate, local), payableDaysAfterDue), local)
