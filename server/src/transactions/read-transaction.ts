import { batch } from '../db/batch.ts'
import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { type ReadTransaction, selectByEndToEndId, selectTransactions } from './sql.ts'
import type { TransactionId } from './transaction.ts'

export { selectStraysOf as readStraysOf, type ReadTransaction, type StrayPayment } from './sql.ts'
export type ReadTransactionById = (merchantId: string, id: string) => Promise<ReadTransaction>

/** Reads by id, gathered: callers that come while a query runs share the next one. */
export function transactionReader(needs: { sql: Sql }): ReadTransactionById {
  const read = batch<TransactionId, ReadTransaction>('read transaction', async ids => {
    const found = new Map((await selectTransactions(needs.sql, ids)).map(t => [`${t.merchantId} ${t.id}`, t]))
    return ids.map(({ merchantId, id }) => found.get(`${merchantId} ${id}`) ?? new ApiError('TransactionNotFound'))
  })
  return async (merchantId, id) => {
    if (!isUuid(id)) throw new ApiError('TransactionNotFound')
    return read({ merchantId, id: id.toLowerCase() })
  }
}

/** For public addresses, which anybody may make up: a transaction that is not there is null, not a refusal. */
export async function findTransaction(
  needs: { readTransaction: ReadTransactionById },
  ids: TransactionId | null,
): Promise<ReadTransaction | null> {
  if (ids === null) return null
  return needs.readTransaction(ids.merchantId, ids.id).catch((error: unknown) => {
    if (error instanceof ApiError && error.reason === 'TransactionNotFound') return null
    throw error
  })
}

/** Money out, by the id that all banks know it by; null: none of ours. */
export const findPayout = async (
  needs: { sql: Sql; readTransaction: ReadTransactionById },
  endToEndId: string,
): Promise<ReadTransaction | null> =>
  findTransaction(needs, (await selectByEndToEndId(needs.sql, endToEndId, ['pixCashOut', 'companyPayment'])) ?? null)

/** A payment that was initiated and has come, by the same id; null: none of ours. */
export const findInitiated = async (
  needs: { sql: Sql; readTransaction: ReadTransactionById },
  endToEndId: string,
): Promise<ReadTransaction | null> =>
  findTransaction(needs, (await selectByEndToEndId(needs.sql, endToEndId, ['paymentInitiation'])) ?? null)
