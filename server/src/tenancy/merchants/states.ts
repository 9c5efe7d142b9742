import { moveIn } from '../../platform/lib/state-table.ts'

/** The life of a merchant. What this table does not list cannot happen. Merchants are never deleted. */
// biome-ignore format: a table is read in columns
export const merchantTransitions = [
  { from: null,        act: 'create',  to: 'Active'    },
  { from: 'Active',    act: 'suspend', to: 'Suspended' }, // by an operator, with a reason the merchant can read
  { from: 'Suspended', act: 'resume',  to: 'Active'    },
] as const

export type MerchantState = (typeof merchantTransitions)[number]['to']

/** The state after an act, and the states it may start from. */
export const merchantMove = <Act extends (typeof merchantTransitions)[number]['act']>(act: Act) =>
  moveIn(merchantTransitions, 'act', act)
