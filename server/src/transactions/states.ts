/** The life of a transaction. What this table does not list cannot happen. `posting` moves money in the same commit. */
export const transitions = [
  // type      from          event        to            posting
  ['Credit', 'Registered', 'paid', 'Completed', 'cashInSettled'],
  ['Credit', 'Registered', 'cancelled', 'Cancelled', null],
  ['Credit', 'Registered', 'failed', 'Error', null],
  ['Credit', 'Completed', 'reversed', 'Reversed', 'cashInReturned'],
  ['Credit', 'Completed', 'partlyRefunded', 'Completed', 'cashInReturned'],
  ['Credit', 'Completed', 'refunded', 'Refunded', 'cashInReturned'],
  ['Debit', 'Created', 'accepted', 'Registered', null],
  ['Debit', 'Created', 'paid', 'Completed', 'cashOutSettled'],
  ['Debit', 'Created', 'cancelled', 'Cancelled', 'cashOutReleased'],
  ['Debit', 'Created', 'failed', 'Error', 'cashOutReleased'],
  ['Debit', 'Registered', 'paid', 'Completed', 'cashOutSettled'],
  ['Debit', 'Registered', 'cancelled', 'Cancelled', 'cashOutReleased'],
  ['Debit', 'Registered', 'failed', 'Error', 'cashOutReleased'],
  ['Debit', 'Completed', 'reversed', 'Reversed', 'cashOutReturned'],
] as const

export type TransactionType = (typeof transitions)[number][0]
export type State = (typeof transitions)[number][1 | 3]
export type EventKind = (typeof transitions)[number][2]

/** What each kind of request becomes, and where its life starts. */
export const operations = {
  // operation:        type      paymentType    category                    initial state
  pixCashIn: ['Credit', 'PIX', 'PartnerSales', 'Registered'],
  pixCashOut: ['Debit', 'PIX', 'PartnerWithdrawals', 'Created'],
  paymentInitiation: ['Credit', 'OpenFinance', 'PartnerSales', 'Registered'],
  companyPayment: ['Debit', 'PIX', 'PartnerRecipientPayments', 'Created'],
} as const satisfies Record<string, readonly [TransactionType, string, string, State]>

export type Operation = keyof typeof operations

/** The column that remembers when a state was reached. */
export const stateDates = {
  Created: 'createdAt',
  Registered: 'registeredAt',
  Completed: 'completedAt',
  Cancelled: 'cancelledAt',
  Reversed: 'reversedAt',
  Refunded: 'refundedAt',
  Error: 'errorAt',
} as const satisfies Record<State, string>

/** The one place where the contract spells a state in two ways: reads say `Canceled`, everything else `Cancelled`. */
export const spellStateInReads = (state: State) => (state === 'Cancelled' ? 'Canceled' : state)
export const statesInReads = [
  'Created',
  'Registered',
  'Completed',
  'Canceled',
  'Cancelled',
  'Reversed',
  'Refunded',
  'Error',
] as const
export const readSpelledState = (state: (typeof statesInReads)[number]): State =>
  state === 'Canceled' ? 'Cancelled' : state
