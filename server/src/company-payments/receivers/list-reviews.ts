import type { Sql } from '../../db/db.ts'
import { type Receiver, type ReceiverAccount, type WaitingReceiver, selectAccountsOf, selectWaiting } from './sql.ts'

type Page = { items: (WaitingReceiver & { accounts: ReceiverAccount[] })[]; nextCursor: string | null }

/** Receivers of all merchants that wait for the operator, oldest first. A cursor is the id after which a page starts. */
export async function listReviews(
  needs: { sql: Sql },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page> {
  const found = await selectWaiting(needs.sql, { limit: limit + 1, afterId: cursor })
  const page = found.slice(0, limit)
  const accounts = await selectAccountsOf(needs.sql, page)
  const ofReceiver = ({ merchantId, id }: Receiver) =>
    accounts.filter(account => account.merchantId === merchantId && account.receiverId === id)
  const items = page.map(receiver => ({ ...receiver, accounts: ofReceiver(receiver) }))
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}
