import { bankId } from './identifiers.ts'
import type { Centavos } from './money.ts'
import type { Movement } from './records.ts'
import type { Truth } from './truth.ts'

/** All other banks together: what comes in comes from it, so that all balances always add up to nothing. */
export const outside = 'outside'
export const accountOf = (partner: string) => `partner ${partner}`
export const heldOf = (partner: string) => `held ${partner}`

export const balanceOf = ({ book }: Truth, account: string): Centavos => book.get('accounts', account)?.balance ?? 0

export function moveMoney(
  truth: Truth,
  movement: Pick<Movement, 'from' | 'to' | 'amount' | 'kind' | 'reference'>,
): void {
  const { book } = truth
  const { from, to, amount } = movement
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`${amount} centavos cannot move`)
  const id = bankId()
  book.put('movements', id, { id, at: truth.now().toISOString(), ...movement })
  book.put('accounts', from, { id: from, balance: balanceOf(truth, from) - amount })
  book.put('accounts', to, { id: to, balance: balanceOf(truth, to) + amount })
}
