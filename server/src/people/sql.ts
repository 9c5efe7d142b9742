import type { Sql, Tx } from '../lib/db.ts'
import type { Entry } from './act.ts'
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

export type Membership = { merchantId: string; merchantName: string; roles: Role[] }

export const insertPerson = (
  sql: Sql,
  person: Pick<Person, 'id' | 'email' | 'name' | 'language' | 'isOperator' | 'passwordHash' | 'createdAt'>,
) => sql`
  insert into people (id, email, name, language, is_operator, password_hash, created_at)
  values (${person.id}, ${person.email}, ${person.name}, ${person.language}, ${person.isOperator},
          ${person.passwordHash}, ${person.createdAt})`

export const selectPerson = async (sql: Sql, id: string): Promise<Person | undefined> => {
  const [person] = await sql<Person[]>`select * from people where id = ${id}`
  return person
}

export const upsertMembership = (sql: Sql, merchantId: string, personId: string, roles: Role[], at: Date) => sql`
  insert into memberships (merchant_id, person_id, roles, created_at)
  values (${merchantId}, ${personId}, ${roles}, ${at})
      on conflict (merchant_id, person_id) do update set roles = excluded.roles`

export const selectMemberships = (sql: Sql, personId: string) => sql<Membership[]>`
  select m.merchant_id, merchants.name as merchant_name, m.roles
    from memberships m join merchants on merchants.id = m.merchant_id
   where m.person_id = ${personId}
   order by merchants.name, m.merchant_id`

export const insertSession = (sql: Sql, session: Omit<Session, 'endedAt'>) => sql`
  insert into sessions (id, person_id, token_hash, second_factor, confirmed_at, address, agent, created_at,
                        last_seen_at, expires_at)
  values (${session.id}, ${session.personId}, ${session.tokenHash}, ${session.secondFactor}, ${session.confirmedAt},
          ${session.address}, ${session.agent}, ${session.createdAt}, ${session.lastSeenAt}, ${session.expiresAt})`

export const selectSession = async (sql: Sql, tokenHash: string): Promise<Session | undefined> => {
  const [session] = await sql<Session[]>`select * from sessions where token_hash = ${tokenHash}`
  return session
}

/** One writer at a time: the chain has no forks. */
export async function lockLastEntry(tx: Tx): Promise<Pick<Entry, 'sequence' | 'hash'> | undefined> {
  await tx`select pg_advisory_xact_lock(hashtext('trilho acts'))`
  const [last] = await tx<Pick<Entry, 'sequence' | 'hash'>[]>`
    select sequence, hash from acts order by sequence desc limit 1`
  return last
}

export const insertEntry = (tx: Tx, entry: Entry) => tx`
  insert into acts (sequence, at, person_id, person_name, merchant_id, act, subject, details, address, refuses,
                    previous_hash, hash)
  values (${entry.sequence}, ${entry.at}, ${entry.personId}, ${entry.personName}, ${entry.merchantId}, ${entry.act},
          ${entry.subject}, ${JSON.stringify(entry.details)}::text::jsonb, ${entry.address}, ${entry.refuses},
          ${entry.previousHash}, ${entry.hash})`
