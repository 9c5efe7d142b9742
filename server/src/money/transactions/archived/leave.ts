import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { deleteTransactions, hasOlderSnapshot, insertKeys, lockAll } from './sql.ts'

const patienceMs = 60_000
const pauseMs = 50

/**
 * Writes down the keys of transactions that are about to leave, and waits until whoever creates a transaction knows them:
 * a statement that began before may have to wait for our delete, and would then find neither the row nor its key.
 */
export async function announceKeys(sql: Sql, merchantId: string, ids: string[]): Promise<void> {
  const xid = await sql.begin(tx => insertKeys(tx, merchantId, ids))
  for (let waitedMs = 0; await hasOlderSnapshot(sql, xid); waitedMs += pauseMs) {
    if (waitedMs >= patienceMs)
      throw new Error('a statement has been running for over a minute (a backup?): try again later')
    await delay(pauseMs)
  }
}

/** Which of the transactions are still there: nobody else changes them until the transaction ends. */
export const lockLeaving = async (tx: Tx, merchantId: string, ids: string[]): Promise<number> =>
  (await lockAll(tx, merchantId, ids)).length

/** What refers to them has gone before. */
export const leave = (tx: Tx, merchantId: string, ids: string[]) => deleteTransactions(tx, merchantId, ids)
