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
  disabledAt: Date | null
  roles: Role[]
  createdAt: Date
}

const member = (sql: Sql) => sql`
  select m.person_id, p.email, p.name, p.language, p.password_hash, p.totp_confirmed_at, p.disabled_at, m.roles,
         m.created_at
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

/**
 * Locks all members of a merchant until commit, in one order, so that a change knows how many owners are left. Only
 * owners who may sign in count: the people are locked too, so that none is disabled meanwhile.
 */
export const lockMembers = (tx: Tx, merchantId: string) => tx<{ personId: string; isOwner: boolean }[]>`
  select m.person_id, 'owner' = any(m.roles) and p.disabled_at is null as is_owner
    from memberships m join people p on p.id = m.person_id
   where m.merchant_id = ${merchantId}
   order by m.person_id
     for update of m for no key update of p`

export const updateRoles = (tx: Tx, merchantId: string, personId: string, roles: Role[]) => tx`
  update memberships set roles = ${roles} where merchant_id = ${merchantId} and person_id = ${personId}`

export const deleteMembership = (tx: Tx, merchantId: string, personId: string) => tx`
  delete from memberships where merchant_id = ${merchantId} and person_id = ${personId}`
