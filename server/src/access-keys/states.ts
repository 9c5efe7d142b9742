/** The life of an access key. What this table does not list cannot happen. Only an Active key logs in. */
export const keyTransitions = [
  // from       act         to
  ['Pending', 'activate', 'Active'],
  ['Pending', 'revoke', 'Revoked'],
  ['Active', 'revoke', 'Revoked'],
  ['Active', 'expire', 'Expired'],
  ['Expired', 'revoke', 'Revoked'],
] as const

export type KeyState = (typeof keyTransitions)[number][0 | 2]
export const keyStates = ['Pending', 'Active', 'Expired', 'Revoked'] as const satisfies readonly KeyState[]
export type KeyAct = (typeof keyTransitions)[number][1]

export const scopes = ['payments', 'company-payments'] as const
export type Scope = (typeof scopes)[number]

const hourMs = 60 * 60 * 1000

/** How long a key that was replaced goes on working beside the new one. */
export const overlapsMs = { none: 0, hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const
export type Overlap = keyof typeof overlapsMs
