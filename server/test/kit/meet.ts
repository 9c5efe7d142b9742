import { expect } from 'vitest'
import type { Sql, Tx } from '../../src/db/db.ts'
import { ApiError } from '../../src/http/errors.ts'

type Row = (tx: Tx) => PromiseLike<unknown>

/**
 * Holds a row while all run, so that they really meet, and lets go once all wait for it and `meanwhile` is over. Answers
 * for each `done`, or the reason it was refused for.
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
    const waiting = () => sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting()).length, { interval: 2 }).toBe(runs.length)
    await meanwhile()
    return { outcomes }
  })
  return outcomes
}

export const paymentRequest =
  (id: string): Row =>
  tx =>
    tx`select from payment_requests where id = ${id} for update`

export const transaction =
  (id: string): Row =>
  tx =>
    tx`select from transactions where id = ${id} for update`

export const balanceOf =
  (merchantId: string): Row =>
  tx =>
    tx`select from balances where merchant_id = ${merchantId} for update`

/** Nobody's money moves while it is held: whoever posts has decided, and waits with the last thing to write. */
export const newPostings: Row = tx => tx`lock table postings in share mode`

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.reason
  throw error
}
