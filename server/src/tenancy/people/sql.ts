import type { Sql, Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { MerchantState } from '../merchants/states.ts'
import type { OperatorRole, Role } from './permissions.ts'

export type Person = {
  id: string
  email: string
  name: string
  language: 'pt' | 'en'
  operatorRoles: OperatorRole[]
  isOperator: boolean
  passwordHash: string | null
  totpSecret: string | null
  totpConfirmedAt: Date | null
  totpLastStep: bigint | null
  hasPasskey: boolean
  recoveryHashes: string[]
  disabledAt: Date | null
  createdAt: Date
}

export type Session = {
  id: string
  personId: string
  tokenHash: string
  secondFactor: boolean
  /** Whose provider has signed the person in; null: their own password or passkey. */
  providerMerchantId: string | null
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
  /** The merchant opens only in sessions that its provider began, and in those of `breakGlassId`. */
  requiresSso: boolean
  breakGlassId: string | null
  /** It has a provider. */
  hasSso: boolean
}

export type SsoPolicy = Pick<Membership, 'requiresSso' | 'breakGlassId'>

/** False: somebody has the e-mail already. */
export const insertPerson = async (
  sql: Sql,
  person: Pick<Person, 'id' | 'email' | 'name' | 'language' | 'operatorRoles' | 'passwordHash' | 'createdAt'>,
): Promise<boolean> => {
  const inserted = await sql`
    insert into people (id, email, name, language, operator_roles, password_hash, created_at)
    values (${person.id}, ${person.email}, ${person.name}, ${person.language}, ${person.operatorRoles},
            ${person.passwordHash}, ${person.createdAt})
        on conflict (email) do nothing`
  return inserted.count === 1
}

const personWithPasskey = (sql: Sql | Tx) => sql`
  select p.*, exists (select 1 from passkeys k where k.person_id = p.id) as has_passkey from people p`

export const selectPerson = async (sql: Sql | Tx, id: string): Promise<Person | undefined> => {
  const [person] = await sql<Person[]>`${personWithPasskey(sql)} where p.id = ${id}`
  return person
}

export const selectPersonByEmail = async (sql: Sql, email: string): Promise<Person | undefined> => {
  const [person] = await sql<Person[]>`${personWithPasskey(sql)} where p.email = ${email}`
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

export const selectMemberships = (sql: Sql | Tx, personId: string) => sql<Membership[]>`
  select m.merchant_id, merchants.name as merchant_name, merchants.state as merchant_state,
         merchants.suspension_reason, m.roles, coalesce(s.is_required, false) as requires_sso, s.break_glass_id,
         s.merchant_id is not null as has_sso
    from memberships m join merchants on merchants.id = m.merchant_id
    left join sso_providers s on s.merchant_id = m.merchant_id
   where m.person_id = ${personId}
   order by merchants.name, m.merchant_id`

export const selectPlatformPolicy = async (sql: Sql): Promise<SsoPolicy> => {
  const [policy] = await sql<SsoPolicy[]>`
    select is_required as requires_sso, break_glass_id from sso_providers where merchant_id = ${platformId}`
  return policy ?? { requiresSso: false, breakGlassId: null }
}

export const selectPeopleInRoles = (sql: Sql, merchantId: string, roles: readonly string[]) => sql<
  { id: string; name: string }[]
>`
  select p.id, p.name from memberships m join people p on p.id = m.person_id
   where m.merchant_id = ${merchantId} and m.roles && ${[...roles]}::text[] and p.disabled_at is null
   order by p.name, p.id`

/** A person to write to. `hasPassword`, or a provider's word for them; false: the invitation was not accepted yet. */
export type Addressee = Pick<Person, 'id' | 'email' | 'name' | 'language'> & { hasPassword: boolean }

export const selectAddressees = (tx: Sql | Tx, merchantId: string, roles: readonly string[]) => tx<Addressee[]>`
  select p.id, p.email, p.name, p.language, p.password_hash is not null or exists (select 1 from sso_identities i where i.person_id = p.id) as has_password
    from memberships m join people p on p.id = m.person_id
   where m.merchant_id = ${merchantId} and m.roles && ${[...roles]}::text[] and p.disabled_at is null
   order by p.id`

/** Operators in one of the roles. */
export const selectOperators = (sql: Sql | Tx, roles: readonly string[]) => sql<Addressee[]>`
  select p.id, p.email, p.name, p.language,
         p.password_hash is not null or exists (select 1 from sso_identities i where i.person_id = p.id) as has_password
    from people p where p.operator_roles && ${[...roles]}::text[] and p.disabled_at is null order by p.id`

/** Locks a person: nobody becomes an operator and a member of a merchant at once, or removes two last second factors. */
export const lockPerson = async (tx: Tx, id: string): Promise<Omit<Person, 'hasPasskey'> | undefined> => {
  const [person] = await tx<Omit<Person, 'hasPasskey'>[]>`select * from people where id = ${id} for no key update`
  return person
}

export const hasMembership = async (tx: Tx, personId: string): Promise<boolean> =>
  (await tx`select 1 as found from memberships where person_id = ${personId} limit 1`).count > 0

export const isMerchant = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql`select 1 from merchants where id = ${id}`).count === 1

export const insertSession = (sql: Sql | Tx, session: Session) => sql`
  insert into sessions (id, person_id, token_hash, second_factor, provider_merchant_id, confirmed_at, address, agent,
                        created_at, last_seen_at, expires_at)
  values (${session.id}, ${session.personId}, ${session.tokenHash}, ${session.secondFactor},
          ${session.providerMerchantId}, ${session.confirmedAt},
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

/** A code is also the second factor of a session that lacks it. */
export const updateConfirmedAt = (
  sql: Sql,
  id: string,
  { now, secondFactor }: { now: Date; secondFactor: boolean },
) => sql`
  update sessions set confirmed_at = ${now}, second_factor = second_factor or ${secondFactor}
   where id = ${id} and ended_at is null`

export const endSessionOf = async (sql: Sql | Tx, personId: string, id: string, now: Date): Promise<boolean> => {
  const ended = await sql`
    update sessions set ended_at = ${now} where person_id = ${personId} and id = ${id} and ended_at is null`
  return ended.count === 1
}

export const endOtherSessions = (sql: Sql | Tx, personId: string, exceptId: string | null, now: Date) => sql`
  update sessions set ended_at = ${now}
   where person_id = ${personId} and ended_at is null and id is distinct from ${exceptId}::uuid`

/** Recovery codes stand in for a second factor, and go with the last one. */
export const clearRecoveryCodes = (tx: Tx, personId: string) => tx`
  update people set recovery_hashes = '{}' where id = ${personId}`

export const clearSecondFactorOfSessions = (tx: Tx, personId: string) => tx`
  update sessions set second_factor = false where person_id = ${personId} and ended_at is null`

export const countPasskeys = async (tx: Tx, personId: string): Promise<number> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from (select 1 from passkeys where person_id = ${personId} limit 100) as own`
  return row?.count ?? 0
}

/** False: it was spent before. */
export const insertSpentChallenge = async (sql: Sql | Tx, challengeHash: string, expiresAt: Date): Promise<boolean> => {
  const inserted = await sql`
    insert into spent_challenges (challenge_hash, expires_at) values (${challengeHash}, ${expiresAt})
        on conflict do nothing`
  return inserted.count === 1
}

export const isFamiliarAddress = async (sql: Sql, email: string, address: string, since: Date): Promise<boolean> => {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from people p join sessions s on s.person_id = p.id
                    where p.email = ${email} and s.address = ${address} and s.created_at > ${since}) as found`
  return row?.found === true
}

/** When the counted guesses expire; a past time before the first. The lock makes others wait until this one is counted. */
export async function lockGuesses(tx: Tx, key: string): Promise<Date> {
  const [row] = await tx<{ forgottenAt: Date }[]>`
    insert into guesses (key, forgotten_at) values (${key}, 'epoch')
        on conflict (key) do update set forgotten_at = guesses.forgotten_at
    returning forgotten_at`
  return row?.forgottenAt ?? new Date(0)
}

export const updateGuesses = (tx: Tx, key: string, forgottenAt: Date) => tx`
  update guesses set forgotten_at = ${forgottenAt} where key = ${key}`

export const uncountGuesses = (sql: Sql, limits: readonly { key: string; everyMs: number }[]) => sql`
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

export const deleteSpentChallenges = (sql: Sql, now: Date, most: number) => sql`
  delete from spent_challenges where challenge_hash in (
    select challenge_hash from spent_challenges where expires_at < ${now} order by expires_at limit ${most}
       for update skip locked)`
