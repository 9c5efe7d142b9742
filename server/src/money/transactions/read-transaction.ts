import type { Rails, ReceivedPayment } from '../rails/rails.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import { isDamage } from '../../platform/db/database-faults.ts'
import { groupCommit } from '../../platform/db/group-commit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import {
  type BookedPayment,
  readCandidates,
  selectBooked,
  selectFailedPayout,
  selectMerchantIds,
  selectSent,
  selectSpelling,
  selectToKeySince,
  selectTransactions,
  updateSpelling,
} from './sql.ts'
import type { ReadTransaction, TransactionId } from './transaction.ts'

export { selectUnmatchedOf as readUnmatchedOf, type UnmatchedPayment } from './sql.ts'
export type { ReadTransaction } from './transaction.ts'
export type ReadTransactionById = (merchantId: string, id: string) => Promise<ReadTransaction>

type ReaderNeeds = {
  sql: Sql
  /** Suspends a merchant whose stored data cannot be read. */
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

/** Reads by id, gathered: callers that come while a query runs share the next one. */
export function transactionReader(needs: ReaderNeeds): ReadTransactionById {
  const readAll = async (ids: TransactionId[]) => {
    const found = new Map((await selectTransactions(needs.sql, ids)).map(t => [`${t.merchantId} ${t.id}`, t]))
    return ids.map(({ merchantId, id }) => found.get(`${merchantId} ${id}`) ?? null)
  }
  const read = groupCommit<TransactionId, ReadTransaction | null>('read transaction', readAll, { on: needs.sql })
  return async (merchantId, given) => {
    if (!isUuid(given)) throw new ApiError('TransactionNotFound')
    const id = given.toLowerCase()
    const found = await read({ merchantId, id }).catch(async (error: unknown) => {
      if (isDamage(error)) await needs.suspendDamaged(merchantId, error)
      throw error
    })
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

export type FindNeeds = { sql: Sql; readTransaction: ReadTransactionById }

/** Where a received payment is booked, by whichever connection; null: nowhere. Its transaction is not read. */
export const findBooking = async ({ sql }: { sql: Sql | Tx }, endToEndId: string): Promise<BookedPayment | null> =>
  (await selectBooked(sql, [endToEndId]))[0] ?? null

/** The transaction in which a received payment is booked; null: in none. */
export async function findBooked(needs: FindNeeds, endToEndId: string): Promise<ReadTransaction | null> {
  const booked = await findBooking(needs, endToEndId)
  return findTransaction(needs, booked && { ...booked, id: booked.transactionId })
}

/** A bank has spelled the id of a booked payment otherwise: it may take this spelling only. */
export const keepSpelling = async ({ sql }: { sql: Sql }, endToEndId: string): Promise<void> =>
  void (await updateSpelling(sql, endToEndId))

/** The spelling of a payment's id under which its bank finds it. */
export async function spelledAtBank(
  { sql }: { sql: Sql },
  { received }: Pick<Rails, 'received'>,
  endToEndId: string,
): Promise<string> {
  const other = await selectSpelling(sql, endToEndId)
  if (other === null || received === null) return endToEndId
  return (await received.readReceived(endToEndId)) === null ? other : endToEndId
}

/** A received payment as its bank has it, asked under the spelling of the books and then under the bank's. Null: it knows neither. */
export async function readAtBank(
  { sql }: { sql: Sql },
  { received }: Pick<Rails, 'received'>,
  endToEndId: string | null,
): Promise<ReceivedPayment | null> {
  if (endToEndId === null || received === null) return null
  const payment = await received.readReceived(endToEndId)
  if (payment !== null) return payment
  const other = await selectSpelling(sql, endToEndId)
  return other === null ? null : received.readReceived(other)
}

/** The same payments, each under the spelling of its id that the books have. */
export async function spelledAsBooked<Payment extends { endToEndId: string }>(
  needs: { sql: Sql },
  payments: Payment[],
): Promise<Payment[]> {
  const ids = payments.map(({ endToEndId }) => endToEndId)
  const booked = ids.length === 0 ? [] : await selectBooked(needs.sql, ids)
  const spelling = new Map(booked.map(({ endToEndId }) => [paymentKey(endToEndId), endToEndId]))
  return payments.map(one => ({ ...one, endToEndId: spelling.get(paymentKey(one.endToEndId)) ?? one.endToEndId }))
}

type PayoutNames = { endToEndId: string | null; bankOrderId: string | null; bankReference: string | null }

/** A payout by what a bank calls it; null: none of ours. A failed one has no end-to-end id, so other ids find it. */
export async function findPayout(needs: FindNeeds, names: PayoutNames): Promise<ReadTransaction | null> {
  const { endToEndId, bankOrderId, bankReference } = names
  const ids = [endToEndId, bankReference].filter(id => id !== null)
  const completed = ids.length === 0 ? [] : await selectSent(needs.sql, ids)
  for (const { merchantId, transactionId: id } of completed) {
    const found = id === null ? null : await findTransaction(needs, { merchantId, id })
    if (found !== null) return found
  }
  const failed = await selectFailedPayout(needs.sql, { id: bankOrderId, externalIds: [bankReference, endToEndId] })
  return findTransaction(needs, failed ?? null)
}

/**
 * The merchants whose transactions cannot be read where a payout is looked for by the ids of a bank, which name no merchant.
 * Each is tried alone, after damage was met.
 */
export async function findDamaged({ sql }: { sql: Sql }, names: PayoutNames): Promise<string[]> {
  const { endToEndId, bankOrderId, bankReference } = names
  const named = { id: bankOrderId, externalIds: [bankReference, endToEndId] }
  const damaged: string[] = []
  for (const { id } of await selectMerchantIds(sql))
    await readCandidates(sql, id, named).catch((error: unknown) => {
      if (!isDamage(error)) throw error
      damaged.push(id)
    })
  return damaged
}

/** A payment of a merchant that has come; null: none of ours, or unmatched. */
export async function findReceived(needs: FindNeeds, endToEndId: string): Promise<ReadTransaction | null> {
  const booked = await findBooked(needs, endToEndId)
  return booked?.operation === 'unmatchedPayment' ? null : booked
}

/** Whether the merchant has made a payout to this key since a moment ago. */
export const hasPaidKeySince = async (
  { sql }: { sql: Sql },
  of: { merchantId: string; key: string; since: Date },
): Promise<boolean> => (await selectToKeySince(sql, of)).length > 0
