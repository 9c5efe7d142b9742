import type { Sql } from '../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { type TopicName, kindsOf } from './kinds.ts'
import { type Notification, countUnread, selectNotifications, updateRead } from './sql.ts'

/** Whose, and of which topics: what somebody is no longer to be told of they do not see any more, either. */
type Reader = { placeId: string; personId: string; topics: readonly TopicName[] }

const rowsOf = ({ placeId, personId, topics }: Reader) => ({ merchantId: placeId, personId, kinds: kindsOf(topics) })

/** Nobody reads a higher number than this: the bell says "99+". */
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

/** One, or all that there are. */
export async function markRead(
  { sql, clock }: { sql: Sql; clock: () => Date },
  { placeId, personId }: Reader,
  id: string | null,
): Promise<void> {
  await updateRead(sql, placeId, personId, id, clock())
}
