import { randomBytes } from 'node:crypto'
import type { Sql } from './db.ts'

/** The given secret, or the one that all processes of this sandbox's database share, made on the first start. */
export async function readServerSecret(sql: Sql, given: string): Promise<string> {
  if (given !== '') return given
  const made = randomBytes(32).toString('base64url')
  await sql`insert into server_secrets (name, value) values ('server', ${made}) on conflict do nothing`
  const [row] = await sql<{ value: string }[]>`select value from server_secrets where name = 'server'`
  return row?.value ?? made
}
