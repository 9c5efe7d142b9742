import type { Micros } from '../../platform/brazil/money.ts'
import type { Dispute } from './states.ts'

/** What a bank has given back by itself, or what of it no case has yet. */
export type TakenReturn = { id: string; amount: Micros }

type Case = Pick<Dispute, 'id' | 'askedAmount' | 'returnedAmount'>

/** What a case asks for and has not got back yet. */
export const lackedBy = ({ askedAmount, returnedAmount }: Omit<Case, 'id'>): Micros =>
  askedAmount > returnedAmount ? askedAmount - returnedAmount : 0n

/**
 * What of the returns no case has got yet. A case that got several names the last one only: what it got beyond that one
 * is taken from the oldest.
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
  /** Undecided ones of the same payment. */
  open: readonly Case[]
  returns: readonly TakenReturn[]
  /** Nothing is left of the payment that could still go back. */
  isAll: boolean
}

/**
 * Which return of a payment is for which accepted case: banks do not say. One of just what a case asks for is its own, also
 * of a case that is still open. A bank may return less, or for two cases at once: such returns are for the other accepted
 * cases, but not before each has one or all have enough. One that has got a part gets more only when no other can: the
 * bank may give it no more. A case that is not in the answer waits for its return.
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
  if (!isEnough) return own
  for (const one of [...waiting, ...partly]) {
    const from = free.find(({ amount }) => amount > 0n)
    if (from === undefined) break
    const amount = least(from.amount, lackedBy(one))
    own.set(one.id, { id: from.id, amount })
    from.amount -= amount
  }
  return own
}

const least = (one: Micros, other: Micros): Micros => (one < other ? one : other)
const sum = (amounts: Micros[]): Micros => amounts.reduce((all, one) => all + one, 0n)
