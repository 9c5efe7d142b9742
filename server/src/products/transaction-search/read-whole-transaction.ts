import { type Posting, readPostings } from '../../money/ledger/read-books.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { listDeliveries, readDelivery } from '../../money/webhooks/deliveries/read-delivery.ts'
import { type Refund, readRefunds } from '../../money/refunds/read-refunds.ts'
import { left } from '../../money/transactions/facts-of-event.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  type UnmatchedPayment,
  readUnmatchedOf,
} from '../../money/transactions/read-transaction.ts'
import { isAskedFor, mayBeAsked, operations } from '../../money/transactions/operations.ts'
import { type EventKind, transitions } from '../../money/transactions/states.ts'
import { selectKeyNames } from './sql.ts'

export type Delivered = Awaited<ReturnType<typeof readDelivery>>

/** Who requested a company payment, and the decisions on it. */
type Approvals = {
  requestId: string
  status: ApprovalStatus
  steps: {
    id: string
    at: Date
    userName: string
    realm: 'Partner' | 'Operator'
    status: ApprovalStatus
    comment: string | null
  }[]
}

type ApprovalStatus = 'Pending' | 'Approved' | 'Rejected' | 'Cancelled'

/** Everything about one transaction. */
export type WholeTransaction = {
  transaction: ReadTransaction
  /** The names of the access keys that requested it and its refunds. */
  keyNames: Map<string, string>
  postings: Posting[]
  refunds: Refund[]
  /** Money received for it that could not be credited. */
  unmatched: UnmatchedPayment[]
  deliveries: Delivered[]
  approvals: Approvals | null
}

type Needs = {
  sql: Sql
  readTransaction: ReadTransactionById
  /** Company payments belong to a later folder, so the function that reads approvals is passed in. */
  readApprovals: (merchantId: string, transactionId: string) => Promise<Approvals | null>
}

const mostDeliveries = 20

export async function readWholeTransaction(needs: Needs, merchantId: string, id: string): Promise<WholeTransaction> {
  const transaction = await needs.readTransaction(merchantId, id)
  const { keyId } = transaction
  const refunds = await readRefunds(needs, transaction)
  const [keyNames, postings, unmatched, deliveries, approvals] = await Promise.all([
    readKeyNames(needs, merchantId, [
      keyId,
      ...refunds.map(({ requestedBy }) => (requestedBy.by === 'key' ? requestedBy.keyId : null)),
    ]),
    readPostings(needs, transaction),
    readUnmatchedOf(needs.sql, merchantId, transaction.id),
    readDeliveries(needs, merchantId, transaction.id),
    isAskedFor(transaction.operation) || mayBeAsked(transaction.operation)
      ? needs.readApprovals(merchantId, transaction.id)
      : null,
  ])
  return { transaction, keyNames, postings, refunds, unmatched, deliveries, approvals }
}

async function readKeyNames(needs: Needs, merchantId: string, ids: (string | null)[]): Promise<Map<string, string>> {
  const keyIds = [...new Set(ids.filter(id => id !== null))]
  const keys = keyIds.length === 0 ? [] : await selectKeyNames(needs.sql, merchantId, keyIds)
  return new Map(keys.map(({ id, name }) => [id, name]))
}

/** The newest events with all their attempts, oldest first. */
async function readDeliveries(needs: Needs, merchantId: string, transactionId: string): Promise<Delivered[]> {
  const newest = { merchantId, transactionId, limit: mostDeliveries, cursor: undefined }
  const { items } = await listDeliveries(needs, newest)
  return Promise.all(items.toReversed().map(({ id }) => readDelivery(needs, { merchantId, id })))
}

export function possibleEvents({ operation, state, expiresAt }: ReadTransaction, now: Date): EventKind[] {
  const isExpired = expiresAt !== null && expiresAt <= now
  return transitions
    .filter(({ type, from }) => type === operations[operation].type && from === state)
    .map(({ event }) => event)
    .filter(event => !(isExpired && event === 'paid'))
}

/** What a sandbox can simulate: everything that a bank can report. */
const simulated = new Set<EventKind>([
  'accepted',
  'paid',
  'cancelled',
  'failed',
  'reversed',
  'forcedReturn',
  'boletoSettled',
])
export const isSimulated = (event: EventKind): boolean => simulated.has(event)

/** How much of a received payment can be refunded; null: nothing. */
export function refundable(t: ReadTransaction): Micros | null {
  return t.state === 'Completed' && operations[t.operation].type === 'Credit' && left(t) > 0n ? left(t) : null
}
