import { moveIn } from '../../../platform/lib/state-table.ts'

/** What happens to an operator's request. What this table does not list cannot happen. */
// biome-ignore format: a table is read in columns
export const operatorRequestTransitions = [
  { from: null,        act: 'request',      to: 'Requested' },
  { from: null,        act: 'announce',     to: 'Waiting'   }, // where the platform has a single operator
  { from: 'Requested', act: 'approve',      to: 'Approved'  }, // and performed, in the same commit
  { from: 'Requested', act: 'letWait',      to: 'Waiting'   }, // approved; the merchant's owners can still stop it
  { from: 'Requested', act: 'refuse',       to: 'Refused'   },
  { from: 'Requested', act: 'withdraw',     to: 'Withdrawn' },
  { from: 'Requested', act: 'expire',       to: 'Expired'   },
  { from: 'Waiting',   act: 'takeEffect',   to: 'Approved'  },
  { from: 'Waiting',   act: 'stop',         to: 'Stopped'   },
  { from: 'Waiting',   act: 'fail',         to: 'Failed'    }, // it cannot be done any more
] as const

export type RequestState = (typeof operatorRequestTransitions)[number]['to']
type RequestAct = (typeof operatorRequestTransitions)[number]['act']

export const requestMove = <Act extends RequestAct>(act: Act) => moveIn(operatorRequestTransitions, 'act', act)

export const requestStates = [
  'Requested',
  'Waiting',
  'Approved',
  'Refused',
  'Withdrawn',
  'Expired',
  'Stopped',
  'Failed',
] as const satisfies readonly RequestState[]
