import { Unavailable } from '../lib/within-time.ts'

/** Faults of the database itself, independent of the query. The caller did nothing wrong and may retry. */
export type FaultKind = keyof typeof faults

/** Each kind with what it means; `/readyz` says the word. */
export const faults = {
  databaseAway: 'cannot be reached, or has closed the connection',
  databaseSilent: 'does not answer',
  databaseCrowded: 'has no free connection',
  databaseFull: 'has no room left',
  databaseReadOnly: 'takes no writes',
  databaseBusy: 'took too long over this, or somebody else holds what it needs',
} as const

/** By SQLSTATE, or the first letters of it, or Node's code of a socket. What is not listed is no fault of the database. */
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
  ['57014', 'databaseBusy'],
  ['55P03', 'databaseBusy'],
]

/** A connection that has met one of these is of no use any more. After a failover, say, it ends at what is a copy now. */
export const endsConnection = (kind: FaultKind): boolean => kind === 'databaseAway' || kind === 'databaseReadOnly'

export class DatabaseFault extends Unavailable {
  readonly kind: FaultKind

  constructor(kind: FaultKind, cause?: unknown) {
    super(`the database ${faults[kind]}${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause })
    this.name = 'DatabaseFault'
    this.kind = kind
  }
}

/** The same error, or what it says of the database. */
export function toFault(error: unknown): unknown {
  if (error instanceof DatabaseFault) return error
  const code = codeOf(error)
  const kind = kindByCode.find(([start]) => code.startsWith(start))?.[1]
  return kind === undefined ? error : new DatabaseFault(kind, error)
}

/** Wrong password, or no such database: waiting does not help, somebody must change something. */
export const isRefusal = (fault: DatabaseFault): boolean => /^(28|3D)/.test(codeOf(fault.cause))

/** Two transactions were in each other's way, or a migration has changed a table: PostgreSQL undid this one, to be done again. */
export const isWorthRepeating = (error: unknown): boolean => /^40(001|P01)$/.test(codeOf(error)) || isStalePlan(error)

/** A migration has changed what a prepared statement answers. */
export const isStalePlan = (error: unknown): boolean =>
  (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'

/** Somebody else held a row for too long. */
export const isRowLocked = (error: unknown): boolean =>
  error instanceof DatabaseFault && codeOf(error.cause) === '55P03'

/** Data that PostgreSQL refused: the statement changed nothing, and the same data will be refused again. */
export const isDataError = (error: unknown): boolean => /^(22|23)\w{3}$/.test(codeOf(error))

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''
