import { type Day, addDays, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Language } from '../../platform/http/languages.ts'
import type { Bill } from '../bills/bill.ts'

export const moments = ['Before', 'DueDay', 'After'] as const
export type Moment = (typeof moments)[number]

export const channels = ['Mail', 'Webhook', 'WhatsApp'] as const
export type Channel = (typeof channels)[number]

/** Why a reminder did not go by mail: the payer's wish, or nowhere to send it; `NoChannel`: the plan sends none by itself. */
export const withheldReasons = ['Refused', 'NoAddress', 'NoMailServer', 'NoChannel'] as const
export type Withheld = (typeof withheldReasons)[number]

export type ReminderText = { subject: string; body: string }
/** The merchant's own texts; null: ours. */
export type OwnWords = Record<Language, Record<Moment, ReminderText | null>>

/** What a merchant decides about reminders. */
export type PlanSettings = {
  isOn: boolean
  /** Days from the due date: −3 is three days before it, 5 is five days after the last day on which the bill is not late. */
  days: number[]
  byMail: boolean
  language: Language
  /** From when on reminders are sent, by the clock of São Paulo. */
  hour: number
  words: OwnWords
}

/** A row of `reminder_plans`. */
export type ReminderPlan = PlanSettings & {
  merchantId: string
  /** The day on which it was last set. */
  beginsOn: Day
  /** By the merchant's clock; null: it is off. */
  nextRunAt: Date | null
}

/** A row of `bill_reminders`. `days` null: a person sent it. */
export type Reminder = {
  merchantId: string
  id: string
  billId: string
  dueDate: Day
  days: number | null
  moment: Moment
  channels: Channel[]
  withheld: Withheld | null
  mailId: string | null
  createdAt: Date
}

/** What a person can send by hand. */
export type PreparedMessage = { moment: Moment; text: string; phone: string | null }

const noWords = { Before: null, DueDay: null, After: null }

/** What a merchant who has set nothing is offered. */
export const usualPlan: PlanSettings = {
  isOn: false,
  days: [-3, 0, 3, 10],
  byMail: true,
  language: 'pt',
  hour: 9,
  words: { pt: noWords, en: noWords },
}

export const firstHour = 8
/** Nobody is reminded at night: from this hour on it waits for the next day. */
export const nightFrom = 20

/** A reminder whose day has passed is still sent for so long, after an outage say. */
export const lateDays = 2

export const mostDays = 10
export const daysRange = { earliest: -30, latest: 60 } as const

type Dates = Pick<Bill, 'dueDate' | 'onTimeUntil'>

/** The day of a step. A bill that is due at a weekend is not late before Tuesday: days after it count from then. */
export const stepDay = ({ dueDate, onTimeUntil }: Dates, days: number): Day =>
  addDays(days > 0 ? onTimeUntil : dueDate, days)

/** What is true of a bill on a day, whichever step brings it up. */
export const momentOn = ({ dueDate, onTimeUntil }: Dates, today: Day): Moment =>
  today < dueDate ? 'Before' : today <= onTimeUntil ? 'DueDay' : 'After'

const atHour = (day: Day, hour: number): Date => new Date(startOfDay(day).getTime() + hour * 3_600_000)

export const isInHours = (now: Date, hour: number): boolean =>
  now >= atHour(dayOf(now), hour) && now < atHour(dayOf(now), nightFrom)

/** The next time that the hour begins. */
export function nextRun(now: Date, hour: number): Date {
  const today = atHour(dayOf(now), hour)
  return today > now ? today : atHour(addDays(dayOf(now), 1), hour)
}
