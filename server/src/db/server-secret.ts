import { randomBytes } from 'node:crypto'
import type { Sql } from './db.ts'
import { openSealedText, sealText } from '../lib/seal.ts'

/** The given secret, or the one that all processes of this sandbox's database share, made on the first start. */
export async function readServerSecret(sql: Sql, given: string): Promise<string> {
  if (given !== '') return given
  const made = randomBytes(32).toString('base64url')
  await sql`insert into server_secrets (name, value) values ('server', ${made}) on conflict do nothing`
  const [row] = await sql<{ value: string }[]>`select value from server_secrets where name = 'server'`
  return row?.value ?? made
}

/** What the first process of a sandbox's database makes and all others are given: one makes it, the others wait. */
export const madeOnce = <Made>(
  { sql, storageKey }: { sql: Sql; storageKey: Buffer },
  name: string,
  make: () => Promise<Made>,
): Promise<Made> =>
  sql.begin(async tx => {
    await tx`select pg_advisory_xact_lock(hashtext(${`trilho ${name}`}))`
    const [row] = await tx<{ value: string }[]>`select value from server_secrets where name = ${name}`
    if (row !== undefined) return JSON.parse(openSealedText(storageKey, row.value)) as Made
    const made = await make()
    await tx`insert into server_secrets (name, value) values (${name}, ${sealText(storageKey, JSON.stringify(made))})`
    return made
  }) as Promise<Made>
