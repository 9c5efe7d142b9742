import { type Sql, rows } from '../../../platform/db/db.ts'
import type { LaneId } from '../event.ts'

type CircuitRow = LaneId & {
  openUntil: Date | null
  cooldownMs: number | null
  outcome: string | null
  error: string | null
}

export const writeCircuits = (sql: Sql, circuits: CircuitRow[]) => sql<(LaneId & { changedAt: Date })[]>`
  insert into webhook_circuits (merchant_id, lane, open_until, cooldown_ms, outcome, error, changed_at)
  select merchant_id, lane, open_until, cooldown_ms, outcome, error, clock_timestamp()
    from json_populate_recordset(null::webhook_circuits, ${rows(circuits)}::text::json)
   order by merchant_id, lane
  on conflict (merchant_id, lane) do update
     set open_until = excluded.open_until, cooldown_ms = excluded.cooldown_ms, outcome = excluded.outcome,
         error = excluded.error, changed_at = excluded.changed_at
  returning merchant_id, lane, changed_at`

export const selectCircuits = (sql: Sql, after: Date) => sql<(CircuitRow & { changedAt: Date })[]>`
  select merchant_id, lane, open_until, cooldown_ms, outcome, error, changed_at from webhook_circuits
   where changed_at > ${after} order by changed_at limit 10000`

/** A probed receiver is written again and again, so a row that is an hour old is obsolete. */
export const purgeCircuits = (sql: Sql) =>
  sql`delete from webhook_circuits where changed_at < now() - interval '1 hour'`
