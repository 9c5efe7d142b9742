import type { Sql } from '../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { type TopicName, kindsOf } from './kinds.ts'
import { type Notification, countUnread, selectNotifications, updateRead } from './sql.ts'

/** Topics are those of the present permissions: a lost role hides its old notifications, too. */
type Reader = { placeId: string; personId: string; topics: readonly TopicName[] }

const rowsOf = ({ placeId, personId, topics }: Reader) => ({ merchantId: placeId, personId, kinds: kindsOf(topics) })

/** The portal shows more as "99+". */
const mostCounted = 100

/** Newest first. */
export const listNotifications = (
  { sql }: { sql: Sql },
  reader: Reader,
  { limit, cursor }: Paging,
): Promise<Page<Notification>> =>
  readPage(limit, count => selectNotifications(sql, rowsOf(reader), { limit: count, beforeId: cursor }), byId)

export const readUnread = ({ sql }: { sql: Sql }, reader: Reader): Promise<number> =>
  countUnread(sql, rowsOf(reader), mostCounted)

/** Null: all of them. */
export async function markRead(
  { sql, clock }: { sql: Sql; clock: () => Date },
  { placeId, personId }: Reader,
  id: string | null,
): Promise<void> {
  await updateRead(sql, placeId, personId, id, clock())
}
