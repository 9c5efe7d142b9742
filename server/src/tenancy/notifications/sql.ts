import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { type Age, deleteByAge } from '../../platform/db/delete-by-age.ts'
import type { KindName, TopicName } from './kinds.ts'

/** A row of `queued_notifications` that is still to be sent. */
export type UnsentNotification = {
  merchantId: string
  merchantName: string
  id: string
  kind: KindName
  subject: string
  details: Record<string, string>
  notTo: string[]
}

type QueuedRow = Omit<UnsentNotification, 'merchantName'> & { createdAt: Date }

/** One that is already open stays as it is. */
export const insertQueued = (sql: Sql | Tx, queued: QueuedRow[]) => sql`
  insert into queued_notifications (merchant_id, id, kind, subject, details, not_to, created_at)
  select merchant_id, id, kind, subject, details, not_to, created_at
    from json_populate_recordset(null::queued_notifications, ${rows(queued)}::text::json)
      on conflict (merchant_id, kind, subject) where over_at is null do nothing`

type QueuedId = { merchantId: string; id: string }

/** Only kinds that this release knows: during a rollout a newer one may have queued others. */
export const selectUnsent = (sql: Sql, kinds: readonly KindName[], most: number) => sql<QueuedId[]>`
  select merchant_id, id from queued_notifications
   where sent_at is null and over_at is null and kind = any(${[...kinds]})
   order by created_at limit ${most}`

/** Locks the row until commit: of two workers the second finds it sent. */
export const lockUnsent = async (tx: Tx, { merchantId, id }: QueuedId): Promise<UnsentNotification | undefined> => {
  const [unsent] = await tx<UnsentNotification[]>`
    select n.merchant_id, m.name as merchant_name, n.id, n.kind, n.subject, n.details, n.not_to
      from queued_notifications n join merchants m on m.id = n.merchant_id
     where n.merchant_id = ${merchantId} and n.id = ${id} and n.sent_at is null and n.over_at is null
       for update of n`
  return unsent
}

export const updateSent = (tx: Tx, { merchantId, id }: QueuedId, at: Date) => tx`
  update queued_notifications set sent_at = ${at} where merchant_id = ${merchantId} and id = ${id}`

export const updateClosed = (tx: Tx, { merchantId, id }: QueuedId, at: Date) => tx`
  update queued_notifications set over_at = ${at} where merchant_id = ${merchantId} and id = ${id} and over_at is null`

export const selectOpenAbout = (tx: Tx, merchantId: string, kind: KindName, subject: string) => tx<QueuedId[]>`
  select merchant_id, id from queued_notifications
   where merchant_id = ${merchantId} and kind = ${kind} and over_at is null and starts_with(subject, ${subject})`

export const markReadByAll = (tx: Tx, placeId: string, id: string, at: Date) => tx`
  update notifications set read_at = ${at} where merchant_id = ${placeId} and id = ${id} and read_at is null`

/** A row of `notifications`. */
export type Notification = {
  merchantId: string
  personId: string
  id: string
  kind: KindName
  subject: string
  details: Record<string, string>
  createdAt: Date
  readAt: Date | null
}

export const insertNotifications = (tx: Tx, notifications: Omit<Notification, 'readAt'>[]) => tx`
  insert into notifications (merchant_id, person_id, id, kind, subject, details, created_at)
  select merchant_id, person_id, id, kind, subject, details, created_at
    from json_populate_recordset(null::notifications, ${rows(notifications)}::text::json)
      on conflict (merchant_id, person_id, id) do nothing`

type Reader = { merchantId: string; personId: string; kinds: readonly KindName[] }

const seenBy = (sql: Sql, { merchantId, personId, kinds }: Reader) => sql`
  merchant_id = ${merchantId} and person_id = ${personId} and kind = any(${[...kinds]})`

export const selectNotifications = (
  sql: Sql,
  reader: Reader,
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
) => sql<Notification[]>`
  select * from notifications where ${seenBy(sql, reader)}
     ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
   order by id desc limit ${limit}`

/** Counts up to `most`. */
export const countUnread = async (sql: Sql, reader: Reader, most: number): Promise<number> => {
  const [row] = await sql<{ unread: number }[]>`
    select count(*)::int as unread from (
      select 1 from notifications where ${seenBy(sql, reader)} and read_at is null limit ${most}) n`
  return row?.unread ?? 0
}

/** Null: all of them. */
export const updateRead = (sql: Sql, merchantId: string, personId: string, id: string | null, at: Date) => sql`
  update notifications set read_at = ${at}
   where merchant_id = ${merchantId} and person_id = ${personId} and read_at is null
     ${id === null ? sql`` : sql`and id = ${id}`}`

export type Choice = { personId: string; topic: TopicName; byMail: boolean; inPortal: boolean }

export const selectChoices = (sql: Sql | Tx, merchantId: string, personIds: string[]) => sql<Choice[]>`
  select person_id, topic, by_mail, in_portal from notification_choices
   where merchant_id = ${merchantId} and person_id = any(${personIds})`

export const upsertChoice = (sql: Sql | Tx, merchantId: string, { personId, topic, byMail, inPortal }: Choice) => sql`
  insert into notification_choices (merchant_id, person_id, topic, by_mail, in_portal)
  values (${merchantId}, ${personId}, ${topic}, ${byMail}, ${inPortal})
      on conflict (merchant_id, person_id, topic) do update
     set by_mail = excluded.by_mail, in_portal = excluded.in_portal`

export const deleteOldNotifications = (sql: Sql, age: Age) =>
  deleteByAge(
    sql,
    'notifications',
    age,
    (withOld, own) => sql`
      ${withOld}
      delete from notifications n using old
       where n.merchant_id = old.merchant_id and n.person_id = old.person_id and n.id = old.id
         ${own.tenantFilter('n.merchant_id')}`,
  )

export const deleteOldQueued = (sql: Sql, age: Age) =>
  deleteByAge(
    sql,
    'queued_notifications',
    age,
    (withOld, own) => sql`
      ${withOld}
      delete from queued_notifications n using old
       where n.merchant_id = old.merchant_id and n.id = old.id ${own.tenantFilter('n.merchant_id')}`,
  )
