import type { Sql, Tx } from '../../platform/db/db.ts'
import type { MerchantState } from '../merchants/states.ts'
import type { Role } from './permissions.ts'

export type Person = {
  id: string
  email: string
  name: string
  language: 'pt' | 'en'
  isOperator: boolean
  passwordHash: string | null
  totpSecret: string | null
  totpConfirmedAt: Date | null
  totpLastStep: bigint | null
  recoveryHashes: string[]
  disabledAt: Date | null
  createdAt: Date
}

export type Session = {
  id: string
  personId: string
  tokenHash: string
  secondFactor: boolean
  confirmedAt: Date
  address: string
  agent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  endedAt: Date | null
}

export type Membership = {
  merchantId: string
  merchantName: string
  merchantState: MerchantState
  /** Why the merchant is suspended; null: it is not. */
  suspensionReason: string | null
  roles: Role[]
}

/** False: somebody has the e-mail already. */
export const insertPerson = async (
  sql: Sql,
  person: Pick<Person, 'id' | 'email' | 'name' | 'language' | 'isOperator' | 'passwordHash' | 'createdAt'>,
): Promise<boolean> => {
  const inserted = await sql`
    insert into people (id, email, name, language, is_operator, password_hash, created_at)
    values (${person.id}, ${person.email}, ${person.name}, ${person.language}, ${person.isOperator},
            ${person.passwordHash}, ${person.createdAt})
        on conflict (email) do nothing`
  return inserted.count === 1
}

export const selectPerson = async (sql: Sql, id: string): Promise<Person | undefined> => {
  const [person] = await sql<Person[]>`select * from people where id = ${id}`
  return person
}

export const selectPersonByEmail = async (sql: Sql, email: string): Promise<Person | undefined> => {
  const [person] = await sql<Person[]>`select * from people where email = ${email}`
  return person
}

/** A step is accepted once, and no earlier step after it: a code that somebody has seen is worthless. */
export const takeCodeStep = async (sql: Sql, id: string, step: bigint): Promise<boolean> => {
  const taken = await sql`
    update people set totp_last_step = ${step}
     where id = ${id} and (totp_last_step is null or totp_last_step < ${step})`
  return taken.count === 1
}

export const takeRecoveryCode = async (sql: Sql, id: string, codeHash: string): Promise<boolean> => {
  const taken = await sql`
    update people set recovery_hashes = array_remove(recovery_hashes, ${codeHash})
     where id = ${id} and ${codeHash} = any(recovery_hashes)`
  return taken.count === 1
}

export const upsertMembership = (sql: Sql, merchantId: string, personId: string, roles: Role[], at: Date) => sql`
  insert into memberships (merchant_id, person_id, roles, created_at)
  values (${merchantId}, ${personId}, ${roles}, ${at})
      on conflict (merchant_id, person_id) do update set roles = excluded.roles`

export const selectMemberships = (sql: Sql, personId: string) => sql<Membership[]>`
  select m.merchant_id, merchants.name as merchant_name, merchants.state as merchant_state,
         merchants.suspension_reason, m.roles
    from memberships m join merchants on merchants.id = m.merchant_id
   where m.person_id = ${personId}
   order by merchants.name, m.merchant_id`

export const selectPeopleInRoles = (sql: Sql, merchantId: string, roles: readonly string[]) => sql<
  { id: string; name: string }[]
>`
  select p.id, p.name from memberships m join people p on p.id = m.person_id
   where m.merchant_id = ${merchantId} and m.roles && ${[...roles]}::text[] and p.disabled_at is null
   order by p.name, p.id`

/** A person to write to. `hasPassword` false: the invitation was not accepted yet. */
export type Addressee = Pick<Person, 'id' | 'email' | 'name' | 'language'> & { hasPassword: boolean }

export const selectAddressees = (tx: Tx, merchantId: string, roles: readonly string[]) => tx<Addressee[]>`
  select p.id, p.email, p.name, p.language, p.password_hash is not null as has_password
    from memberships m join people p on p.id = m.person_id
   where m.merchant_id = ${merchantId} and m.roles && ${[...roles]}::text[] and p.disabled_at is null
   order by p.id`

export const selectOperators = (sql: Sql | Tx) => sql<Addressee[]>`
  select id, email, name, language, password_hash is not null as has_password
    from people where is_operator and disabled_at is null order by id`

export const isMerchant = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql`select 1 from merchants where id = ${id}`).count === 1

export const insertSession = (sql: Sql | Tx, session: Session) => sql`
  insert into sessions (id, person_id, token_hash, second_factor, confirmed_at, address, agent, created_at,
                        last_seen_at, expires_at)
  values (${session.id}, ${session.personId}, ${session.tokenHash}, ${session.secondFactor}, ${session.confirmedAt},
          ${session.address}, ${session.agent}, ${session.createdAt}, ${session.lastSeenAt}, ${session.expiresAt})`

export const selectSession = async (sql: Sql, tokenHash: string): Promise<Session | undefined> => {
  const [session] = await sql<Session[]>`select * from sessions where token_hash = ${tokenHash}`
  return session
}

export const selectOpenSessions = (sql: Sql, personId: string, now: Date, seenAfter: Date) => sql<Session[]>`
  select * from sessions
   where person_id = ${personId} and ended_at is null and expires_at > ${now} and last_seen_at > ${seenAfter}
   order by id desc limit 100`

export const updateLastSeen = (sql: Sql, id: string, now: Date) => sql`
  update sessions set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`

export const updateConfirmedAt = (sql: Sql, id: string, now: Date) => sql`
  update sessions set confirmed_at = ${now} where id = ${id}`

export const endSessionOf = async (sql: Sql | Tx, personId: string, id: string, now: Date): Promise<boolean> => {
  const ended = await sql`
    update sessions set ended_at = ${now} where person_id = ${personId} and id = ${id} and ended_at is null`
  return ended.count === 1
}

export const endOtherSessions = (sql: Sql | Tx, personId: string, exceptId: string | null, now: Date) => sql`
  update sessions set ended_at = ${now}
   where person_id = ${personId} and ended_at is null and id is distinct from ${exceptId}::uuid`

export const isFamiliarAddress = async (sql: Sql, email: string, address: string, since: Date): Promise<boolean> => {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from people p join sessions s on s.person_id = p.id
                    where p.email = ${email} and s.address = ${address} and s.created_at > ${since}) as found`
  return row?.found === true
}

type Limit = { key: string; free: number; everyMs: number }

/** Counts a guess unless the free ones are used up; returns from when it is allowed: a past time if it was counted. */
export async function countGuess(tx: Tx, { key, free, everyMs }: Limit, now: Date): Promise<Date> {
  const room = new Date(now.getTime() + (free - 1) * everyMs)
  const [counted] = await tx`
    insert into guesses (key, forgotten_at) values (${key}, ${new Date(now.getTime() + everyMs)})
        on conflict (key) do update
       set forgotten_at = greatest(guesses.forgotten_at, ${now}) + ${everyMs} * interval '1 millisecond'
     where guesses.forgotten_at <= ${room}
    returning key`
  if (counted !== undefined) return now
  const [full] = await tx<{ forgottenAt: Date }[]>`select forgotten_at from guesses where key = ${key}`
  return new Date((full?.forgottenAt ?? now).getTime() - (free - 1) * everyMs)
}

export const uncountGuesses = (sql: Sql, limits: readonly Limit[]) => sql`
  update guesses g set forgotten_at = g.forgotten_at - counted.every_ms * interval '1 millisecond'
    from unnest(${limits.map(limit => limit.key)}::text[], ${limits.map(limit => limit.everyMs)}::int[])
      as counted (key, every_ms)
   where g.key = counted.key`

export const deleteOldGuesses = (sql: Sql, before: Date, most: number) => sql`
  delete from guesses where key in (
    select key from guesses where forgotten_at < ${before} order by forgotten_at limit ${most} for update skip locked)`

export const deleteOldLinks = (sql: Sql, before: Date, most: number) => sql`
  delete from one_time_tokens where token_hash in (
    select token_hash from one_time_tokens where expires_at < ${before} order by expires_at limit ${most}
       for update skip locked)`

export const deleteOldSessions = (sql: Sql, before: Date, most: number) => sql`
  delete from sessions where id in (
    select id from sessions where expires_at < ${before} order by expires_at limit ${most} for update skip locked)`
