import type { Micros } from '../../platform/brazil/money.ts'
import type { Dispute } from './states.ts'

/** A return that the bank made by itself, or the part of it that no case has yet. */
export type TakenReturn = { id: string; amount: Micros }

type Case = Pick<Dispute, 'id' | 'askedAmount' | 'returnedAmount'>

/** The amount a case asks for that was not returned yet. */
export const lackedBy = ({ askedAmount, returnedAmount }: Omit<Case, 'id'>): Micros =>
  askedAmount > returnedAmount ? askedAmount - returnedAmount : 0n

/**
 * The part of each return that no case has. A case with several returns names only the last; the rest of its amount is
 * taken from the oldest.
 */
export function unsharedOf(returns: readonly TakenReturn[], shares: readonly TakenReturn[]): TakenReturn[] {
  const left = returns.map(one => ({ ...one }))
  let beyond = 0n
  for (const { id, amount } of shares) {
    const named = left.find(one => one.id === id)
    const taken = least(named?.amount ?? 0n, amount)
    if (named !== undefined) named.amount -= taken
    beyond += amount - taken
  }
  for (const one of left) {
    const taken = least(one.amount, beyond)
    one.amount -= taken
    beyond -= taken
  }
  return left.filter(({ amount }) => amount > 0n)
}

type Shared = {
  accepted: readonly Case[]
  /** The undecided disputes of the same payment. */
  open: readonly Case[]
  returns: readonly TakenReturn[]
  /** Nothing is left of the payment that could be returned. */
  isAll: boolean
}

/**
 * Assigns the returns of a payment to accepted cases, because banks do not name the case. A return of exactly the
 * amount that a case asks for belongs to it, also if the case is still open. Other returns go to the remaining accepted
 * cases: while a case is open only once each has one or all are covered; a case that has a part gets more only if no other
 * can take it. A case that is not in the result waits for its return.
 */
export function shareReturns({ accepted, open, returns, isAll }: Shared): Map<string, TakenReturn> {
  const own = new Map<string, TakenReturn>()
  const fitting = new Set<TakenReturn>()
  const without = accepted.filter(one => one.returnedAmount === 0n)
  const partly = isAll || open.length === 0 ? accepted.filter(one => one.returnedAmount > 0n) : []
  for (const one of without) {
    const fits = returns.find(each => each.amount === lackedBy(one) && !fitting.has(each))
    if (fits === undefined) continue
    own.set(one.id, fits)
    fitting.add(fits)
  }
  const waiting = without.filter(({ id }) => !own.has(id))
  const mayBeOpens = ({ amount }: TakenReturn) => !isAll && open.some(one => lackedBy(one) === amount)
  const free = returns.filter(one => !fitting.has(one) && !mayBeOpens(one)).map(one => ({ ...one }))
  const isEnough =
    isAll || free.length >= waiting.length || sum(free.map(one => one.amount)) >= sum(waiting.map(lackedBy))
  if (!isEnough) return open.length > 0 ? own : shareByAge(own, waiting, free)
  for (const one of [...waiting, ...partly]) {
    const from = free.find(({ amount }) => amount > 0n)
    if (from === undefined) break
    const amount = least(from.amount, lackedBy(one))
    own.set(one.id, { id: from.id, amount })
    from.amount -= amount
  }
  return own
}

/**
 * Fewer returns than cases, and less than they ask for: each goes to the oldest case that lacks as much, of those that have
 * none first; what no case lacks alone is shared by age.
 */
function shareByAge(own: Map<string, TakenReturn>, waiting: readonly Case[], free: readonly TakenReturn[]) {
  const lacks = (one: Case): Micros => lackedBy(one) - (own.get(one.id)?.amount ?? 0n)
  for (const { id, amount } of free) {
    const byAge = [...waiting.filter(one => !own.has(one.id)), ...waiting.filter(one => own.has(one.id))]
    const covering = byAge.find(one => lacks(one) >= amount)
    let rest = amount
    for (const one of covering === undefined ? byAge : [covering]) {
      const taken = least(rest, lacks(one))
      if (taken > 0n) own.set(one.id, { id, amount: (own.get(one.id)?.amount ?? 0n) + taken })
      rest -= taken
    }
  }
  return own
}

const least = (one: Micros, other: Micros): Micros => (one < other ? one : other)
const sum = (amounts: Micros[]): Micros => amounts.reduce((all, one) => all + one, 0n)
