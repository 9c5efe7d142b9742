import { moveIn } from '../../../platform/lib/state-table.ts'

/** The decision on a payment request. `transaction` happens in the same commit; `event` is the webhook event. */
// biome-ignore format: a table is read in columns
export const requestTransitions = [
  { from: null,       act: 'request', to: 'Pending',   transaction: 'requested', event: null                      },
  { from: 'Pending',  act: 'approve', to: 'Approved',  transaction: 'approved',  event: 'PaymentRequestApproved'  },
  { from: 'Pending',  act: 'reject',  to: 'Rejected',  transaction: 'cancelled', event: 'PaymentRequestRejected'  },
  { from: 'Pending',  act: 'cancel',  to: 'Cancelled', transaction: 'cancelled', event: 'PaymentRequestCancelled' },
  { from: 'Approved', act: 'cancel',  to: 'Cancelled', transaction: 'cancelled', event: 'PaymentRequestCancelled' }, // while nothing of it has gone to the bank
] as const

type RequestTransition = (typeof requestTransitions)[number]
export type Decided = Exclude<RequestTransition, { act: 'request' }>
export type RequestStatus = RequestTransition['to']
export type RequestAct = Decided['act']

export const bornRequest: RequestStatus = moveIn(requestTransitions, 'act', 'request').to

/** What an act makes of a request; undefined: it cannot happen. */
export const decisionOf = (from: RequestStatus, act: RequestAct): Decided | undefined =>
  requestTransitions.find((row): row is Decided => row.from === from && row.act === act)

export const requestStatuses = [
  'Pending',
  'Approved',
  'Rejected',
  'Cancelled',
] as const satisfies readonly RequestStatus[]

/** Filters say `Denied` for what records call `Rejected`. */
export const statusesInFilters = ['Pending', 'Approved', 'Denied', 'Rejected', 'Cancelled'] as const
export const readFilteredStatus = (status: (typeof statusesInFilters)[number]): RequestStatus =>
  status === 'Denied' ? 'Rejected' : status
