import { type EventKind, type State, type Transition, type TransactionType, transitions } from './states.ts'

/** What each kind of request becomes, and the event it is born by. */
// biome-ignore format: a table is read in columns
export const operations = {
  pixCashIn:         { type: 'Credit', paymentType: 'PIX',         category: 'PartnerSales',             birth: 'opened' },
  pixBill:           { type: 'Credit', paymentType: 'PIX',         category: 'PartnerSales',             birth: 'opened' },
  pixCashOut:        { type: 'Debit',  paymentType: 'PIX',         category: 'PartnerWithdrawals',       birth: 'opened' },
  paymentInitiation: { type: 'Credit', paymentType: 'OpenFinance', category: 'PartnerSales',             birth: 'opened' },
  companyPayment:    { type: 'Debit',  paymentType: 'PIX',         category: 'PartnerRecipientPayments', birth: 'requested' },
  withdrawal:        { type: 'Debit',  paymentType: 'PIX',         category: 'PartnerWithdrawals',       birth: 'requested' },
  unmatchedPayment:      { type: 'Unmatched',  paymentType: 'PIX',         category: 'PartnerSales',             birth: 'received' },
} as const satisfies Record<string, { type: TransactionType; paymentType: string; category: string; birth: EventKind }>

export type Operation = keyof typeof operations
export type PaymentType = (typeof operations)[Operation]['paymentType']

/** The row of the table for an event of a transaction in a state; undefined: it cannot happen. */
export const transitionOf = (operation: Operation, from: State | null, event: EventKind): Transition | undefined =>
  transitions.find(row => row.type === operations[operation].type && row.from === from && row.event === event)

const births = Object.fromEntries(
  Object.entries(operations).map(([name, { birth }]) => [name, transitionOf(name as Operation, null, birth)]),
) as Record<Operation, Transition>

/** How the life of some begins otherwise: it waits for approval, or for a bank that registers it later. */
const otherBirths: Partial<Record<Operation, Transition | undefined>> = {
  pixCashOut: transitionOf('pixCashOut', null, 'requested'),
  pixBill: transitionOf('pixBill', null, 'ordered'),
}

/** Operations whose payments may wait for approval, where their merchant wants it. */
export const mayBeAsked = (operation: Operation): boolean => otherBirths[operation]?.event === 'requested'

/** How the life of an operation's transactions begins; `isAsked`: one that waits first, though others do not. */
export const birthOf = (operation: Operation, isAsked = false): Transition =>
  (isAsked ? otherBirths[operation] : undefined) ?? births[operation]

export const birthsOf = (operation: Operation): Transition[] =>
  [births[operation], otherBirths[operation]].filter(birth => birth !== undefined)

/** Money in or money out, as merchants read it. */
export const directionOf = (operation: Operation): 'Credit' | 'Debit' =>
  operations[operation].type === 'Debit' ? 'Debit' : 'Credit'

/** People decide on it first. */
export const isAskedFor = (operation: Operation): boolean => operations[operation].birth === 'requested'

export const operationNames = Object.keys(operations) as Operation[]
