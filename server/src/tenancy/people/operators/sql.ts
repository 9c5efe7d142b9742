import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Role } from '../permissions.ts'

export type ListedPerson = {
  id: string
  email: string
  name: string
  isOperator: boolean
  passwordHash: string | null
  totpConfirmedAt: Date | null
  disabledAt: Date | null
  createdAt: Date
  lastSeenAt: Date | null
  merchants: { id: string; name: string; roles: Role[] }[]
}

type Page = { search: string; before: string | undefined; limit: number }

/**
 * Newest first. A search matches any part of name and e-mail, or an id: there are few people compared to transactions.
 */
export const selectPeople = async (sql: Sql, { search, before, limit }: Page): Promise<ListedPerson[]> => {
  const people = await sql<Omit<ListedPerson, 'merchants'>[]>`
  select p.*, seen.last_seen_at
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

/** False: an operator already. */
export const makeOperator = async (sql: Sql | Tx, personId: string): Promise<boolean> => {
  const made = await sql`update people set is_operator = true where id = ${personId} and not is_operator`
  return made.count === 1
}

/** Locks the operators until commit, in one order: a request that disables one of them knows how many are left. */
export const lockOperators = (tx: Tx) => tx<{ id: string }[]>`
  select id from people where is_operator and disabled_at is null order by id for update`

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
    tx`update sessions set ended_at = ${now} where person_id = ${personId} and ended_at is null`,
  ])
  return reset.count === 1
}
