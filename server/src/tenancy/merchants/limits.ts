import type { Micros } from '../../platform/brazil/money.ts'

/** The most a merchant may send; null: no limit but its balance. Days and hours are of São Paulo. */
export type Limits = {
  cashOutLimit: Micros | null
  cashOutDailyLimit: Micros | null
  /** All money that leaves in a night: cash-outs, withdrawals and company payments together. */
  nightLimit: Micros | null
  /** All payments of a day to the same person or company. */
  recipientDailyLimit: Micros | null
  /** All payments to a person or company in the first hours after the first one. */
  newRecipientLimit: Micros | null
  /** All cash-outs of a day by the same access key without approval by people. */
  keyDailyLimit: Micros | null
  companyPaymentLimit: Micros | null
  companyPaymentDailyLimit: Micros | null
  nightFrom: number
  nightUntil: number
  newRecipientHours: number
}

export type LimitName = keyof Limits
type Value = Micros | number | null

/** Null is no limit at all. */
export const isRaised = (before: Micros | null, after: Micros | null): boolean =>
  before !== null && (after === null || after > before)

const amount = (before: Value, after: Value) => isRaised(before as Micros | null, after as Micros | null)
const shortens = (_before: Value, _after: Value, limits: [before: Limits, after: Limits]) => shortensNight(...limits)
const earlier = (before: Value, after: Value) => Number(after) < Number(before)

/** Whether a change allows more than before. A shorter night does, too. */
const raises: Record<LimitName, (before: Value, after: Value, limits: [before: Limits, after: Limits]) => boolean> = {
  cashOutLimit: amount,
  cashOutDailyLimit: amount,
  nightLimit: amount,
  recipientDailyLimit: amount,
  newRecipientLimit: amount,
  keyDailyLimit: amount,
  companyPaymentLimit: amount,
  companyPaymentDailyLimit: amount,
  nightFrom: shortens,
  nightUntil: shortens,
  newRecipientHours: earlier,
}

/** A night may end before midnight, after it, or, between two equal hours, not be there at all. */
export const isNight = (hour: number, { nightFrom, nightUntil }: Pick<Limits, 'nightFrom' | 'nightUntil'>): boolean =>
  nightFrom > nightUntil ? hour >= nightFrom || hour < nightUntil : hour >= nightFrom && hour < nightUntil

const shortensNight = (before: Limits, after: Limits): boolean =>
  Array.from({ length: 24 }, (_, hour) => hour).some(hour => isNight(hour, before) && !isNight(hour, after))

const limitNames = Object.keys(raises) as LimitName[]
const isHours = (name: LimitName) => raises[name] !== amount

/** Limits as a merchant has them, with those that are raised later; amounts there are text, as JSON has no bigint. */
export type StoredLimits = Limits & {
  raisedLimits: Partial<Record<LimitName, string | null>> | null
  limitsRaisedAt: Date | null
}

const readRaised = (name: LimitName, text: string | null): Value =>
  text === null ? null : isHours(name) ? Number(text) : BigInt(text)

const pick = (of: (name: LimitName) => Value): Limits =>
  Object.fromEntries(limitNames.map(name => [name, of(name)])) as Limits

/** The limits that hold at a time. */
export function limitsAt(stored: StoredLimits, at: Date): Limits {
  const { raisedLimits, limitsRaisedAt } = stored
  if (raisedLimits === null || limitsRaisedAt === null || limitsRaisedAt > at) return stored
  return pick(name => {
    const raised = raisedLimits[name]
    return raised === undefined ? stored[name] : readRaised(name, raised)
  })
}

/** The limits after all that was decided has taken effect. */
export const finalLimits = (stored: StoredLimits): Limits => limitsAt(stored, stored.limitsRaisedAt ?? new Date(0))

export const raisedNames = (before: Limits, after: Limits): LimitName[] =>
  limitNames.filter(name => raises[name](before[name], after[name], [before, after]))

/** What is stored when limits are set: lower ones hold at once, higher ones after a wait. */
export function storedAfter(stored: StoredLimits, after: Limits, now: Date, waitMs: number): StoredLimits {
  const before = limitsAt(stored, now)
  const raised = waitMs === 0 ? [] : raisedNames(before, after)
  const atOnce = pick(name => (raised.includes(name) ? before[name] : after[name]))
  if (raised.length === 0) return { ...atOnce, raisedLimits: null, limitsRaisedAt: null }
  return {
    ...atOnce,
    raisedLimits: Object.fromEntries(raised.map(name => [name, after[name]?.toString() ?? null])),
    limitsRaisedAt: new Date(now.getTime() + waitMs),
  }
}
