import { moveIn } from '../../../platform/lib/state-table.ts'

/** The review of a receiver. It is final: a rejected company is registered anew, so that the note keeps its subject. */
// biome-ignore format: a table is read in columns
export const receiverTransitions = [
  { from: null,       act: 'register',   to: 'Pending'  },
  { from: 'Pending',  act: 'change',     to: 'Pending'  },
  { from: 'Pending',  act: 'addAccount', to: 'Pending'  },
  { from: 'Pending',  act: 'approve',    to: 'Approved' },
  { from: 'Pending',  act: 'reject',     to: 'Rejected' },
  { from: 'Approved', act: 'addAccount', to: 'Approved' }, // an account of the same company, which is then reviewed by itself
] as const

/** The review of a bank account: with its receiver, or by itself where it came later. Only an Approved one is paid into. */
// biome-ignore format: a table is read in columns
export const accountTransitions = [
  { from: null,      act: 'add',     to: 'Pending'  },
  { from: 'Pending', act: 'approve', to: 'Approved' },
  { from: 'Pending', act: 'reject',  to: 'Rejected' },
] as const

export type AccountStatus = (typeof accountTransitions)[number]['to']
export const bornAccount: AccountStatus = moveIn(accountTransitions, 'act', 'add').to
export const accountMove = (act: ReviewAct) => moveIn(accountTransitions, 'act', act)

export type ReceiverStatus = (typeof receiverTransitions)[number]['to']
export type ReceiverAct = Exclude<(typeof receiverTransitions)[number]['act'], 'register'>
export type ReviewAct = Extract<ReceiverAct, 'approve' | 'reject'>

export const receiverStatuses = ['Pending', 'Approved', 'Rejected'] as const satisfies readonly ReceiverStatus[]

export const bornReceiver: ReceiverStatus = moveIn(receiverTransitions, 'act', 'register').to

/** What an act makes of a receiver; undefined: it cannot happen. */
export const statusAfter = (from: ReceiverStatus, act: ReceiverAct): ReceiverStatus | undefined =>
  receiverTransitions.find(row => row.from === from && row.act === act)?.to

/** Filters say `Denied` for what records call `Rejected`. */
export const statusesInFilters = ['Pending', 'Approved', 'Denied', 'Rejected'] as const
export const readFilteredStatus = (status: (typeof statusesInFilters)[number]): ReceiverStatus =>
  status === 'Denied' ? 'Rejected' : status
