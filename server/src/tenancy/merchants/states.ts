import { moveIn } from '../../platform/lib/state-table.ts'

/** The life of a merchant. What this table does not list cannot happen. Nobody is ever deleted. */
// biome-ignore format: a table is read in columns
export const merchantTransitions = [
  { from: null,        act: 'create',  to: 'Active'    },
  { from: 'Active',    act: 'suspend', to: 'Suspended' }, // by an operator, with a reason that the merchant reads
  { from: 'Suspended', act: 'resume',  to: 'Active'    },
] as const

export type MerchantState = (typeof merchantTransitions)[number]['to']

/** What an act makes of a merchant, and in which states it may happen. */
export const merchantMove = <Act extends (typeof merchantTransitions)[number]['act']>(act: Act) =>
  moveIn(merchantTransitions, 'act', act)
