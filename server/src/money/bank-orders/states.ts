import { moveIn } from '../../platform/lib/state-table.ts'

/** The states of a bank order that its bank has not finished. `to: null` deletes the row. */
// biome-ignore format: a table is read in columns
export const orderTransitions = [
  { from: null,        act: 'ordered',    to: 'Waiting'   },
  { from: 'Waiting',   act: 'claimed',    to: 'Asking'    }, // leased to the process that calls the bank
  { from: 'Asking',    act: 'claimed',    to: 'Asking'    }, // its process has died: the lease has expired
  { from: 'Asking',    act: 'postponed',  to: 'Waiting'   }, // no final result yet: the bank is asked again
  { from: 'Asking',    act: 'finished',   to: null        },
  { from: 'Asking',    act: 'excepted',   to: 'Exception' }, // the schedule is used up, or the bank contradicts the books
  { from: 'Asking',    act: 'held',       to: 'Held'      }, // not sent: its merchant is suspended, or payouts are stopped
  { from: 'Held',      act: 'released',   to: 'Waiting'   }, // its merchant is active again, or payouts are allowed again
  { from: 'Waiting',   act: 'doubted',    to: 'Exception' }, // after a restore, if its bank cannot be asked by our id
  { from: 'Asking',    act: 'doubted',    to: 'Exception' },
  { from: 'Held',      act: 'doubted',    to: 'Exception' },
  { from: 'Waiting',   act: 'withdrawn',  to: null        }, // only if it was never claimed
  { from: 'Held',      act: 'withdrawn',  to: null        }, // only if it was held before it was ever sent
  { from: 'Exception', act: 'sentAgain',  to: 'Waiting'   },
  { from: 'Exception', act: 'ended',      to: null        }, // by a person
] as const

export type OrderState = NonNullable<(typeof orderTransitions)[number]['to']>
export type OrderAct = (typeof orderTransitions)[number]['act']

/** The state after an action, and the states that allow it. */
export const orderMove = <Act extends OrderAct>(act: Act) => moveIn(orderTransitions, 'act', act)

/** The same for exceptions. */
// biome-ignore format: a table is read in columns
export const exceptionTransitions = [
  { from: null,   act: 'excepted', to: 'Open'  },
  { from: 'Open', act: 'ended',    to: 'Ended' },
] as const

export type ExceptionState = (typeof exceptionTransitions)[number]['to']

export const exceptionMove = <Act extends (typeof exceptionTransitions)[number]['act']>(act: Act) =>
  moveIn(exceptionTransitions, 'act', act)
