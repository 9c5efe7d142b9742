/**
 * The decision on a payment request. What this table does not list cannot happen. `transaction` is what happens to its
 * transaction in the same commit, `event` what the merchant is told.
 */
export const requestTransitions = [
  // from       act        to           transaction  event
  ['Pending', 'approve', 'Approved', 'approved', 'PaymentRequestApproved'],
  ['Pending', 'reject', 'Rejected', 'cancelled', 'PaymentRequestRejected'],
  ['Pending', 'cancel', 'Cancelled', 'cancelled', 'PaymentRequestCancelled'],
  ['Approved', 'cancel', 'Cancelled', 'cancelled', 'PaymentRequestCancelled'], // while nothing of it has gone to the bank
] as const

export type RequestTransition = (typeof requestTransitions)[number]
export type RequestStatus = RequestTransition[0 | 2]
export type RequestAct = RequestTransition[1]

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
