import { daysBetween, lastPayableDay } from '../../../platform/brazil/business-days.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { ApiError, InvalidRequest, type Problem } from '../../../platform/http/errors.ts'
import type { BoletoReport, BoletoRequest, KnownBoleto } from '../boleto-rail.ts'
import type { BankCall } from '../rails.ts'
import { requireWholeCents } from '../rails-of.ts'
import { type Answer, type Bank, saysNothing, unknownState } from './bank.ts'
import { centsText } from './reading.ts'
import { isOfRepeat, logRefusal, refusalIn } from './refusals.ts'

// What dialects that register boletos share: none has a key under which it would register one only once.

/** Not in TypeScript's library yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON: (text: string) => unknown }

/** Banks want numbers: they are written as the digits they have, and never were floats. */
export const decimal = (value: Micros) => rawJson(centsText(value))

/** Of a bank that counts in the smallest unit. */
export const whole = (value: bigint) => rawJson(String(value))

/** A barcode has ten digits for the centavos. */
const most: Micros = 99_999_999_990_000n

export const wrong = (path: string, message: string): Problem => ({ path, code: 'invalid', message, info: {} })

/** Refuses what a bank does not take of a boleto. */
export function refuseBoleto(amount: Micros, least: Micros, problems: Problem[]): void {
  requireWholeCents({ minorUnit: 10_000n }, amount)
  if (amount < least || amount > most)
    throw new ApiError('AmountNotAllowed', {
      message: `the bank registers boletos of ${centsText(least)} to ${centsText(most)}`,
    })
  if (problems.length > 0) throw new InvalidRequest(problems)
}

/** What banks have on boletos is less than what Pix has. */
export const interestProblems = ({ interest }: Pick<BoletoRequest, 'interest'>): Problem[] =>
  interest === null || interest.kind === 'AmountPerDay' || interest.kind === 'PercentPerMonth'
    ? []
    : [wrong('/interest/kind', 'must be AmountPerDay or PercentPerMonth for a boleto at this bank')]

type Payable = Pick<BoletoRequest, 'dueDate' | 'payableDaysAfterDue'>

/** From the due date to the last day on which a bill can be paid, by our calendar: weekends and holidays count. */
export const daysPayable = ({ dueDate, payableDaysAfterDue }: Payable): number =>
  daysBetween(dueDate, lastPayableDay(dueDate, payableDaysAfterDue))

/** A bank must take a boleto on every day on which its bill says that it can be paid. */
export function payableDaysProblems(request: Payable, most: number): Problem[] {
  const days = daysPayable(request)
  if (days <= most) return []
  const message = `must be less: its last payable day is ${days} days after the due date, and a boleto at this bank has ${most} at most, weekends and holidays included`
  return [{ path: '/payableDaysAfterDue', code: 'maxDays', message, info: { limit: most } }]
}

/** The bank's answer to a registration, or its no. What may say that it has the boleto already decides nothing: it is looked up. */
export async function askToRegister(
  bank: Bank,
  { url, body, ourNumber }: { url: string; body: object; ourNumber: string },
  { signal, noteSent }: Pick<BankCall, 'signal' | 'noteSent'>,
): Promise<{ answer: Answer } | { refused: BoletoReport }> {
  const answer = await bank.call({ operation: 'create boleto', method: 'POST', url, body, signal, noteSent })
  if (answer.status < 300) return { answer }
  const words = refusalIn(answer)
  if (words === null || isOfRepeat(words)) return saysNothing(answer)
  logRefusal(bank, 'create boleto', answer)
  return { refused: { ourNumber, externalId: '', boleto: null, state: 'failed', words } }
}

/** One that is over is refused: how it is, the bank is asked next. */
export async function askToCancel(
  bank: Bank,
  { url, method = 'POST', body }: { url: string; method?: 'POST' | 'PUT'; body?: object },
  { signal }: Pick<BankCall, 'signal'>,
): Promise<void> {
  const answer = await bank.call({ operation: 'cancel boleto', method, url, ...(body && { body }), signal })
  if (answer.status >= 300 && refusalIn(answer) === null) saysNothing(answer)
}

/** A repeated registration may have made two under our number: the one that counts. */
export const ownOf = <Found>(found: Found[], isOver: (one: Found) => boolean): Found | null =>
  found.find(one => !isOver(one)) ?? found[0] ?? null

/** One of the boletos that a bank lists under our number. `state` undefined: `status`, its own word, is in no table. */
type Listed = { externalId: string | null; state: BoletoReport['state'] | undefined; status: string }

/** The others that can still be paid. What is paid is booked, or kept for a person, when its bank reports it. */
export function surplusOf(found: Listed[], { externalId: own }: KnownBoleto): { externalId: string }[] {
  return found.flatMap(({ externalId, state, status }) => {
    if (externalId === own) return []
    // Nobody can say that it is over.
    if (externalId === null || state === undefined) return unknownState({ status: 200, body: { status } })
    return state === 'registering' || state === 'open' ? [{ externalId }] : []
  })
}
