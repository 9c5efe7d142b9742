/**
 * Every way money can move. A movement takes an amount out of one account of a merchant and puts it into another, so
 * every posting sums to zero. `held` is on its way out, `blocked` waits for the end of a dispute, `bank` is the world outside,
 * `fees` is the platform's. `suspense` is the platform's own, for money that is nobody's yet: it is a merchant too.
 */
// biome-ignore format: a table is read in columns
export const postings = {
  // name:           { from, to, moves }
  openingBalance:   [{ from: 'bank',      to: 'available', moves: 'amount' }],
  cashInSettled:    [{ from: 'bank',      to: 'available', moves: 'amount' },
                     { from: 'available', to: 'fees',      moves: 'charges' }],
  cashInReturned:   [{ from: 'available', to: 'bank',      moves: 'amount' },
                     { from: 'fees',      to: 'available', moves: 'charges' }], // as far as the balance does not cover it
  refundHeld:       [{ from: 'available', to: 'held',      moves: 'amount' }],
  refundSettled:    [{ from: 'held',      to: 'bank',      moves: 'amount' }],
  refundReleased:   [{ from: 'held',      to: 'available', moves: 'amount' }],
  cashOutHeld:      [{ from: 'available', to: 'held',      moves: 'amount' },
                     { from: 'available', to: 'held',      moves: 'charges' }],
  cashOutSettled:   [{ from: 'held',      to: 'bank',      moves: 'amount' },
                     { from: 'held',      to: 'fees',      moves: 'charges' }],
  cashOutReleased:  [{ from: 'held',      to: 'available', moves: 'amount' },
                     { from: 'held',      to: 'available', moves: 'charges' }],
  cashOutReturned:  [{ from: 'bank',      to: 'available', moves: 'amount' },
                     { from: 'fees',      to: 'available', moves: 'charges' }],
  cashOutPartlyReturned: [{ from: 'bank', to: 'available', moves: 'amount' }], // the charges stay until all of it came back
  cashOutPaidLate:  [{ from: 'available', to: 'bank',      moves: 'amount' },
                     { from: 'available', to: 'fees',      moves: 'charges' }],
  disputeBlocked:   [{ from: 'available', to: 'blocked',   moves: 'amount' }],
  disputeReleased:  [{ from: 'blocked',   to: 'available', moves: 'amount' }],
  disputeReturning: [{ from: 'blocked',   to: 'held',      moves: 'amount' }], // the rest of its way is a refund's
  unmatchedReceived:    [{ from: 'bank',      to: 'suspense',  moves: 'amount' }],
  unmatchedReturned:    [{ from: 'suspense',  to: 'bank',      moves: 'amount' }],
  unmatchedMatched:     [{ from: 'suspense',  to: 'bank',      moves: 'amount' }], // in the same commit its charge takes it
} as const satisfies Record<string, readonly { from: Account; to: Account; moves: 'amount' | 'charges' }[]>

export const accounts = ['available', 'held', 'blocked', 'bank', 'fees', 'suspense'] as const
export type Account = (typeof accounts)[number]
export type PostingName = keyof typeof postings
