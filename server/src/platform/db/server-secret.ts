import { randomBytes } from 'node:crypto'
import { type Key, type Place, type Secret, deriveKey, openSealedText, sealText } from '../lib/seal.ts'
import { readSecret } from '../lib/secret-source.ts'
import { minUuid } from '../lib/uuid.ts'
import type { Sql, Tx } from './db.ts'
import type { SealedColumn } from './reseal.ts'

/** Keys that must survive a change of the secret: the database stores them, encrypted with the secret. */
type KeptKeys = {
  /** The key of the audit log's chain. */
  auditLog: { key: Buffer }
  /** The key of the hashes of recovery codes. */
  recoveryCodes: Buffer
}

export type ServerSecret = Secret & KeptKeys

type SecretName = 'TRILHO_SECRET' | 'TRILHO_SECRET_PREVIOUS'
type SecretSettings = { [Name in SecretName | 'VAULT_ADDR' | 'VAULT_TOKEN' | 'VAULT_NAMESPACE']?: string }

const doesNotFit =
  'TRILHO_SECRET does not fit this database: what is sealed in it was sealed with another, which TRILHO_SECRET_PREVIOUS does not name either'

/** The given secret, or the one this sandbox made first. One that does not decrypt stored keys is refused. */
export async function readServerSecret(sql: Sql, settings: SecretSettings): Promise<ServerSecret> {
  const { VAULT_ADDR: address = '', VAULT_TOKEN: token = '', VAULT_NAMESPACE: namespace = '' } = settings
  const read = (name: SecretName) => readSecret(name, settings[name] ?? '', { address, token, namespace })
  const [given, previous] = await Promise.all([read('TRILHO_SECRET'), read('TRILHO_SECRET_PREVIOUS')])
  const secret = { current: given || (await ownSecret(sql)), previous: previous || null }
  const storageKey = deriveKey(secret, 'stored secrets')
  const newKey = () => randomBytes(32).toString('base64')
  const kept = await madeOnce({ sql, storageKey }, keptKeys, async () => ({
    auditLog: newKey(),
    recoveryCodes: newKey(),
  })).catch((error: Error) => {
    // AES-GCM reports a wrong key in this way.
    throw /unable to authenticate/i.test(error.message) ? new Error(doesNotFit) : error
  })
  return {
    ...secret,
    auditLog: { key: Buffer.from(kept.auditLog, 'base64') },
    recoveryCodes: Buffer.from(kept.recoveryCodes, 'base64'),
  }
}

/** Encrypted again last: as long as a process's secret decrypts these keys, it decrypts everything else. */
const keptKeys = 'kept keys'

async function ownSecret(sql: Sql): Promise<string> {
  const made = randomBytes(32).toString('base64url')
  await sql`
    insert into server_secrets (name, value) select 'server', ${made}
     where not exists (select 1 from server_secrets where name = ${keptKeys}) on conflict do nothing`
  const [row] = await sql<{ value: string }[]>`select value from server_secrets where name = 'server'`
  if (row === undefined) throw new Error('TRILHO_SECRET must be set: this database was sealed with one')
  return row.value
}

/** A value that the first process makes and all others read: one makes it while the others wait. */
export const madeOnce = <Made>(
  { sql, storageKey }: { sql: Sql; storageKey: Key },
  name: string,
  make: (tx: Tx) => Promise<Made>,
): Promise<Made> =>
  sql.begin(async tx => {
    await tx`select pg_advisory_xact_lock(hashtext(${`trilho ${name}`}))`
    const [row] = await tx<{ value: string }[]>`select value from server_secrets where name = ${name}`
    if (row !== undefined) return JSON.parse(openSealedText(storageKey, row.value, placeOf(name))) as Made
    const made = await make(tx)
    await tx`insert into server_secrets (name, value) values (${name}, ${sealText(storageKey, JSON.stringify(made), placeOf(name))})`
    return made
  })

const placeOf = (name: string): Place => `server_secrets.value ${name}`

/** Values that a sandbox made once, such as its demo data: few rows, so one step takes all. */
export const sealedOfSandbox: SealedColumn = {
  what: 'values made once',
  placeOf,
  select: (sql, after) =>
    sql<{ id: string; sealed: string }[]>`
      select name as id, value as sealed from server_secrets
       where name not in ('server', ${keptKeys}) and ${after} = ${minUuid}`,
  update: (sql, name, { before, sealed }) =>
    sql`update server_secrets set value = ${sealed} where name = ${name} and value = ${before}`,
}

/** Encrypted again last. */
export const sealedKeptKeys: SealedColumn = {
  what: 'keys of audit log and recovery codes',
  placeOf,
  select: (sql, after) =>
    sql<{ id: string; sealed: string }[]>`
      select name as id, value as sealed from server_secrets where name = ${keptKeys} and ${after} = ${minUuid}`,
  update: sealedOfSandbox.update,
}
