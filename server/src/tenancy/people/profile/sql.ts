import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'

export const updateProfile = (sql: Sql | Tx, personId: string, name: string, language: Language) => sql`
  update people set name = ${name}, language = ${language} where id = ${personId}`

type Secured = { personId: string; keepSessionId: string; now: Date }

/** Ends all other sessions and links of the person together with the old password. */
export const replacePassword = (tx: Tx, passwordHash: string, { personId, keepSessionId, now }: Secured) =>
  Promise.all([
    tx`update people set password_hash = ${passwordHash} where id = ${personId}`,
    tx`
      update sessions set ended_at = ${now}
       where person_id = ${personId} and id <> ${keepSessionId} and ended_at is null`,
    tx`update one_time_tokens set used_at = ${now} where person_id = ${personId} and used_at is null`,
  ])

/** Can be repeated until a first code has proved that the app has the secret. */
export const beginSecondFactor = async (sql: Sql, personId: string, sealedSecret: string): Promise<boolean> => {
  const begun = await sql`
    update people set totp_secret = ${sealedSecret} where id = ${personId} and totp_confirmed_at is null`
  return begun.count === 1
}

type Confirmed = Secured & { sealedSecret: string; step: bigint; recoveryHashes: string[] }

/** Only for the secret that the code was checked against, and once. Sessions without a code are ended. */
export const confirmSecondFactor = async (
  tx: Tx,
  { personId, keepSessionId, now, sealedSecret, step, recoveryHashes }: Confirmed,
): Promise<boolean> => {
  const confirmed = await tx`
    update people set totp_confirmed_at = ${now}, totp_last_step = ${step}, recovery_hashes = ${recoveryHashes}
     where id = ${personId} and totp_confirmed_at is null and totp_secret = ${sealedSecret}`
  if (confirmed.count === 0) return false
  const kept = await tx`
    update sessions
       set second_factor = true, ended_at = case when id = ${keepSessionId} then null else ${now}::timestamptz end
     where person_id = ${personId} and ended_at is null`
  return kept.count > 0
}

export const clearCodes = async (tx: Tx, personId: string): Promise<boolean> => {
  const cleared = await tx`
    update people set totp_secret = null, totp_confirmed_at = null, totp_last_step = null
     where id = ${personId} and totp_confirmed_at is not null`
  return cleared.count === 1
}

export const replaceRecoveryCodes = (tx: Tx, personId: string, hashes: string[]) => tx`
  update people set recovery_hashes = ${hashes} where id = ${personId}`

export const selectSealedTotpSecrets = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, totp_secret as sealed from people where id > ${after} and totp_secret is not null order by id limit ${most}`

export const updateSealedTotpSecret = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) =>
  sql`update people set totp_secret = ${sealed} where id = ${id} and totp_secret = ${before}`
