/**
 * The review of a receiver. What this table does not list cannot happen. Only an Approved receiver is paid. A review is
 * final: a company that was rejected is registered anew, so that the note stays with what it was said about.
 */
export const receiverTransitions = [
  // from       act           to
  ['Pending', 'change', 'Pending'],
  ['Pending', 'addAccount', 'Pending'],
  ['Pending', 'approve', 'Approved'],
  ['Pending', 'reject', 'Rejected'],
  ['Approved', 'addAccount', 'Approved'], // an account of the same company, under the number that was reviewed
] as const

export type ReceiverStatus = (typeof receiverTransitions)[number][0 | 2]
export type ReceiverAct = (typeof receiverTransitions)[number][1]
export type ReviewAct = Extract<ReceiverAct, 'approve' | 'reject'>

export const receiverStatuses = ['Pending', 'Approved', 'Rejected'] as const satisfies readonly ReceiverStatus[]

export const statusAfter = (status: ReceiverStatus, act: ReceiverAct): ReceiverStatus | undefined =>
  receiverTransitions.find(row => row[0] === status && row[1] === act)?.[2]

/** Filters say `Denied` for what records call `Rejected`. */
export const statusesInFilters = ['Pending', 'Approved', 'Denied', 'Rejected'] as const
export const readFilteredStatus = (status: (typeof statusesInFilters)[number]): ReceiverStatus =>
  status === 'Denied' ? 'Rejected' : status
