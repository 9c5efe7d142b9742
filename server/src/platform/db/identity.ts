import type { Sql, Tx } from './db.ts'
import { isUnsupported, timelineText } from './timeline.ts'

/**
 * Which PostgreSQL this is. A dump that was loaded elsewhere has another `systemIdentifier`; a standby that was promoted,
 * or a restore to a point in time, another `timeline`; a dump or a copy in the same PostgreSQL, another `databaseOid`.
 */
export type Identity = { systemIdentifier: string; timeline: number; databaseOid: string }

export const timelineNow = (sql: Sql | Tx) => sql.unsafe(timelineText)
export const databaseOidNow = (sql: Sql | Tx) =>
  sql`(select oid::text from pg_database where datname = current_database())`

/** Null: this service does not say, so nothing can be compared. */
export async function readIdentity(sql: Sql | Tx): Promise<Identity | null> {
  try {
    const [row] = await sql<Identity[]>`
      select system_identifier::text as system_identifier, ${timelineNow(sql)} as timeline,
             ${databaseOidNow(sql)} as database_oid
        from pg_control_system()`
    return row ?? null
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}

export type Seen = {
  /** Where the servers last saw this database; null: they never wrote it down. */
  before: Identity | null
  /** Whether a promoted standby has every acknowledged write: as the servers last saw the settings of the primary. */
  wasSynchronous: boolean
  /** A server wrote this; everything that was committed before it is in this database. */
  seenAt: Date
}

/** What the servers wrote down about this database; null: no server has used it. */
export async function readSeen(sql: Sql | Tx): Promise<Seen | null> {
  const [row] = await sql<(Identity & Omit<Seen, 'before'>)[]>`
    select system_identifier, timeline, database_oid, is_synchronous as was_synchronous,
           coalesce(seen_at, created_at) as seen_at
      from platform`
  if (row === undefined) return null
  const { systemIdentifier, timeline, databaseOid, ...rest } = row
  return { ...rest, before: (timeline as number | null) === null ? null : { systemIdentifier, timeline, databaseOid } }
}

export const isSamePlace = (one: Identity, other: Identity): boolean =>
  isSameDatabase(one, other) && one.timeline === other.timeline

/** The same one, perhaps on a standby that was promoted. */
export const isSameDatabase = (one: Identity, other: Identity): boolean =>
  one.systemIdentifier === other.systemIdentifier && one.databaseOid === other.databaseOid

const synchronousNow = (sql: Sql | Tx) => sql`
  (current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local'))`

/** Until commit: of several processes that judge a promotion one decides. */
export const lockPlatform = (tx: Tx) => tx`select 1 from platform for update`

/**
 * From now on this PostgreSQL is the one of this database. Answers false where another process was faster. `seen_at` never
 * goes back, though the clock of a promoted server may be behind: where it does, the database did.
 */
export async function adoptIdentity(sql: Sql | Tx, { systemIdentifier, timeline, databaseOid }: Identity, at: Date) {
  const changed = await sql`
    update platform
       set system_identifier = ${systemIdentifier}, timeline = ${timeline}, database_oid = ${databaseOid},
           is_synchronous = ${synchronousNow(sql)}, seen_at = greatest(seen_at, ${at}::timestamptz)
     where (system_identifier, timeline, database_oid) is distinct from (${systemIdentifier}, ${timeline}::int, ${databaseOid})`
  return changed.count > 0
}

/** Says that a server sees this database now, where nobody has for so long or a setting has changed. */
export const noteSeen = (sql: Sql, at: Date, everyMs: number) => sql`
  update platform set seen_at = ${at}, is_synchronous = ${synchronousNow(sql)}
   where seen_at is null or seen_at < ${new Date(at.getTime() - everyMs)} or is_synchronous <> ${synchronousNow(sql)}`
