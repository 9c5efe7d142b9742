import { type Total, totalOfPage } from '../../../platform/db/bounded-count.ts'
import type { Sql } from '../../../platform/db/db.ts'
import {
  type Receiver,
  type ReceiverAccount,
  type ReceiverFilter,
  type WaitingReceiver,
  countReceivers,
  selectAccountsOf,
  selectReceiverPage,
  selectReceivers,
  selectWaiting,
  selectWaitingAccounts,
} from './sql.ts'
import type { ReceiverStatus } from './states.ts'
import { type Page, type Paging, byId, readPage } from '../../../platform/http/paging.ts'

type ListReceiversInput = { merchantId: string; status: ReceiverStatus | undefined; limit: number; offset: number }

/** Newest first. */
export async function listReceivers(
  needs: { sql: Sql },
  { limit, offset, ...filter }: ListReceiversInput,
): Promise<Total & { items: Receiver[] }> {
  const [total, found] = await Promise.all([
    countReceivers(needs.sql, filter),
    selectReceivers(needs.sql, filter, limit + 1, offset),
  ])
  const items = found.slice(0, limit)
  return { ...totalOfPage(total, { offset, items: items.length, isLast: found.length <= limit }), items }
}

/** A merchant's receivers, newest first. */
export const browseReceivers = (needs: { sql: Sql }, { limit, cursor, ...input }: ReceiverFilter & Paging) =>
  readPage(limit, rows => selectReceiverPage(needs.sql, input, { limit: rows, beforeId: cursor }), byId)

/** Accounts that came after the review of their receivers, oldest first. */
export const listAccountReviews = (needs: { sql: Sql }, { limit, cursor }: Paging) =>
  readPage(limit, rows => selectWaitingAccounts(needs.sql, { limit: rows, afterId: cursor }), byId)

/** Receivers of all merchants that wait for the operator, oldest first. */
export async function listReviews(
  needs: { sql: Sql },
  { limit, cursor }: Paging,
): Promise<Page<WaitingReceiver & { accounts: ReceiverAccount[] }>> {
  const page = await readPage(limit, rows => selectWaiting(needs.sql, { limit: rows, afterId: cursor }), byId)
  const accounts = await selectAccountsOf(needs.sql, page.items)
  const ofReceiver = ({ merchantId, id }: Receiver) =>
    accounts.filter(account => account.merchantId === merchantId && account.receiverId === id)
  return { ...page, items: page.items.map(receiver => ({ ...receiver, accounts: ofReceiver(receiver) })) }
}
