import { memo } from '../lib/remember.ts'

const timeZone = 'America/Sao_Paulo'

/** Sweden writes dates as ISO does: `2026-11-15 09:30:00`. */
const isoLike = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const forPeople = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** A day of the calendar in São Paulo, `2026-11-15`, whatever the zone of the server. */
export type Day = string

/** Most calls ask for the present moment. A day begins with a minute, wherever its zone has been since 1914. */
const dayOfMinute = memo(minute => isoLike.format(Number(minute) * 60_000).slice(0, 10), 100)
export const dayOf = (at: Date): Day => dayOfMinute(String(Math.floor(at.getTime() / 60_000)))
export const hourOf = (at: Date): number => Number(isoLike.format(at).slice(11, 13))

const dayAt = memo(ms => new Date(Number(ms)).toISOString().slice(0, 10))
const msOf = memo((day: Day) => Date.parse(`${day}T00:00:00Z`))
export const addDays = (day: Day, count: number): Day => dayAt(String(msOf(day) + count * 86_400_000))

export const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(msOf(text)) && addDays(text, 0) === text

/** The first moment of a day. Brazil has given up summer time; should it come back, a day may begin at one o'clock. */
export const startOfDay = (day: Day): Date => new Date(startMsOf(day))

const startMsOf = memo((day: Day): number => {
  const guess = new Date(`${day}T00:00:00-03:00`)
  const start = new Date(guess.getTime() + Date.parse(`${day}T00:00:00Z`) - wallClockMs(guess))
  return dayOf(start) < day ? start.getTime() + 3_600_000 : start.getTime()
})

/** What a clock in São Paulo shows, as if it were of Greenwich: for formats that keep days and hours without a zone. */
export const wallClockMs = (at: Date): number => Date.parse(`${isoLike.format(at).replace(' ', 'T')}Z`)

/** `15/11/2026 09:30:00`: what a spreadsheet in Brazil reads as a date. */
export const formatForSpreadsheet = (at: Date): string => forPeople.format(at).replace(',', '')
