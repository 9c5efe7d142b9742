import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Role } from '../permissions.ts'

export type Member = {
  personId: string
  email: string
  name: string
  language: Language
  passwordHash: string | null
  totpConfirmedAt: Date | null
  hasPasskey: boolean
  /** A provider signs them in. */
  hasIdentity: boolean
  disabledAt: Date | null
  roles: Role[]
  createdAt: Date
}

const member = (sql: Sql) => sql`
  select m.person_id, p.email, p.name, p.language, p.password_hash, p.totp_confirmed_at, p.disabled_at, m.roles,
         m.created_at, exists (select 1 from passkeys k where k.person_id = p.id) as has_passkey,
         exists (select 1 from sso_identities i where i.person_id = p.id) as has_identity
    from memberships m join people p on p.id = m.person_id`

/** In the order in which they joined the platform. */
export const selectMembers = (sql: Sql, merchantId: string, page: { after: string | undefined; limit: number }) =>
  sql<Member[]>`
    ${member(sql)}
     where m.merchant_id = ${merchantId} ${page.after === undefined ? sql`` : sql`and m.person_id > ${page.after}`}
     order by m.person_id limit ${page.limit}`

export const selectMember = async (sql: Sql, merchantId: string, personId: string): Promise<Member | undefined> => {
  const [found] = await sql<Member[]>`
    ${member(sql)} where m.merchant_id = ${merchantId} and m.person_id = ${personId}`
  return found
}

/** Owners who may sign in, or will after they accept the invitation. */
export const selectOwners = (sql: Sql, merchantId: string) => sql<Member[]>`
  ${member(sql)}
   where m.merchant_id = ${merchantId} and 'owner' = any(m.roles) and p.disabled_at is null
   order by m.person_id limit 100`

/**
 * Accepted: with a password of their own, or in a session that the merchant's provider began. Another provider changes nothing:
 * otherwise an owner who has joined could be replaced like one who was only invited.
 */
const hasAccepted = (sql: Sql | Tx) => sql`(p.password_hash is not null or m.sso_joined_at is not null)`

/** Whether an owner has ever accepted the invitation, disabled ones included. */
export const hasAcceptedOwner = async (sql: Sql, merchantId: string): Promise<boolean> => {
  const found = await sql`
    select 1 as one from memberships m join people p on p.id = m.person_id
     where m.merchant_id = ${merchantId} and 'owner' = any(m.roles) and ${hasAccepted(sql)} limit 1`
  return found.count > 0
}

/** False: the person belongs to the merchant already. */
export const insertMembership = async (
  sql: Sql | Tx,
  { merchantId, personId, roles, at }: { merchantId: string; personId: string; roles: Role[]; at: Date },
): Promise<boolean> => {
  const inserted = await sql`
    insert into memberships (merchant_id, person_id, roles, created_at)
    values (${merchantId}, ${personId}, ${roles}, ${at})
        on conflict do nothing`
  return inserted.count === 1
}

type Locked = { personId: string; roles: Role[]; isOwner: boolean; hasAccepted: boolean }

/** Locks all members and their people, in one order, so that a change knows how many owners can still sign in. */
export const lockMembers = async (tx: Tx, merchantId: string) => {
  const members = await tx<Locked[]>`
    select m.person_id, m.roles, 'owner' = any(m.roles) and p.disabled_at is null as is_owner,
           ${hasAccepted(tx)} as has_accepted
      from memberships m join people p on p.id = m.person_id
     where m.merchant_id = ${merchantId}
     order by m.person_id
       for update of m for no key update of p`
  // Read under the lock: a query that has waited for it sees other tables as they were before.
  const [needed] = await tx<{ breakGlassId: string | null }[]>`
    select break_glass_id from sso_providers where merchant_id = ${merchantId} and is_required`
  return members.map(one => ({ ...one, isBreakGlass: one.personId === needed?.breakGlassId }))
}

export const updateRoles = (tx: Tx, merchantId: string, personId: string, roles: Role[]) => tx`
  update memberships set roles = ${roles} where merchant_id = ${merchantId} and person_id = ${personId}`

export const deleteMembership = (tx: Tx, merchantId: string, personId: string) => tx`
  delete from memberships where merchant_id = ${merchantId} and person_id = ${personId}`

export const deleteIdentities = (tx: Tx, merchantId: string, personId: string) => tx`
  delete from sso_identities where merchant_id = ${merchantId} and person_id = ${personId}`

/** The sessions that the merchant's provider began, and all of them where no other membership is left. */
export const endSessionsOfMember = async (tx: Tx, merchantId: string, personId: string, now: Date) => {
  const isLast = (await tx`select 1 as one from memberships where person_id = ${personId} limit 1`).count === 0
  await tx`
    update sessions set ended_at = ${now}
     where person_id = ${personId} and ended_at is null and (${isLast} or provider_merchant_id = ${merchantId})`
}
