import type { Answer } from './answer.ts'
import type { Sql, Tx } from './db.ts'
import { type Query, type Value, part } from './query.ts'

// On a distributed database all rows of a merchant are on one node, and a query that filters every table by one
// merchant runs there unchanged. A query about several merchants can neither lock nor use lateral joins. So each
// merchant gets its own query there; on a single PostgreSQL one query serves all merchants.

/** The parts of a query that name its merchant: empty on a single PostgreSQL. */
export type Own = {
  /** ` and <column> = <merchant>`, for every table of the query. */
  tenantFilter: (column: string) => Value
  /** For an insert from a list of rows: the merchant's id, and the part that routes the insert to its node. */
  id: Value
  place: Value
}

/**
 * A query about rows of several merchants: one for all, or one per merchant in a fixed order, so that two callers
 * lock the same rows in the same order. It is sent before this returns; the queries of a transaction are sent
 * together.
 */
export function perMerchant<Item extends { merchantId: string }, Rows extends readonly object[]>(
  sql: Sql | Tx,
  items: readonly Item[],
  write: (items: readonly Item[], own: Own, sql: Sql | Tx) => Query<Rows>,
): Promise<Answer<Rows>> {
  if (!sql.database.isDistributed) return write(items, none, sql).execute()
  const groups = [...Map.groupBy(items, item => item.merchantId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const send = (by: Sql | Tx) =>
    Promise.all(groups.map(([merchantId, some]) => write(some, ownOf(merchantId), by).execute()))
  // All or nothing, as a single query is.
  return ('begin' in sql && groups.length > 1 ? sql.begin(send) : send(sql)).then(together)
}

/** Rows of any merchant. On a distributed database `find` returns the merchants, and each gets a share of `most`. */
export async function perMerchantWithRows<Rows extends readonly object[]>(
  sql: Sql | Tx,
  most: number,
  find: () => Query<{ merchantId: string }[]>,
  write: (own: Own, most: number) => Query<Rows>,
): Promise<Answer<Rows>> {
  if (!sql.database.isDistributed) return write(none, most)
  const found = [...new Set((await find()).map(({ merchantId }) => merchantId))].toSorted()
  const share = Math.max(1, Math.floor(most / Math.max(1, found.length)))
  return together(await Promise.all(found.map(merchantId => write(ownOf(merchantId), share).execute())))
}

/** A column's time, so many seconds earlier. In UTC, because nodes accept no expression that depends on a time zone. */
export const earlier = (column: 'next_step_at' | 'next_attempt_at', seconds: number): Value =>
  part([`(${column} at time zone 'UTC' - make_interval(secs => `, `)) at time zone 'UTC'`], seconds)

const nothing = part``
const none: Own = { tenantFilter: () => nothing, id: part`merchant_id`, place: nothing }

const ownOf = (merchantId: string): Own => ({
  tenantFilter: column => part([` and ${column} = `, ''], merchantId),
  id: part`own.own_id`,
  place: part`(select merchant_id as own_id from balances where merchant_id = ${merchantId}) own cross join`,
})

function together<Rows extends readonly object[]>(answers: readonly Answer<Rows>[]): Answer<Rows> {
  return Object.defineProperties(answers.flat(), {
    count: { value: answers.reduce((sum, { count }) => sum + count, 0) },
    command: { value: answers[0]?.command ?? '' },
  }) as unknown as Answer<Rows>
}
