import { randomBytes } from 'node:crypto'
import { type Key, type Secret, deriveKey, keysOf, openSealedText, opens, sealText } from '../lib/seal.ts'
import { smallestUuid } from '../lib/uuid.ts'
import type { Sql, Tx } from './db.ts'
import type { SealedColumn } from './reseal.ts'

/** The keys that must outlive a change of the secret: the database keeps them, sealed with it. */
type KeptKeys = {
  /** Keys the audit log, from the entry of this number on: those before it are older than the key. */
  auditLog: { key: Buffer; from: bigint; plainUntil?: Date }
  /** Under which recovery codes are kept as hashes. */
  recoveryCodes: Buffer
}

export type ServerSecret = Secret & KeptKeys

const doesNotFit =
  'TRILHO_SECRET does not fit this database: what is sealed in it was sealed with another, which TRILHO_SECRET_PREVIOUS does not name either'

/**
 * The given secret, or the one that all processes of this sandbox's database share, made on the first start. One with
 * which the database was not sealed is refused.
 */
export async function readServerSecret(sql: Sql, given: string, previous = ''): Promise<ServerSecret> {
  const secret = { current: given || (await ownSecret(sql)), previous: previous || null }
  const storageKey = deriveKey(secret, 'stored secrets')
  const kept = await madeOnce({ sql, storageKey }, keptKeys, async tx => {
    const sealedBy = await keyThatSealed(tx, storageKey)
    if (sealedBy === null) throw new Error(doesNotFit)
    const [end] = await tx<{ sequence: bigint; tomorrow: Date }[]>`
      select sequence, now() + interval '1 day' as tomorrow from acts_end`
    const from = (end?.sequence ?? 0n) + 1n
    // Where there are entries already, processes of the release before may go on writing while they are being replaced.
    const plainUntil = from > 1n ? { plainUntil: end?.tomorrow } : {}
    return {
      auditLog: { key: randomBytes(32).toString('base64'), from: from.toString(), ...plainUntil },
      // As codes were hashed before this key was kept.
      recoveryCodes: sealedBy.toString('base64'),
    }
  }).catch((error: Error) => {
    // So AES-GCM says that the key is another one.
    throw /unable to authenticate/i.test(error.message) ? new Error(doesNotFit) : error
  })
  return {
    ...secret,
    auditLog: {
      key: Buffer.from(kept.auditLog.key, 'base64'),
      from: BigInt(kept.auditLog.from),
      ...(kept.auditLog.plainUntil && { plainUntil: new Date(kept.auditLog.plainUntil) }),
    },
    recoveryCodes: Buffer.from(kept.recoveryCodes, 'base64'),
  }
}

/** It is sealed anew last of all: as long as it opens with the secret of a process, so does everything else. */
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

/** A database from before keys were kept: a merchant's secret tells which key has sealed it. Null: neither. */
async function keyThatSealed(tx: Tx, key: Key): Promise<Buffer | null> {
  const [row] = await tx<{ sealed: string }[]>`
    select webhook_secret as sealed from merchants where webhook_secret <> '' limit 1`
  if (row === undefined) return key
  return keysOf(key).find(one => opens(one, row.sealed)) ?? null
}

/** What the first process of a database makes and all others are given: one makes it, the others wait. */
export const madeOnce = <Made>(
  { sql, storageKey }: { sql: Sql; storageKey: Key },
  name: string,
  make: (tx: Tx) => Promise<Made>,
): Promise<Made> =>
  sql.begin(async tx => {
    await tx`select pg_advisory_xact_lock(hashtext(${`trilho ${name}`}))`
    const [row] = await tx<{ value: string }[]>`select value from server_secrets where name = ${name}`
    if (row !== undefined) return JSON.parse(openSealedText(storageKey, row.value)) as Made
    const made = await make(tx)
    await tx`insert into server_secrets (name, value) values (${name}, ${sealText(storageKey, JSON.stringify(made))})`
    return made
  })

/** What a sandbox has made once, its demo data among them. Few rows: they are all of the first step. */
export const sealedOfSandbox: SealedColumn = {
  what: 'values made once',
  select: (sql, after) =>
    sql<{ id: string; sealed: string }[]>`
      select name as id, value as sealed from server_secrets
       where name not in ('server', ${keptKeys}) and ${after} = ${smallestUuid}`,
  update: (sql, name, { before, sealed }) =>
    sql`update server_secrets set value = ${sealed} where name = ${name} and value = ${before}`,
}

/** The last to be sealed anew. */
export const sealedKeptKeys: SealedColumn = {
  what: 'keys of audit log and recovery codes',
  select: (sql, after) =>
    sql<{ id: string; sealed: string }[]>`
      select name as id, value as sealed from server_secrets where name = ${keptKeys} and ${after} = ${smallestUuid}`,
  update: sealedOfSandbox.update,
}
