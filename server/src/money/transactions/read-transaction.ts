import { groupCommit } from '../../platform/db/group-commit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { selectBooked, selectByEndToEndId, selectFailedPayout, selectTransactions } from './sql.ts'
import type { Operation } from './states.ts'
import type { ReadTransaction, TransactionId } from './transaction.ts'

export { selectUnmatchedOf as readUnmatchedOf, type UnmatchedPayment } from './sql.ts'
export type { ReadTransaction } from './transaction.ts'
export type ReadTransactionById = (merchantId: string, id: string) => Promise<ReadTransaction>

/** Reads by id, gathered: callers that come while a query runs share the next one. */
export function transactionReader(needs: { sql: Sql }): ReadTransactionById {
  const readAll = async (ids: TransactionId[]) => {
    const found = new Map((await selectTransactions(needs.sql, ids)).map(t => [`${t.merchantId} ${t.id}`, t]))
    return ids.map(({ merchantId, id }) => found.get(`${merchantId} ${id}`) ?? null)
  }
  const read = groupCommit<TransactionId, ReadTransaction | null>('read transaction', readAll, { on: needs.sql })
  return async (merchantId, given) => {
    if (!isUuid(given)) throw new ApiError('TransactionNotFound')
    const id = given.toLowerCase()
    const found = await read({ merchantId, id })
    if (found === null) throw new ApiError('TransactionNotFound')
    return found
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

/** By the id that all banks know it by; null: none of ours. */
const findPayment = async (needs: FindNeeds, endToEndId: string, operations: Operation[]) =>
  findTransaction(needs, (await selectByEndToEndId(needs.sql, endToEndId, operations)) ?? null)

type FindNeeds = { sql: Sql; readTransaction: ReadTransactionById }

/** The transaction in which a received payment is booked, by whichever connection; null: in none. */
export async function findBooked(needs: FindNeeds, endToEndId: string): Promise<ReadTransaction | null> {
  const [booked] = await selectBooked(needs.sql, [endToEndId])
  return findTransaction(needs, booked === undefined ? null : { ...booked, id: booked.transactionId })
}

type PayoutNames = { endToEndId: string | null; bankOrderId: string | null; bankReference: string | null }

/**
 * Money out, by what a bank calls it; null: none of ours. One that failed here has no end-to-end id: it is found by our id at
 * the bank, or by the bank's.
 */
export async function findPayout(needs: FindNeeds, names: PayoutNames): Promise<ReadTransaction | null> {
  const { endToEndId, bankOrderId, bankReference } = names
  for (const id of new Set([endToEndId, bankReference])) {
    const completed = id === null ? null : await findPayment(needs, id, ['pixCashOut', 'companyPayment', 'withdrawal'])
    if (completed !== null) return completed
  }
  const failed = await selectFailedPayout(needs.sql, { id: bankOrderId, externalIds: [bankReference, endToEndId] })
  return findTransaction(needs, failed ?? null)
}

/** A payment that was initiated and has come; null: none of ours. */
export const findInitiated = (needs: FindNeeds, endToEndId: string): Promise<ReadTransaction | null> =>
  findPayment(needs, endToEndId, ['paymentInitiation'])

/** Money in by Pix that has come; null: none of ours. */
export const findReceived = (needs: FindNeeds, endToEndId: string): Promise<ReadTransaction | null> =>
  findPayment(needs, endToEndId, ['pixCashIn'])
