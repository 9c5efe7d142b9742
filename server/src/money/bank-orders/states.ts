import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The life of a bank order: what a bank is asked to do and has not finished. What this table does not list cannot happen.
 * Where `to` is null the order is over, and its row is gone.
 */
// biome-ignore format: a table is read in columns
export const orderTransitions = [
  { from: null,        act: 'ordered',    to: 'Waiting'   },
  { from: 'Waiting',   act: 'claimed',    to: 'Asking'    }, // leased to the process that calls the bank
  { from: 'Asking',    act: 'claimed',    to: 'Asking'    }, // its process is gone: the lease has run out
  { from: 'Asking',    act: 'postponed',  to: 'Waiting'   }, // no end yet: to be asked again
  { from: 'Asking',    act: 'finished',   to: null        },
  { from: 'Asking',    act: 'excepted',   to: 'Exception' }, // the schedule is used up, or the bank contradicts the books
  { from: 'Asking',    act: 'held',       to: 'Held'      }, // not sent: its merchant is suspended, or no money may leave
  { from: 'Held',      act: 'released',   to: 'Waiting'   }, // its merchant works again, or money may leave again
  { from: 'Waiting',   act: 'doubted',    to: 'Exception' }, // the books were restored, and its bank cannot be asked by our id
  { from: 'Asking',    act: 'doubted',    to: 'Exception' },
  { from: 'Held',      act: 'doubted',    to: 'Exception' },
  { from: 'Waiting',   act: 'withdrawn',  to: null        }, // only while nobody has ever claimed it
  { from: 'Held',      act: 'withdrawn',  to: null        }, // only where it was held before it was ever sent
  { from: 'Exception', act: 'sentAgain',  to: 'Waiting'   },
  { from: 'Exception', act: 'ended',      to: null        }, // by a person
] as const

export type OrderState = NonNullable<(typeof orderTransitions)[number]['to']>
export type OrderAct = (typeof orderTransitions)[number]['act']

/** What an act makes of an order, and in which states it may happen. */
export const orderMove = <Act extends OrderAct>(act: Act) => moveIn(orderTransitions, 'act', act)

/** The same for what a person must end. */
// biome-ignore format: a table is read in columns
export const exceptionTransitions = [
  { from: null,   act: 'excepted', to: 'Open'  },
  { from: 'Open', act: 'ended',    to: 'Ended' },
] as const

export type ExceptionState = (typeof exceptionTransitions)[number]['to']

export const exceptionMove = <Act extends (typeof exceptionTransitions)[number]['act']>(act: Act) =>
  moveIn(exceptionTransitions, 'act', act)
