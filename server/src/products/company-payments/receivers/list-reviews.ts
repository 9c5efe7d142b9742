import type { Sql } from '../../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../../platform/http/paging.ts'
import {
  type Receiver,
  type ReceiverAccount,
  type WaitingReceiver,
  selectAccountsOf,
  selectWaiting,
  selectWaitingAccounts,
} from './sql.ts'

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
