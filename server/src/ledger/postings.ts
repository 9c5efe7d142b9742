/**
 * Every way money can move. A movement takes an amount out of one account of the merchant and puts it into another,
 * so every posting sums to zero. `bank` is the world outside, `fees` is the platform's.
 */
export const postings = {
  // name: [from, to, which amount]
  openingBalance: [['bank', 'available', 'amount']],
  cashInSettled: [
    ['bank', 'available', 'amount'],
    ['available', 'fees', 'charges'],
  ],
  cashInReturned: [['available', 'bank', 'amount']],
  cashOutHeld: [
    ['available', 'held', 'amount'],
    ['available', 'held', 'charges'],
  ],
  cashOutSettled: [
    ['held', 'bank', 'amount'],
    ['held', 'fees', 'charges'],
  ],
  cashOutReleased: [
    ['held', 'available', 'amount'],
    ['held', 'available', 'charges'],
  ],
  cashOutReturned: [
    ['bank', 'available', 'amount'],
    ['fees', 'available', 'charges'],
  ],
} as const satisfies Record<string, readonly (readonly [Account, Account, 'amount' | 'charges'])[]>

export const accounts = ['available', 'held', 'bank', 'fees'] as const
export type Account = (typeof accounts)[number]
export type PostingName = keyof typeof postings
