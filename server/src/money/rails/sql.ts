import type { Sql, Tx } from '../../platform/db/db.ts'

/** A row of `bank_connections`. */
export type Connection = {
  id: string
  name: string
  dialect: string
  isDefault: boolean
  /** How to reach the bank; null: the simulator. */
  sealedSettings: string | null
  pausedAt: Date | null
  certificateExpiresAt: Date | null
  /** Where the bank calls us back; null: it does not. */
  callbackToken: string | null
  /** The Pix key that is credited, normalised; null: the simulator. */
  pixKey: string | null
  /** Since when the bank's cases cannot be read; null: they can, or the bank reports none. */
  disputesUnreadSince: Date | null
}

export type NewConnection = Omit<Connection, 'pausedAt' | 'disputesUnreadSince'>

const columns = (sql: Sql | Tx) => sql`
  id, name, dialect, is_default, sealed_settings, paused_at, certificate_expires_at, callback_token, pix_key, disputes_unread_since`

/** Null: the default one. */
export const selectConnection = async (sql: Sql | Tx, id: string | null): Promise<Connection | undefined> => {
  const [connection] = await sql<Connection[]>`
    select ${columns(sql)} from bank_connections where ${id === null ? sql`is_default` : sql`id = ${id}`}`
  return connection
}

export const selectConnections = (sql: Sql) => sql<Connection[]>`
  select ${columns(sql)} from bank_connections order by created_at, id`

export const selectByCallbackToken = async (sql: Sql, token: string) => {
  const [row] = await sql<{ id: string; sealedSettings: string | null }[]>`
    select id, sealed_settings from bank_connections where callback_token = ${token}`
  return row
}

export const updatePaused = (sql: Sql | Tx, id: string, pausedAt: Date | null) => sql`
  update bank_connections set paused_at = ${pausedAt} where id = ${id}`

type Changed = { before: string; sealedSettings: string; certificateExpiresAt: Date | null }

/** Changes nothing where somebody else was faster. */
export const updateSettings = (
  sql: Sql | Tx,
  id: string,
  { before, sealedSettings, certificateExpiresAt }: Changed,
) => sql`
  update bank_connections set sealed_settings = ${sealedSettings}, certificate_expires_at = ${certificateExpiresAt}
   where id = ${id} and sealed_settings = ${before}`

/** Its callback URLs are registered anew at once. */
export const planCallbackCheckNow = (tx: Tx, id: string, now: Date) => tx`
  update bank_connections set next_callback_check_at = ${now}, callback_tries = 0 where id = ${id}`

export type Sweep = { id: string; sweptUntil: Date }

/** Takes a connection whose turn it is, for one worker, until its next turn. */
export const takeForSweep = async (sql: Sql, now: Date, next: Date): Promise<Sweep | undefined> => {
  const [row] = await sql<Sweep[]>`
    update bank_connections set next_sweep_at = ${next}
     where id in (select id from bank_connections
                   where sealed_settings is not null and paused_at is null and next_sweep_at <= ${now}
                   order by next_sweep_at limit 1 for update skip locked)
    returning id, coalesce(swept_until, created_at) as swept_until`
  return row
}

export type CallbackCheck = { id: string; callbackToken: string; sealedSettings: string | null }

export type TakenCheck = CallbackCheck & { callbackTries: number; leasedUntil: Date }

/** Leases a connection whose callback address is to be looked after to one worker. */
export const takeForCallbackCheck = async (sql: Sql, now: Date, leaseUntil: Date) => {
  const [row] = await sql<TakenCheck[]>`
    update bank_connections set next_callback_check_at = ${leaseUntil}, callback_tries = callback_tries + 1
     where id in (select id from bank_connections
                   where callback_token is not null and paused_at is null and next_callback_check_at <= ${now}
                   order by next_callback_check_at limit 1 for update skip locked)
    returning id, callback_token, sealed_settings, callback_tries, next_callback_check_at as leased_until`
  return row
}

/** Only by the process that leased it last: an older lease has run out. */
export const planCallbackCheck = (sql: Sql, { id, leasedUntil }: TakenCheck, at: Date, tries: number) => sql`
  update bank_connections set next_callback_check_at = ${at}, callback_tries = ${tries}
   where id = ${id} and next_callback_check_at = ${leasedUntil}`

export const keepSwept = (sql: Sql, id: string, until: Date) => sql`
  update bank_connections set swept_until = ${until} where id = ${id} and (swept_until is null or swept_until < ${until})`

/** Writes only what changes; the first moment stays. */
export const keepUnreadSince = (sql: Sql, id: string, since: Date | null) => sql`
  update bank_connections set disputes_unread_since = ${since}
   where id = ${id} and (disputes_unread_since is null) <> ${since === null}`

/** A second default connection is not made. */
export const insertConnection = (
  sql: Sql | Tx,
  { id, name, dialect, isDefault, sealedSettings, callbackToken, pixKey, certificateExpiresAt }: NewConnection,
) => sql`
  insert into bank_connections (id, name, dialect, is_default, sealed_settings, callback_token, pix_key,
                                certificate_expires_at)
  values (${id}, ${name}, ${dialect}, ${isDefault}, ${sealedSettings}, ${callbackToken}, ${pixKey},
          ${certificateExpiresAt})
      on conflict do nothing`

export const selectSealedSettings = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed_settings as sealed from bank_connections
   where id > ${after} and sealed_settings is not null order by id limit ${most}`

export const updateSealedSettings = (
  sql: Sql,
  id: string,
  { before, sealed }: { before: string; sealed: string },
) => sql`
  update bank_connections set sealed_settings = ${sealed} where id = ${id} and sealed_settings = ${before}`
