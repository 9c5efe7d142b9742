/**
 * Every way money can move. A movement takes an amount out of one account of a merchant and puts it into another, so
 * every posting sums to zero. `held` is on its way out, `blocked` waits for the end of a dispute, `bank` is the world outside,
 * `fees` is the platform's, `reserved` is held back for some days as a security. `toSettle` was paid by boleto and is not at the
 * bank yet; `clearing`, its other side, is what other banks owe. `suspense` is the platform's own, for money
 * that is nobody's yet: it is a merchant too. So are `tariffs`, what banks have charged it. What it withdraws of its fees, or
 * adds of its own money, moves its own `fees`.
 */
// biome-ignore format: a table is read in columns
export const postings = {
  // name:           { from, to, moves }
  openingBalance:   [{ from: 'bank',      to: 'available', moves: 'amount' }],
  cashInSettled:    [{ from: 'bank',      to: 'available', moves: 'amount' },
                     { from: 'available', to: 'fees',      moves: 'charges' }],
  boletoPaid:       [{ from: 'clearing',  to: 'toSettle',  moves: 'amount' }], // no bank of ours has it yet
  boletoSettled:    [{ from: 'toSettle',  to: 'clearing',  moves: 'amount' },
                     { from: 'bank',      to: 'available', moves: 'amount' },
                     { from: 'available', to: 'fees',      moves: 'charges' }],
  boletoTakenBack:  [{ from: 'toSettle',  to: 'clearing',  moves: 'amount' }], // no bank of ours will have it
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
  reserveHeld:      [{ from: 'available', to: 'reserved',  moves: 'amount' }], // reserves: money/reserves/
  reserveReleased:  [{ from: 'reserved',  to: 'available', moves: 'amount' }],
  unmatchedReceived:    [{ from: 'bank',      to: 'suspense',  moves: 'amount' }],
  unmatchedReturned:    [{ from: 'suspense',  to: 'bank',      moves: 'amount' }],
  unmatchedMatched:     [{ from: 'suspense',  to: 'bank',      moves: 'amount' }], // in the same commit its charge takes it
  adjustmentIn:     [{ from: 'bank',      to: 'available', moves: 'amount' }], // adjustments: money/adjustments/
  adjustmentOut:    [{ from: 'available', to: 'bank',      moves: 'amount' }],
  debtWrittenOff:   [{ from: 'fees',      to: 'available', moves: 'amount' }], // the platform bears what a merchant owes
  tariffPaid:       [{ from: 'tariffs',   to: 'bank',      moves: 'amount' }],
  feesWithdrawn:    [{ from: 'fees',      to: 'bank',      moves: 'amount' }],
  ownMoneyAdded:    [{ from: 'bank',      to: 'fees',      moves: 'amount' }],
} as const satisfies Record<string, readonly { from: Account; to: Account; moves: 'amount' | 'charges' }[]>

export const accounts = [
  'available',
  'held',
  'blocked',
  'reserved',
  'toSettle',
  'clearing',
  'bank',
  'fees',
  'suspense',
  'tariffs',
] as const
export type Account = (typeof accounts)[number]
export type PostingName = keyof typeof postings
