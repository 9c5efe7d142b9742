import type { Tx } from '../db/db.ts'
import { type NewTransaction, toRow } from './new-transaction.ts'
import { type Opened, replay } from './open-transaction.ts'
import { insertTransactions, selectByIdempotencyKey } from './sql.ts'

/** Opens a transaction that holds no money yet, together with the rows of whoever asks for it. */
export async function openRequested(tx: Tx, wanted: NewTransaction): Promise<Opened> {
  const transaction = toRow(wanted)
  const [inserted] = await insertTransactions(tx, [transaction])
  if (inserted !== undefined) return { transaction, replayed: false }
  const [stored] = await selectByIdempotencyKey(tx, [transaction])
  const replayed = replay(transaction, stored)
  if (replayed instanceof Error) throw replayed
  return replayed
}
