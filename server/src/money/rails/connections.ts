import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { isSamePixKey } from '../../platform/brazil/pix-key.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import {
  type Connection,
  type TakenCheck,
  endAway,
  insertConnection,
  keepAway,
  keepCallsAway,
  keepClockDrift,
  keepSwept,
  keepUnreadSince,
  isCallbackMissingBefore,
  noteCallbackMissing,
  planCallbackCheck,
  planCallbackChecksOfBank,
  planSweep,
  selectBankBalances,
  selectConnections,
  selectLeaving,
  takeForCallbackCheck,
  takeForSweep,
  updateLeastBalance,
  updatePaused,
} from './sql.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { bankSweepAge, certificateDaysLeft } from '../../platform/lib/metrics.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import type { RailsOf } from './rails-of.ts'

/** A connection whose turn it is to be looked at, and up to when it has been; null: none is due. */
export async function takeSweep(needs: { sql: Sql }, now: Date, everyMs: number, except: string[] = []) {
  const taken = await takeForSweep(needs.sql, now, new Date(now.getTime() + everyMs), except)
  return taken === undefined ? null : { connectionId: taken.id, from: taken.sweptUntil }
}

/** Sooner than usual: it did not succeed. */
export const sweepAgain = (needs: { sql: Sql }, connectionId: string, at: Date) =>
  planSweep(needs.sql, connectionId, at)

/** Everything up to then has been looked at. */
export const endSweep = (needs: { sql: Sql }, connectionId: string, until: Date) =>
  keepSwept(needs.sql, connectionId, until)

/** Whether the cases of its bank could be read: null, or since when they cannot. True: that is new. */
export const keepDisputesRead = async (needs: { sql: Sql }, connectionId: string, unreadSince: Date | null) =>
  (await keepUnreadSince(needs.sql, connectionId, unreadSince)).count > 0

export const listConnections = (needs: { sql: Sql }) => selectConnections(needs.sql)

/** Whether a Pix key is that of a connection. */
export const hasConnection = async (needs: { sql: Sql }, key: string): Promise<boolean> =>
  (await selectConnections(needs.sql)).some(({ pixKey }) => pixKey !== null && isSamePixKey(key, pixKey))

/** `free`: what is left when the payouts in progress have taken theirs. */
export type BankBalance = { balance: Micros; leaving: Micros; free: Micros }

/** What each bank holds by the books, and what payouts in progress will take from it. */
export async function readBankBalances(needs: { sql: Sql }): Promise<(connectionId: string) => BankBalance> {
  const [held, leavings] = await Promise.all([selectBankBalances(needs.sql), selectLeaving(needs.sql)])
  const balanceOf = new Map(held.map(({ id, balance }) => [id, balance]))
  const leavingFrom = new Map(leavings.map(({ id, amount }) => [id, amount]))
  return id => {
    const [balance, leaving] = [balanceOf.get(id) ?? 0n, leavingFrom.get(id) ?? 0n]
    return { balance, leaving, free: balance - leaving }
  }
}

/** What operators want a bank to hold at least; null: anything. */
export const setLeastBalance = (
  needs: { sql: Sql },
  { id, amount, audit }: { id: string; amount: Micros | null; audit: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    await updateLeastBalance(tx, id, amount)
    await recordAudit(tx, audit)
  })

/** By its name or id; null: there is none. */
export const findConnection = async (needs: { sql: Sql }, nameOrId: string): Promise<Connection | null> =>
  (await selectConnections(needs.sql)).find(({ id, name }) => id === nameOrId || name === nameOrId) ?? null

/**
 * A paused connection makes no new payments; what is under way waits until it is resumed. Its callback URL may have served the
 * other connections to its account: one of them takes it over at once. Only what is paused can be removed.
 */
export const pauseConnection = (needs: { sql: Sql }, id: string, pausedAt: Date | null, audit?: Audit): Promise<void> =>
  needs.sql.begin(async tx => {
    if (pausedAt !== null) await planCallbackChecksOfBank(tx, id, pausedAt)
    await updatePaused(tx, id, pausedAt)
    await recordAudit(tx, audit)
  })

/** A connection whose callback address is to be looked after now; null: none. */
export const takeCallbackCheck = async (needs: { sql: Sql }, now: Date, leaseUntil: Date) =>
  (await takeForCallbackCheck(needs.sql, now, leaseUntil)) ?? null

/**
 * A bank has lost our callback URL and refuses payouts for it; null: the default one. Returns whether the URL counted as
 * registered when the bank was called: if not, the refusal says nothing new.
 */
export async function reportCallbackMissing(
  needs: { sql: Sql; clock: () => Date },
  connectionId: string | null,
  calledAt: Date,
): Promise<boolean> {
  if ((await noteCallbackMissing(needs.sql, connectionId, needs.clock())).count > 0) return true
  return !(await isCallbackMissingBefore(needs.sql, connectionId, calledAt))
}

/** Sooner than usual: it did not succeed. */
export const checkCallbackAgain = (needs: { sql: Sql }, taken: TakenCheck, at: Date) =>
  planCallbackCheck(needs.sql, taken, { at, tries: taken.callbackTries })

/** It did succeed: the next time is the usual one. `payoutsBy`: the connection whose URL the bank calls about payouts. */
export const endCallbackCheck = (needs: { sql: Sql }, taken: TakenCheck, at: Date, payoutsBy: string | null) =>
  planCallbackCheck(needs.sql, taken, { at, tries: 0, payoutsBy })

/** Connects what needs no settings: the simulator, to a sandbox that has no bank yet, and never to production. */
export async function addConnection(
  needs: { sql: Sql; clock: () => Date },
  connection: { name: string; dialect: string; isDefault: boolean },
): Promise<string> {
  const id = uuidv7(needs.clock().getTime())
  const settings = { sealedSettings: null, callbackToken: null, pixKey: null, certificateExpiresAt: null }
  await insertConnection(needs.sql, { id, ...connection, ...settings })
  return id
}

const dayMs = 24 * 60 * 60_000

/** Shows what alerts are raised by: how long certificates last, and the age of the last list. Returns 0: it leaves no further work. */
export async function watchConnections(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const now = needs.clock().getTime()
  for (const { name: bank, certificateExpiresAt, sealedSettings, sweptUntil } of await selectConnections(needs.sql)) {
    if (certificateExpiresAt !== null)
      certificateDaysLeft.set({ bank }, Math.floor((certificateExpiresAt.getTime() - now) / dayMs))
    if (sealedSettings !== null) bankSweepAge.set({ bank }, Math.round((now - sweptUntil.getTime()) / 1000))
  }
  return 0
}

/** So long after a process saw a bank away for the last time, it is back; or the process is gone. */
const awayForMs = 150_000
/** A clock that is read from a header of whole seconds, over the network, differs by so much by chance. */
const noticedDriftMs = 2_000

/** Shares what this process has found out about banks: which it does not call, and how their clocks differ. Returns 0. */
export async function reportBanks(needs: { sql: Sql; clock: () => Date; railsOf: RailsOf }): Promise<number> {
  const now = needs.clock()
  for (const { id, sealedSettings, clockDriftMs } of await selectConnections(needs.sql)) {
    if (sealedSettings === null) continue
    const rails = await needs
      .railsOf(id, undefined, { evenPaused: true })
      .catch(reportIfDefect('bank connection', null))
    const kinds = rails?.awayFor?.() ?? []
    if (kinds.length > 0) {
      await keepAway(needs.sql, id, now)
      await keepCallsAway(needs.sql, id, kinds, now)
    }
    const driftMs = rails?.clockDriftMs?.() ?? null
    if (driftMs !== null && Math.abs(driftMs - Number(clockDriftMs ?? driftMs + noticedDriftMs)) >= noticedDriftMs)
      await keepClockDrift(needs.sql, id, driftMs)
  }
  await endAway(needs.sql, new Date(now.getTime() - awayForMs))
  return 0
}
