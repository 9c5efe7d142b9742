/** A person's roles at a merchant. */
export const roles = ['owner', 'finance', 'approver', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

/** An operator's roles at the platform, which need no membership. Nobody has roles of both kinds. */
export const operatorRoles = ['support', 'treasury', 'compliance', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Every operator reads everything, with documents masked. */
const operators = operatorRoles

/** Who may do what in the portal. A merchant's own decisions stay with its people. */
// biome-ignore format: a table is read in columns
export const permissions = {
  // permission            who has it
  'transactions.read':     ['owner', 'finance', 'approver', 'developer', 'viewer', ...operators],
  'charges.make':          ['owner', 'finance'],
  'transactions.refund':   ['owner', 'finance'],
  'disputes.defend':       ['owner', 'finance'],
  'transactions.note':     ['owner', 'finance', 'approver', 'developer'],
  'transactions.simulate': ['owner', 'finance', 'developer'],
  'taxNumbers.reveal':     ['owner', 'finance', 'approver', 'treasury', 'compliance'],
  'files.schedule':        ['owner', 'finance'],
  'keys.read':             ['owner', 'developer', ...operators],
  'keys.manage':           ['owner', 'developer'],
  'keys.confirm':          ['owner'],
  'webhooks.read':         ['owner', 'developer', ...operators],
  'webhooks.manage':       ['owner', 'developer'],
  'receivers.read':        ['owner', 'finance', 'approver', 'viewer', ...operators],
  'receivers.manage':      ['owner', 'finance'],
  'requests.read':         ['owner', 'finance', 'approver', 'viewer', ...operators],
  'requests.make':         ['owner', 'finance'],
  'requests.decide':       ['owner', 'approver'],
  'batches.stop':          ['owner', 'approver'],
  'members.read':          ['owner', ...operators],
  'members.manage':        ['owner'],
  'auditLog.read':         ['owner', ...operators],
  'platform.read':         [...operators],
  'alarms.acknowledge':    [...operators],
  'taxNumbers.request':    ['treasury', 'compliance'],
  'banks.manage':          ['treasury'],
  'exceptions.manage':     ['treasury'],
  'payments.approve':      ['treasury'],   // merchants' payments above the amount of their policy
  'recovery.release':      ['treasury'],
  'disputes.decide':       ['compliance'],
  'receivers.review':      ['compliance'],
  'limits.manage':         ['compliance'],
  'merchants.suspend':     ['compliance'],
  'personalData.own':      ['owner'],         // requests of people about their data, at the merchant
  'personalData.request':  ['compliance'],    // the same at the whole platform
  'merchants.manage':      ['administrator'], // new ones, their owners, plan and approval policy
  'operators.manage':      ['administrator'],
} as const satisfies Record<string, readonly (Role | OperatorRole)[]>

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

export const permissionsOf = (held: readonly (Role | OperatorRole)[]): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter(permission => {
    const who: readonly string[] = permissions[permission]
    return held.some(role => who.includes(role))
  })
