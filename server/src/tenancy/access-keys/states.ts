import { moveIn } from '../../platform/lib/state-table.ts'

/** The life of an access key. What this table does not list cannot happen. Only an Active key logs in, until its date. */
// biome-ignore format: a table is read in columns
export const keyTransitions = [
  { from: null,      act: 'create',  to: 'Active'  }, // by an owner, or by a command
  { from: null,      act: 'ask',     to: 'Pending' }, // by anybody else who may make keys
  { from: 'Pending', act: 'confirm', to: 'Active'  }, // by an owner
  { from: 'Pending', act: 'revoke',  to: 'Revoked' },
  { from: 'Active',  act: 'revoke',  to: 'Revoked' }, // also after its date
] as const

export type KeyState = (typeof keyTransitions)[number]['to']
export type KeyAct = (typeof keyTransitions)[number]['act']

/** A key that nobody needs to confirm works at once; any other waits for an owner. */
export const bornKey = (isConfirmed: boolean): KeyState => keyMove(isConfirmed ? 'create' : 'ask').to

/** The state after an act, and the states it may start from. */
export const keyMove = <Act extends KeyAct>(act: Act) => moveIn(keyTransitions, 'act', act)

/** As shown to people: a key past its date is Expired, whatever its row says. */
export const shownKeyStates = ['Pending', 'Active', 'Expired', 'Revoked'] as const satisfies readonly (
  | KeyState
  | 'Expired'
)[]
export type ShownKeyState = (typeof shownKeyStates)[number]

export const scopes = ['payments', 'company-payments'] as const
export type Scope = (typeof scopes)[number]

const hourMs = 60 * 60 * 1000

/** How long a replaced key works beside the new one. */
export const overlapsMs = { none: 0, hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const
export type Overlap = keyof typeof overlapsMs
