import type { Tx } from '../db/db.ts'
import { deleteUnsentPayout, insertPayouts } from './sql.ts'
import type { Transaction, TransactionId } from './transaction.ts'

/** Hands held money to the worker, which sends it to the bank at once. */
export const startPayouts = (tx: Tx, transactions: Transaction[]) => insertPayouts(tx, transactions)

/** Takes a payout back; answers false when a worker has it already, and it may have gone to the bank. */
export const stopPayout = async (tx: Tx, id: TransactionId): Promise<boolean> =>
  (await deleteUnsentPayout(tx, id)).count === 1
