import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'

export type Purpose = 'invitation' | 'passwordReset'

type NewToken = { tokenHash: string; purpose: Purpose; createdAt: Date; expiresAt: Date }

export type Owner = { id: string; email: string; name: string; language: Language }

export const insertToken = (
  sql: Sql | Tx,
  personId: string | null,
  { tokenHash, purpose, createdAt, expiresAt }: NewToken,
) => sql`
  insert into one_time_tokens (token_hash, person_id, purpose, created_at, expires_at)
  values (${tokenHash}, ${personId}, ${purpose}, ${createdAt}, ${expiresAt})`

/** Writes a row for every request, so that an unknown e-mail costs the same. Returns the link's owner. */
export const insertTokenByEmail = async (sql: Sql, email: string, token: NewToken): Promise<Owner | undefined> => {
  const [owner] = await sql<Owner[]>`
    select id, email, name, language from people where email = ${email} and disabled_at is null`
  await insertToken(sql, owner?.id ?? null, token)
  return owner
}

export type OpenToken = Owner & { purpose: Purpose; hasSecondFactor: boolean; expiresAt: Date }

export const selectOpenToken = async (sql: Sql, tokenHash: string, now: Date): Promise<OpenToken | undefined> => {
  const [open] = await sql<OpenToken[]>`
    select p.id, p.email, p.name, p.language, l.purpose, l.expires_at,
           p.totp_confirmed_at is not null or exists (select 1 from passkeys k where k.person_id = p.id) as has_second_factor
      from one_time_tokens l join people p on p.id = l.person_id
     where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > ${now} and p.disabled_at is null`
  return open
}

type Redemption = { tokenHash: string; passwordHash: string; name: string | null; now: Date }

/** Uses up the token and sets the password in one commit. Sessions and older tokens end with it. */
export const redeemOpenToken = async (tx: Tx, { tokenHash, passwordHash, name, now }: Redemption): Promise<boolean> => {
  const [taken] = await tx<{ personId: string }[]>`
    update one_time_tokens l set used_at = ${now}
      from people p
     where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > ${now}
       and p.id = l.person_id and p.disabled_at is null
    returning l.person_id`
  if (taken === undefined) return false
  await Promise.all([
    tx`update one_time_tokens set used_at = ${now} where person_id = ${taken.personId} and used_at is null`,
    tx`update sessions set ended_at = ${now} where person_id = ${taken.personId} and ended_at is null`,
    tx`
      update people set password_hash = ${passwordHash}, name = coalesce(${name}, name)
       where id = ${taken.personId}`,
  ])
  return true
}
