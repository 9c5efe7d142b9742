import { type Sql, rows } from '../db/db.ts'

export type Spending = { key: string; tokens: number; burst: number; perSecond: number }

/**
 * A bucket may be overdrawn by processes that did not know of each other, each by a full one and what it let through until
 * it knew: at most this many times full, for each live process.
 */
const deepest = (sql: Sql) => sql`(3 + 2 * greatest(1, (select count(*) from webhook_senders)))`

/**
 * Takes what was spent out of each bucket, filled up until now, and answers what is left. A row comes with `tokens` as a
 * full bucket would have left, which is what a new one begins with.
 */
export const settleLevels = (sql: Sql, spendings: Spending[]) => sql<{ key: string; tokens: number }[]>`
  insert into rate_limit_levels as l (key, tokens, burst, per_second)
  select key, greatest(-${deepest(sql)} * burst, tokens), burst, per_second
    from json_populate_recordset(null::rate_limit_levels, ${rows(spendings)}::text::json)
   order by key
  on conflict (key) do update
     set tokens = greatest(-${deepest(sql)} * excluded.burst, least(excluded.burst,
           least(excluded.burst, l.tokens + extract(epoch from clock_timestamp() - l.at) * excluded.per_second)
           - (excluded.burst - excluded.tokens))),
         burst = excluded.burst, per_second = excluded.per_second, at = clock_timestamp()
  returning key, tokens`

/** Full ones need no row. */
export const deleteLevels = (sql: Sql, keys: string[]) => sql`delete from rate_limit_levels where key = any(${keys})`

/** Buckets that nobody has taken from for an hour are full. */
export const deleteFullLevels = (sql: Sql, most: number) => sql`
  delete from rate_limit_levels where key in (
    select key from rate_limit_levels where at < clock_timestamp() - interval '1 hour' order by at limit ${most}
      for update skip locked)`
