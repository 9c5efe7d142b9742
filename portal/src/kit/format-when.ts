import type { Language } from './language.ts'
import { tagOf } from './language-tag.ts'

/** Whatever the browser's zone: the people, their banks and the statement are in this one. */
const timeZone = 'America/Sao_Paulo'

const forms = {
  dateTime: { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  exact: { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  date: { day: '2-digit', month: 'short', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
  timeExact: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type WhenForm = keyof typeof forms

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(form: WhenForm, language: Language): Intl.DateTimeFormat {
  const key = `${form} ${language}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(tagOf(language), { ...forms[form], hourCycle: 'h23', timeZone })
  formatters.set(key, made)
  return made
}

export function formatWhen(at: string | Date, language: Language, form: WhenForm = 'dateTime'): string {
  const text = formatter(form, language).format(new Date(at))
  // `15 de nov. de 2026` is how Intl says it and nobody writes it.
  return form === 'day' ? text : text.replaceAll(' de ', ' ').replaceAll('.', '')
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

const relativeFormatters = new Map<Language, Intl.RelativeTimeFormat>()

function relativeFormatter(language: Language): Intl.RelativeTimeFormat {
  const known = relativeFormatters.get(language)
  if (known !== undefined) return known
  const made = new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'auto' })
  relativeFormatters.set(language, made)
  return made
}

/** `há 5 minutos`, `in 2 days`. */
export function formatRelative(at: string | Date, language: Language, now = Date.now()): string {
  let amount = (new Date(at).getTime() - now) / 1000
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return relativeFormatter(language).format(Math.round(amount), unit)
    amount /= size
  }
  return ''
}

let days: Intl.DateTimeFormat | undefined

/** The São Paulo day of a moment, `2026-11-15`: for filters and groups. */
export const dayOf = (at: string | Date): string => {
  days ??= new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return days.format(new Date(at))
}

/** A day of São Paulo as a moment of it. */
export const noonOf = (day: string) => `${day}T12:00:00-03:00`
