/** The life of a transaction. What this table does not list cannot happen. `posting` moves money in the same commit. */
export const transitions = [
  // type      from          event        to            posting
  ['Credit', 'Registered', 'paid', 'Completed', 'cashInSettled'],
  ['Credit', 'Registered', 'cancelled', 'Cancelled', null],
  ['Credit', 'Registered', 'failed', 'Error', null],
  ['Credit', 'Completed', 'reversed', 'Reversed', 'cashInReturned'],
  ['Credit', 'Completed', 'partlyRefunded', 'Completed', 'cashInReturned'],
  ['Credit', 'Completed', 'refunded', 'Refunded', 'cashInReturned'],
  ['Debit', 'Requested', 'approved', 'Created', 'cashOutHeld'],
  ['Debit', 'Requested', 'cancelled', 'Cancelled', null],
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
  companyPayment: ['Debit', 'PIX', 'PartnerRecipientPayments', 'Requested'],
} as const satisfies Record<string, readonly [TransactionType, string, string, State]>

export type Operation = keyof typeof operations

/** Not over yet: money in can still come, and money out is still held. */
export const isUnderWay = (state: State) => state === 'Created' || state === 'Registered'

/** The column that remembers when a state was reached. */
export const stateDates = {
  Requested: 'createdAt',
  Created: null,
  Registered: 'registeredAt',
  Completed: 'completedAt',
  Cancelled: 'cancelledAt',
  Reversed: 'reversedAt',
  Refunded: 'refundedAt',
  Error: 'errorAt',
} as const satisfies Record<State, string | null>

export const states = Object.keys(stateDates) as State[]
export const operationNames = Object.keys(operations) as Operation[]
export const eventKinds = [...new Set(transitions.map(([, , event]) => event))]

/**
 * The one place where a state is spelled. Reads say `Canceled`, everything else `Cancelled`; and a company payment that
 * waits for approval is `Created` to the outside, though its money is not held yet.
 */
export const spellState = (state: State) => (state === 'Requested' ? 'Created' : state)
export const spellStateInReads = (state: State) => (state === 'Cancelled' ? 'Canceled' : spellState(state))

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

/** The states that a spelled one stands for. */
export const readSpelledState = (state: (typeof statesInReads)[number]): State[] => {
  if (state === 'Created') return ['Requested', 'Created']
  return [state === 'Canceled' ? 'Cancelled' : state]
}
