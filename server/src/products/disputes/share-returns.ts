import type { Micros } from '../../platform/brazil/money.ts'
import type { Dispute } from './states.ts'

/** What a bank has given back by itself, or what of it no case has yet. */
export type TakenReturn = { id: string; amount: Micros }

type Case = Pick<Dispute, 'id' | 'askedAmount'>

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
 * cases, but not before each has one or all have enough. A case that is not in the answer waits for its return.
 */
export function shareReturns({ accepted, open, returns, isAll }: Shared): Map<string, TakenReturn> {
  const own = new Map<string, TakenReturn>()
  const fitting = new Set<TakenReturn>()
  for (const { id, askedAmount } of accepted) {
    const fits = returns.find(one => one.amount === askedAmount && !fitting.has(one))
    if (fits === undefined) continue
    own.set(id, fits)
    fitting.add(fits)
  }
  const waiting = accepted.filter(({ id }) => !own.has(id))
  const mayBeOpens = ({ amount }: TakenReturn) => !isAll && open.some(one => one.askedAmount === amount)
  const free = returns.filter(one => !fitting.has(one) && !mayBeOpens(one)).map(one => ({ ...one }))
  const isEnough =
    isAll || free.length >= waiting.length || sum(free.map(one => one.amount)) >= sum(waiting.map(askedOf))
  if (!isEnough) return own
  for (const { id, askedAmount } of waiting) {
    const from = free.find(({ amount }) => amount > 0n)
    if (from === undefined) break
    const amount = from.amount < askedAmount ? from.amount : askedAmount
    own.set(id, { id: from.id, amount })
    from.amount -= amount
  }
  return own
}

const askedOf = ({ askedAmount }: Case): Micros => askedAmount
const sum = (amounts: Micros[]): Micros => amounts.reduce((all, one) => all + one, 0n)
