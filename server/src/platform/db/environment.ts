import type { Sql } from './db.ts'

export type Environment = 'sandbox' | 'production'

/** Writes down at the first start what the database is for; answers what it is for ever since. */
export async function rememberEnvironment(sql: Sql, environment: Environment): Promise<Environment> {
  await sql`insert into platform (environment) values (${environment}) on conflict do nothing`
  const [platform] = await sql<{ environment: Environment }[]>`select environment from platform`
  return platform?.environment ?? environment
}
