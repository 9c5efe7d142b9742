/** A person's roles at a merchant. `operator` belongs to the platform and needs no membership. */
export const roles = ['owner', 'finance', 'approver', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

/**
 * Who may do what in the portal. What this table does not list cannot be done. Operators read everything of every
 * merchant, but the merchant's own decisions stay with its people.
 */
export const permissions = {
  // permission            who has it
  'transactions.read': ['owner', 'finance', 'approver', 'developer', 'viewer', 'operator'],
  'charges.make': ['owner', 'finance'],
  'transactions.refund': ['owner', 'finance'],
  'disputes.defend': ['owner', 'finance'],
  'transactions.note': ['owner', 'finance', 'approver', 'developer'],
  'transactions.simulate': ['owner', 'finance', 'developer'],
  'taxNumbers.reveal': ['owner', 'finance', 'approver', 'operator'],
  'files.schedule': ['owner', 'finance'],
  'keys.read': ['owner', 'developer', 'operator'],
  'keys.manage': ['owner', 'developer'],
  'keys.confirm': ['owner'],
  'webhooks.read': ['owner', 'developer', 'operator'],
  'webhooks.manage': ['owner', 'developer'],
  'receivers.read': ['owner', 'finance', 'approver', 'viewer', 'operator'],
  'receivers.manage': ['owner', 'finance'],
  'requests.read': ['owner', 'finance', 'approver', 'viewer', 'operator'],
  'requests.make': ['owner', 'finance'],
  'requests.decide': ['owner', 'approver'],
  'batches.stop': ['owner', 'approver'],
  'members.read': ['owner', 'operator'],
  'members.manage': ['owner'],
  'auditLog.read': ['owner', 'operator'],
  'platform.read': ['operator'],
  'platform.manage': ['operator'],
} as const satisfies Record<string, readonly (Role | 'operator')[]>

export type Permission = keyof typeof permissions

/** Permissions that move money or prepare it: refused while the merchant is suspended. All others stay. */
export const stoppedBySuspension: readonly Permission[] = [
  'charges.make',
  'transactions.refund',
  'transactions.simulate',
  'receivers.manage',
  'requests.make',
  'requests.decide',
]

type Holder = { isOperator: boolean; roles: readonly Role[] }

export const permissionsOf = ({ isOperator, roles }: Holder): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter(permission => {
    const who: readonly string[] = permissions[permission]
    return (isOperator && who.includes('operator')) || roles.some(role => who.includes(role))
  })
