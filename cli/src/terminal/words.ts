import { wrongUsage } from '../command-line/failure.ts'

// Amounts are decimal texts from the keyboard to the server and back: never numbers.

/** `10.50` as the API takes it. A comma for the cents is understood. */
export function readAmount(typed: string): string {
  const amount = typed.replace(/^R\$\s*/, '').replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  if (/^\d{1,10}(\.\d{1,6})?$/.test(amount) && /[1-9]/.test(amount)) return amount
  throw wrongUsage(`"${typed}" is no amount.`, 'Write reais and cents like this: 10.50')
}

/** `1234.500000` as `R$ 1,234.50`: two decimals, more only where there are more. */
export function showAmount(amount: string): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount) ?? []
  const shown = decimals.replace(/0+$/, '').padEnd(2, '0')
  return `${sign}R$ ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${shown}`
}

/** In the time of this machine: `2026-11-16 08:47:31`. */
export function showDate(date: string | null | undefined): string {
  if (date === null || date === undefined) return ''
  const at = new Date(date)
  return `${dayOf(at)} ${timeOf(at)}`
}

const two = (part: number) => String(part).padStart(2, '0')
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
const timeOf = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `90s`, `15m`, `1h`, `7d` ago, or a date: `2026-11-16` (here), `2026-11-16T12:00:00Z`. */
export function readMoment(typed: string, now = Date.now()): Date {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(typed) ?? []
  if (unit !== '') return new Date(now - Number(count) * unitsMs[unit as keyof typeof unitsMs])
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T00:00:00` : typed)
  if (/^\d{4}-\d\d-\d\d/.test(typed) && !Number.isNaN(at.getTime())) return at
  throw wrongUsage(
    `"${typed}" is no moment.`,
    'Write how long ago (90s, 15m, 1h, 7d) or a date: 2026-11-16, 2026-11-16T12:00:00Z',
  )
}

/** A moment to come, as the API takes it: a day is meant to its end, in the time of this machine. */
export function readEnd(typed: string): string {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T23:59:59` : typed)
  if (/^\d{4}-\d\d-\d\d/.test(typed) && !Number.isNaN(at.getTime())) return at.toISOString()
  throw wrongUsage(`"${typed}" is no moment.`, 'Write a day, 2026-12-24, or 2026-12-24T18:00')
}

/** Untrusted text, fit for a terminal: it moves no cursor and sets no colour. */
// oxlint-disable-next-line eslint/no-control-regex -- these are what must not be printed
export const plain = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
