import type { Sql, Tx } from '../../../platform/db/db.ts'

export type Passkey = {
  id: string
  personId: string
  credentialId: string
  publicKey: string
  counter: bigint
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** A person has at most `mostPasskeys`. */
export const selectPasskeys = (sql: Sql, personId: string) => sql<Passkey[]>`
  select * from passkeys where person_id = ${personId} order by id limit 100`

export const selectPasskeyByCredential = async (sql: Sql, credentialId: string): Promise<Passkey | undefined> => {
  const [passkey] = await sql<Passkey[]>`select * from passkeys where credential_id = ${credentialId}`
  return passkey
}

/** False: the credential is registered already. */
export const insertPasskey = async (tx: Tx, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> => {
  const inserted = await tx`
    insert into passkeys (id, person_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.id}, ${passkey.personId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.transports}, ${passkey.name}, ${passkey.createdAt})
        on conflict do nothing`
  return inserted.count === 1
}

/** An authenticator that counts must have counted on, also against a use that was committed in the meantime. */
export const updateUse = async (tx: Tx, id: string, counter: bigint, now: Date): Promise<boolean> => {
  const used = await tx`
    update passkeys set counter = ${counter}, last_used_at = ${now}
     where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`
  return used.count === 1
}

export const updateName = async (tx: Tx, personId: string, id: string, name: string): Promise<string | null> => {
  const [before] = await tx<{ name: string }[]>`
    select name from passkeys where person_id = ${personId} and id = ${id} for update`
  if (before === undefined) return null
  await tx`update passkeys set name = ${name} where person_id = ${personId} and id = ${id}`
  return before.name
}

export const deletePasskey = async (tx: Tx, personId: string, id: string): Promise<string | null> => {
  const [deleted] = await tx<{ name: string }[]>`
    delete from passkeys where person_id = ${personId} and id = ${id} returning name`
  return deleted?.name ?? null
}

/** Ends the sessions that have shown no second factor; this one has just shown it. */
export const secureSessions = (tx: Tx, personId: string, sessionId: string, now: Date) =>
  Promise.all([
    tx`update sessions set second_factor = true where id = ${sessionId} and ended_at is null`,
    tx`
      update sessions set ended_at = ${now}
       where person_id = ${personId} and id <> ${sessionId} and ended_at is null and not second_factor`,
  ])

export const updateConfirmed = (tx: Tx, sessionId: string, now: Date) => tx`
  update sessions set confirmed_at = ${now}, second_factor = true where id = ${sessionId} and ended_at is null`

export const updateRecoveryCodes = (tx: Tx, personId: string, hashes: string[]) => tx`
  update people set recovery_hashes = ${hashes} where id = ${personId}`
