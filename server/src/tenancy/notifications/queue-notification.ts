import type { Sql, Tx } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { type KindName, placeOf } from './kinds.ts'
import {
  deleteOldNotifications,
  deleteOldQueued,
  insertQueued,
  markReadByAll,
  selectOpenAbout,
  updateClosed,
} from './sql.ts'

export type QueuedNotification = {
  merchantId: string
  kind: KindName
  /** What it is about: one notification of a kind and subject is open at a time. */
  subject: string
  /** The values of the names in its text and path. */
  details: Record<string, string>
  /** People who are left out because they did it themselves. */
  notTo?: string[]
}

/** Stores notifications in the commit of their change; a worker sends them. One that is open is not stored again. */
export async function queueNotification(
  sql: Sql | Tx,
  notifications: readonly QueuedNotification[],
  at: Date,
): Promise<void> {
  if (notifications.length === 0) return
  await insertQueued(
    sql,
    notifications.map(one => ({ ...one, notTo: one.notTo ?? [], id: uuidv7(at.getTime()), createdAt: at })),
  )
}

/** The reason is gone: unsent ones are dropped, sent ones count as read, and the same subject can be queued again. */
export async function closeNotifications(
  { sql, clock }: { sql: Sql; clock: () => Date },
  notifications: readonly { merchantId: string; id: string; kind: KindName }[],
): Promise<void> {
  for (const one of notifications)
    await sql.begin(async tx => {
      await updateClosed(tx, one, clock())
      await markReadByAll(tx, placeIdOf(one), one.id, clock())
    })
}

/** The same for all of a kind to operators whose subject begins so, in the commit of what ended the reason. */
export async function closeNotificationsAbout(tx: Tx, kind: KindName, subject: string, at: Date): Promise<void> {
  for (const id of await selectOpenAbout(tx, platformId, kind, subject)) {
    await updateClosed(tx, id, at)
    await markReadByAll(tx, platformId, id.id, at)
  }
}

/** Where its recipients see it: at their merchant, or at the platform. */
export const placeIdOf = ({ merchantId, kind }: { merchantId: string; kind: KindName }): string =>
  placeOf(kind) === 'platform' ? platformId : merchantId

/** One notification for an origin, however many of its events fail. */
export const webhooksFail = ({ merchantId, origin }: { merchantId: string; origin: string }): QueuedNotification => ({
  merchantId,
  kind: 'webhooksFail',
  subject: origin,
  details: { host: new URL(origin).host },
})

/** Deletes old notifications, read or not. */
export async function purgeNotifications({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> {
  const notifications = await deleteOldNotifications(sql, { before, most })
  const queued = await deleteOldQueued(sql, { before, most })
  return notifications.count + queued.count
}
