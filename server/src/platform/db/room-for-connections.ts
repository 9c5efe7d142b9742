import type { Sql } from './db.ts'
import { placesBeside } from './limits.ts'

/** How many connections so many processes open at most. SIGHUP starts another before one of several goes. */
export const connectionsOf = (processes: number, each: number): number =>
  (processes === 1 ? 1 : processes + 1) * (each + placesBeside)

/** How many connections PostgreSQL has for all its clients together, save those that it keeps for its administrators. */
export async function roomForConnections(sql: Sql): Promise<number> {
  const [room] = await sql<{ places: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as places`
  return room?.places ?? 0
}
