import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { CallKind, LimitedCalls } from './bacen-pix/call-kinds.ts'
import type { Rails } from './rails.ts'
import { type CallsAway, type Connection, selectCallsAway, selectConnection, selectConnections } from './sql.ts'

export type { Connection } from './sql.ts'

/** How a connection's bank speaks. Adding a bank is adding a line. */
export type Dialects = Record<string, (connection: Connection) => Rails>

/**
 * The rails of a connection; null: of the default one. A bank that is not there is a refusal, never a simulation. A caller
 * inside a database transaction passes it along: waiting there for a second connection could deadlock. A paused
 * connection is a refusal too, except with `evenPaused`, which health checks use.
 */
export type RailsOf = (connectionId: string | null, tx?: Tx, how?: { evenPaused: boolean }) => Promise<Rails>

/** Connections change rarely and are needed by every payment. There are a handful: none is ever forgotten. */
const rememberedMs = 3_000

export const railsReader = (needs: { sql: Sql }, dialects: Dialects): RailsOf => {
  const made = new Map<string, { rails: Rails; settings: string | null }>()
  const known = new Map<string, { rails: Rails; untilMs: number }>()

  /** One `Rails` while its settings stay: what it has learnt of its bank is not forgotten every few seconds. */
  function toRails(connection: Connection | undefined, evenPaused = false): Rails {
    const makeRails = connection && dialects[connection.dialect]
    if (connection === undefined || makeRails === undefined) throw new ApiError('BankNotConnected')
    if (connection.pausedAt !== null && !evenPaused)
      throw new ApiError('BankNotConnected', { message: 'the connection to the bank is paused' })
    const before = made.get(connection.id)
    if (before !== undefined && before.settings === connection.sealedSettings) return before.rails
    const rails = makeRails(connection)
    made.set(connection.id, { rails, settings: connection.sealedSettings })
    return rails
  }

  return async (connectionId, tx, { evenPaused } = { evenPaused: false }) => {
    if (evenPaused) return toRails(await selectConnection(tx ?? needs.sql, connectionId), evenPaused)
    const found = known.get(connectionId ?? '')
    if (found !== undefined && found.untilMs > performance.now()) return found.rails
    const rails = toRails(await selectConnection(tx ?? needs.sql, connectionId))
    known.set(connectionId ?? '', { rails, untilMs: performance.now() + rememberedMs })
    return rails
  }
}

/**
 * The rails of a connection, paused or not; null: there is no such connection. A paused bank is asked later: its orders wait.
 */
export const findRails = (railsOf: RailsOf, connectionId: string | null, tx?: Tx): Promise<Rails | null> =>
  railsOf(connectionId, tx)
    .catch(unlessNotConnected(() => railsOf(connectionId, tx, { evenPaused: true })))
    .catch(nullIfNotConnected)

const unlessNotConnected =
  <Other>(other: () => Other) =>
  (error: unknown): Other => {
    if (error instanceof ApiError && error.reason === 'BankNotConnected') return other()
    throw error
  }

/** For a bank that is paused, or not there. */
export const nullIfNotConnected = unlessNotConnected(() => null)

/** In a copy of the database: its banks belong to the original. */
export const noRails: RailsOf = async () => {
  throw new ApiError('BankNotConnected', { message: 'this server is a copy and asks no bank' })
}

/** The bank cannot be reached, or does not let us in: it has not made the charge, and another bank may. */
export class ChargeNotMade extends ApiError {
  constructor(retryAfterSeconds = 5) {
    super('BankUnavailable', { retryAfterSeconds })
  }
}

/** What this bank must be able to do for a payment; where it cannot, the payment is refused before anything is written. */
export function requireRail<Rail>(rail: Rail | null, what = 'this'): Rail {
  if (rail === null) throw new ApiError('BankNotConnected', { message: `the connected bank does not support ${what}` })
  return rail
}

/** Where a bank sends money out, or a simulation call will. */
export function refuseWithoutPayouts({ payouts, isSimulator }: Rails): void {
  if (!isSimulator) requireRail(payouts)
}

/** Nothing is rounded on the way to a bank: what it cannot carry to the letter is refused. */
export function requireWholeCents({ minorUnit }: Pick<Rails, 'minorUnit'>, amount: Micros): void {
  if (amount % minorUnit === 0n) return
  throw new ApiError('AmountNotAllowed', { message: `the bank accepts whole cents only, not ${formatAmount(amount)}` })
}

export type ConnectionHealth = Connection & {
  isSimulator: boolean
  isUp: boolean
  /** The kinds of calls that it does not answer to some process, and since when. */
  awayFor: { kind: CallKind; since: Date }[]
  /** The kinds that it takes no calls of for a while, as it has said. */
  limitedFor: LimitedCalls[]
  paysOut: boolean
  /** Since when no list of payments could be read; null: none is missing. */
  paymentsUnreadSince: Date | null
}

type HealthNeeds = { sql: Sql; clock: () => Date; railsOf: RailsOf; sweepAlarmMs: number }

/** How every connected bank is. One that cannot even say so, or gives no list of payments any more, is down. */
export async function readConnections(needs: HealthNeeds): Promise<ConnectionHealth[]> {
  const now = needs.clock()
  const lateFrom = new Date(now.getTime() - needs.sweepAlarmMs)
  const [connections, callsAway] = await Promise.all([selectConnections(needs.sql), selectCallsAway(needs.sql)])
  const where = 'bank connection'
  return Promise.all(
    connections.map(async connection => {
      const rails = await needs
        .railsOf(connection.id, undefined, { evenPaused: true })
        .catch(reportIfDefect(where, null))
      const isAnswering = rails !== null && (await rails.isUp().catch(reportIfDefect(where, false)))
      const isSwept = rails?.received !== null && connection.pausedAt === null
      const paymentsUnreadSince = isSwept && connection.sweptUntil < lateFrom ? connection.sweptUntil : null
      return {
        ...connection,
        isSimulator: rails?.isSimulator ?? false,
        // Payouts and sweeps are called by workers: what another process found counts, too.
        isUp: isAnswering && connection.awaySince === null && paymentsUnreadSince === null,
        awayFor: awayForOf(connection, rails, callsAway, now),
        limitedFor: (await rails?.limitedFor?.()) ?? [],
        paymentsUnreadSince,
        paysOut: (rails?.payouts ?? null) !== null,
      }
    }),
  )
}

/** What workers have found, and what this process has found and not shared yet. */
function awayForOf({ id }: Connection, rails: Rails | null, callsAway: readonly CallsAway[], now: Date) {
  const shared = callsAway.filter(({ connectionId }) => connectionId === id)
  const own = (rails?.awayFor?.() ?? []).filter(kind => !shared.some(one => one.kind === kind))
  return [...shared.map(({ kind, since }) => ({ kind, since })), ...own.map(kind => ({ kind, since: now }))]
}
