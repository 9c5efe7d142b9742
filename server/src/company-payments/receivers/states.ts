/** The review of a receiver. What this table does not list cannot happen. Only an Approved receiver is paid. */
export const receiverTransitions = [
  // from      act         to
  ['Pending', 'approve', 'Approved'],
  ['Pending', 'reject', 'Rejected'],
] as const

export type ReceiverStatus = (typeof receiverTransitions)[number][0 | 2]
export type ReceiverAct = (typeof receiverTransitions)[number][1]

/** Filters say `Denied` for what records call `Rejected`. */
export const statusesInFilters = ['Pending', 'Approved', 'Denied', 'Rejected'] as const
export const readFilteredStatus = (status: (typeof statusesInFilters)[number]): ReceiverStatus =>
  status === 'Denied' ? 'Rejected' : status
