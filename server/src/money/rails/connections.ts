import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import {
  type Connection,
  type TakenCheck,
  insertConnection,
  keepSwept,
  keepUnreadSince,
  planCallbackCheck,
  selectConnections,
  selectSealedSettings,
  takeForCallbackCheck,
  takeForSweep,
  updatePaused,
  updateSealedSettings,
} from './sql.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { SealedColumn } from '../../platform/db/reseal.ts'
import { certificateDaysLeft } from '../../platform/lib/metrics.ts'

/** A connection whose turn it is to be looked at, and up to when it has been; null: none is due. */
export async function takeSweep(needs: { sql: Sql }, now: Date, everyMs: number) {
  const taken = await takeForSweep(needs.sql, now, new Date(now.getTime() + everyMs))
  return taken === undefined ? null : { connectionId: taken.id, from: taken.sweptUntil }
}

/** Everything up to then has been looked at. */
export const endSweep = (needs: { sql: Sql }, connectionId: string, until: Date) =>
  keepSwept(needs.sql, connectionId, until)

/** Whether the cases of its bank could be read: null, or since when they cannot. True: that is new. */
export const keepDisputesRead = async (needs: { sql: Sql }, connectionId: string, unreadSince: Date | null) =>
  (await keepUnreadSince(needs.sql, connectionId, unreadSince)).count > 0

export const listConnections = (needs: { sql: Sql }) => selectConnections(needs.sql)

/** By its name or id; null: there is none. */
export const findConnection = async (needs: { sql: Sql }, nameOrId: string): Promise<Connection | null> =>
  (await selectConnections(needs.sql)).find(({ id, name }) => id === nameOrId || name === nameOrId) ?? null

/** A paused connection makes no new payments; what is under way waits until it is resumed. */
export const pauseConnection = (needs: { sql: Sql }, id: string, pausedAt: Date | null, audit?: Audit): Promise<void> =>
  needs.sql.begin(async tx => {
    await updatePaused(tx, id, pausedAt)
    await recordAudit(tx, audit)
  })

/** A connection whose callback address is to be looked after now; null: none. */
export const takeCallbackCheck = async (needs: { sql: Sql }, now: Date, leaseUntil: Date) =>
  (await takeForCallbackCheck(needs.sql, now, leaseUntil)) ?? null

/** Sooner than usual: it did not succeed. */
export const checkCallbackAgain = (needs: { sql: Sql }, taken: TakenCheck, at: Date) =>
  planCallbackCheck(needs.sql, taken, at, taken.callbackTries)

/** It did succeed: the next time is the usual one. */
export const endCallbackCheck = (needs: { sql: Sql }, taken: TakenCheck, at: Date) =>
  planCallbackCheck(needs.sql, taken, at, 0)

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

/** For when the server's secret changes. */
export const sealedBankSettings: SealedColumn = {
  what: 'settings of banks',
  select: selectSealedSettings,
  update: updateSealedSettings,
}

const dayMs = 24 * 60 * 60_000

/** Shows how long each bank's certificate lasts, so that an alert can be raised in time. Returns 0: it leaves no further work. */
export async function watchCertificates(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const now = needs.clock().getTime()
  for (const { name, certificateExpiresAt } of await selectConnections(needs.sql))
    if (certificateExpiresAt !== null)
      certificateDaysLeft.set({ bank: name }, Math.floor((certificateExpiresAt.getTime() - now) / dayMs))
  return 0
}
