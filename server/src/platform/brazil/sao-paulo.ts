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

export const dayOf = (at: Date): Day => isoLike.format(at).slice(0, 10)
export const hourOf = (at: Date): number => Number(isoLike.format(at).slice(11, 13))

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** Whether a text is a day that there is. */
export const isDay = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** The first moment of a day. Brazil has given up summer time; should it come back, a day may begin at one o'clock. */
export function startOfDay(day: Day): Date {
  const guess = new Date(`${day}T00:00:00-03:00`)
  const start = new Date(guess.getTime() + Date.parse(`${day}T00:00:00Z`) - wallClockMs(guess))
  return dayOf(start) < day ? new Date(start.getTime() + 3_600_000) : start
}

/** What a clock in São Paulo shows, as if it were of Greenwich: for formats that keep days and hours without a zone. */
export const wallClockMs = (at: Date): number => Date.parse(`${isoLike.format(at).replace(' ', 'T')}Z`)

/** `15/11/2026 09:30:00`: what a spreadsheet in Brazil reads as a date. */
export const formatForSpreadsheet = (at: Date): string => forPeople.format(at).replace(',', '')
