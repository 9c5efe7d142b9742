import { Unavailable } from '../lib/within-time.ts'

/** Faults of the database itself, independent of the query. The caller did nothing wrong and may retry. */
export type FaultKind = keyof typeof faults

/** What each kind means; `/readyz` shows the key. */
const faults = {
  databaseAway: 'cannot be reached, or has closed the connection',
  databaseSilent: 'does not answer',
  databaseCrowded: 'has no free connection',
  databaseFull: 'has no room left',
  databaseReadOnly: 'takes no writes',
  databaseDamaged: 'cannot read a damaged page',
  databaseBusy: 'took too long over this, or somebody else holds what it needs',
} as const

/** By SQLSTATE or its first letters, or by Node's socket code. Any other code is not a fault of the database. */
const kindByCode: readonly (readonly [code: string, kind: FaultKind])[] = [
  ['08', 'databaseAway'],
  ['57P', 'databaseAway'],
  ['25P03', 'databaseAway'],
  ['ECONN', 'databaseAway'],
  ['EPIPE', 'databaseAway'],
  ['EHOST', 'databaseAway'],
  ['ENET', 'databaseAway'],
  ['EAI_AGAIN', 'databaseAway'],
  ['ENOTFOUND', 'databaseAway'],
  ['ETIMEDOUT', 'databaseSilent'],
  ['53300', 'databaseCrowded'],
  ['53100', 'databaseFull'],
  ['53200', 'databaseFull'],
  ['25006', 'databaseReadOnly'],
  ['XX001', 'databaseDamaged'],
  ['XX002', 'databaseDamaged'],
  ['57014', 'databaseBusy'],
  ['55P03', 'databaseBusy'],
]

/** How Citus reports a lost node: as internal errors, which only their text distinguishes. */
const lostNode =
  /connection marked as essential|postmaster was shut down|connection (to the remote node|not open)|could not (establish any connections to|connect to any active)|server closed the connection unexpectedly/

/** The connection is useless afterwards: after a failover, for example, it leads to a standby. */
export const endsConnection = (kind: FaultKind): boolean => kind === 'databaseAway' || kind === 'databaseReadOnly'

export class DatabaseFault extends Unavailable {
  readonly kind: FaultKind

  constructor(kind: FaultKind, cause?: unknown) {
    super(`the database ${faults[kind]}${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause })
    this.name = 'DatabaseFault'
    this.kind = kind
  }
}

/** The error as a `DatabaseFault` if its code is one; otherwise the error itself. */
export function toFault(error: unknown): unknown {
  if (error instanceof DatabaseFault) return error
  const code = codeOf(error)
  const isLostNode = code === 'XX000' && lostNode.test((error as Error).message)
  const kind = isLostNode ? 'databaseAway' : kindByCode.find(([start]) => code.startsWith(start))?.[1]
  return kind === undefined ? error : new DatabaseFault(kind, error)
}

/** Wrong password or unknown database: waiting does not help, somebody must change the configuration. */
export const isRefusal = (fault: DatabaseFault): boolean => /^(28|3D)/.test(codeOf(fault.cause))

/** A deadlock, a serialization failure or a stale plan: PostgreSQL rolled back, and it can be repeated. */
export const isWorthRepeating = (error: unknown): boolean => /^40(001|P01)$/.test(codeOf(error)) || isStalePlan(error)

/** A migration changed the result columns of a prepared query. */
export const isStalePlan = (error: unknown): boolean =>
  (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'

/** Of two that write one key at once, the second finds it written. */
export const isWrittenAlready = (error: unknown): boolean => codeOf(error) === '23505'

/** Another session held a row for too long. */
export const isRowLocked = (error: unknown): boolean =>
  error instanceof DatabaseFault && codeOf(error.cause) === '55P03'

/** What is stored is wrong or unreadable: it stays so however often it is read, and nothing may be decided by it. */
export const isDamage = (error: unknown): boolean => error instanceof DatabaseFault && error.kind === 'databaseDamaged'

/** PostgreSQL refused the data: nothing was changed, and the same data will be refused again. */
export const isDataError = (error: unknown): boolean => /^(22|23)\w{3}$/.test(codeOf(error))

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''
