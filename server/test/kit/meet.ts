import { expect } from 'vitest'
import type { Sql, Tx } from '../../src/platform/db/db.ts'
import { ApiError } from '../../src/platform/http/errors.ts'

type Row = (tx: Tx) => PromiseLike<unknown>

/**
 * Locks a row while all run, so that they really compete, and releases it once all wait for it and `meanwhile` is done. Returns
 * `done` for each, or the reason of its refusal.
 */
export async function meet<Value>(
  sql: Sql,
  row: Row,
  runs: (() => Promise<Value>)[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const { outcomes } = await sql.begin(async tx => {
    await row(tx)
    const outcomes = Promise.all(runs.map(run => run().then(() => 'done', reasonOf)))
    await expect.poll(async () => (await waiting(sql)).length, { interval: 2 }).toBe(runs.length)
    await meanwhile()
    return { outcomes }
  })
  return outcomes
}

/** The sessions that wait for a lock, on any node. */
export const waiting = (sql: Sql) => sql`
  select 1 as one from ${sql.unsafe(sql.database.isDistributed ? 'citus_stat_activity' : 'pg_stat_activity')}
   where datname = current_database() and wait_event_type = 'Lock'`

/** A row of a merchant's table. */
export const rowOf =
  (table: string, id: string): Row =>
  async tx => {
    const [row] = await tx`select merchant_id from ${tx.unsafe(table)} where id = ${id}`
    await tx`select 1 from ${tx.unsafe(table)} where merchant_id = ${row?.merchantId} and id = ${id} for update`
  }

export const paymentRequest = (id: string): Row => rowOf('payment_requests', id)

export const transaction = (id: string): Row => rowOf('transactions', id)

export const paymentLink = (id: string): Row => rowOf('payment_links', id)

export const balanceOf =
  (merchantId: string): Row =>
  tx =>
    tx`select 1 from balances where merchant_id = ${merchantId} for update`

/** No money moves while it is locked: a posting session has decided, and waits with its last write. */
export const newPostings: Row = tx => tx`lock table postings in share mode`

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.reason
  throw error
}
