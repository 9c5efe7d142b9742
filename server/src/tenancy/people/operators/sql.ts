import type { Sql, Tx } from '../../../platform/db/db.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import type { OperatorRole, Role } from '../permissions.ts'

export type ListedPerson = {
  id: string
  email: string
  name: string
  operatorRoles: OperatorRole[]
  passwordHash: string | null
  totpConfirmedAt: Date | null
  hasPasskey: boolean
  /** A provider signs them in. */
  hasIdentity: boolean
  disabledAt: Date | null
  createdAt: Date
  lastSeenAt: Date | null
  merchants: { id: string; name: string; roles: Role[] }[]
}

type Page = { search: string; before: string | undefined; limit: number }

/** Newest first. A search matches any part of name and e-mail, or an id. */
export const selectPeople = async (sql: Sql, { search, before, limit }: Page): Promise<ListedPerson[]> => {
  const people = await sql<Omit<ListedPerson, 'merchants'>[]>`
  select p.*, seen.last_seen_at, exists (select 1 from passkeys k where k.person_id = p.id) as has_passkey,
         exists (select 1 from sso_identities i where i.person_id = p.id) as has_identity
    from (select * from people
           where true
             ${search === '' ? sql`` : sql`and (position(lower(${search}) in lower(name) || ' ' || email) > 0 or id::text = lower(${search}))`}
             ${before === undefined ? sql`` : sql`and id < ${before}`}
           order by id desc limit ${limit}) p
    left join lateral (select max(s.last_seen_at) as last_seen_at from sessions s where s.person_id = p.id) seen on true
   order by p.id desc`
  const memberships = await sql<(ListedPerson['merchants'][number] & { personId: string })[]>`
    select m.person_id, merchants.id, merchants.name, m.roles
      from memberships m join merchants on merchants.id = m.merchant_id
     where m.person_id = any(${people.map(({ id }) => id)}::uuid[]) order by merchants.name, merchants.id`
  const byPerson = Map.groupBy(memberships, ({ personId }) => personId)
  const merchantsOf = (personId: string) =>
    (byPerson.get(personId) ?? []).map(({ id, name, roles }) => ({ id, name, roles }))
  return people.map(person => ({ ...person, merchants: merchantsOf(person.id) }))
}

/** None: an operator no more. */
export const updateOperatorRoles = (tx: Tx, personId: string, roles: readonly OperatorRole[]) => tx`
  update people set operator_roles = ${[...roles]} where id = ${personId}`

/** Locks the operators until commit, in one order: a request that disables one of them knows how many are left. */
export const lockOperators = async (tx: Tx) => {
  const operators = await tx<{ id: string; operatorRoles: OperatorRole[] }[]>`
    select id, operator_roles from people where is_operator and disabled_at is null order by id for update`
  // Read under the lock: a query that has waited for it sees other tables as they were before.
  const [needed] = await tx<{ breakGlassId: string | null }[]>`
    select break_glass_id from sso_providers where merchant_id = ${platformId} and is_required`
  return operators.map(one => ({ ...one, isBreakGlass: one.id === needed?.breakGlassId }))
}

/** The merchants of which somebody is an owner, always in the same order. */
export const selectOwned = (tx: Tx, personId: string) => tx<{ merchantId: string }[]>`
  select merchant_id from memberships where person_id = ${personId} and 'owner' = any(roles) order by merchant_id`

/** Disables a person and ends all their sessions. False: no such person. */
export const disablePersonRow = async (tx: Tx, personId: string, now: Date): Promise<boolean> => {
  const [disabled] = await Promise.all([
    tx`update people set disabled_at = coalesce(disabled_at, ${now}) where id = ${personId}`,
    tx`update sessions set ended_at = ${now} where person_id = ${personId} and ended_at is null`,
    tx`update one_time_tokens set used_at = ${now} where person_id = ${personId} and used_at is null`,
  ])
  return disabled.count === 1
}

export const enablePersonRow = async (sql: Sql | Tx, personId: string): Promise<boolean> => {
  const enabled = await sql`update people set disabled_at = null where id = ${personId}`
  return enabled.count === 1
}

export const resetSecondFactorRow = async (tx: Tx, personId: string, now: Date): Promise<boolean> => {
  const [reset] = await Promise.all([
    tx`
      update people
         set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, recovery_hashes = '{}'
       where id = ${personId}`,
    tx`delete from passkeys where person_id = ${personId}`,
    tx`update sessions set ended_at = ${now} where person_id = ${personId} and ended_at is null`,
  ])
  return reset.count === 1
}

/** `.invalid` is no domain of anybody. */
export const closeAccountRows = (tx: Tx, personId: string, at: Date) =>
  Promise.all([
    tx`
      update people
         set email = 'erased-' || id || '@erased.invalid', name = '***', operator_roles = '{}', password_hash = null,
             totp_secret = null, totp_confirmed_at = null, totp_last_step = null, recovery_hashes = '{}',
             disabled_at = coalesce(disabled_at, ${at})
       where id = ${personId}`,
    tx`delete from sessions where person_id = ${personId}`,
    tx`delete from one_time_tokens where person_id = ${personId}`,
    tx`delete from memberships where person_id = ${personId}`,
  ])
