import { type Day, addDays, dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import { firstOfMonth, firstOfNextMonth } from '../ask-file.ts'
import type { Schedule } from './sql.ts'

type Every = Schedule['every']

/** Files are made at six in the morning of São Paulo, on the day after their period. */
const hour = 6

const afterPeriod = (every: Every, first: Day): Day => (every === 'day' ? addDays(first, 1) : firstOfNextMonth(first))

export const lastDayOf = ({ every, nextDay }: Pick<Schedule, 'every' | 'nextDay'>): Day =>
  addDays(afterPeriod(every, nextDay), -1)

const dueAt = (every: Every, first: Day): Date =>
  new Date(startOfDay(afterPeriod(every, first)).getTime() + hour * 3_600_000)

const planned = (every: Every, first: Day) => ({ nextDay: first, nextAt: dueAt(every, first) })

/** The period that a new schedule begins with: the one under way. */
export const firstPeriod = (every: Every, now: Date) =>
  planned(every, every === 'day' ? dayOf(now) : firstOfMonth(dayOf(now)))

export const nextPeriod = ({ every, nextDay }: Pick<Schedule, 'every' | 'nextDay'>) =>
  planned(every, afterPeriod(every, nextDay))
