import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { listLinked } from '../../money/transactions/list-transactions.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { Link, LinkState } from './states.ts'
import { selectLink, selectLinks } from './sql.ts'

export async function readLink(needs: { sql: Sql }, merchantId: string, id: string): Promise<Link> {
  const link = isUuid(id) ? await selectLink(needs.sql, merchantId, id) : undefined
  if (link === undefined) throw new ApiError('PaymentLinkNotFound')
  return link
}

type ReadLinkInput = Paging & { merchantId: string; state?: LinkState | undefined }

/** Newest first. */
export const listLinks = ({ sql }: { sql: Sql }, { limit, cursor, ...filter }: ReadLinkInput): Promise<Page<Link>> =>
  readPage(limit, rows => selectLinks(sql, { ...filter, beforeId: cursor }, rows), byId)

/** Every charge of a link, newest first, paid or not. */
export async function listLinkTransactions(
  needs: { sql: Sql },
  { merchantId, linkId, ...paging }: Paging & { merchantId: string; linkId: string },
): Promise<Page<Transaction>> {
  const { id } = await readLink(needs, merchantId, linkId)
  return listLinked(needs, { merchantId, paymentLinkId: id, ...paging })
}

/** The link of a public address. The id comes from the caller and may be invented. */
export async function findPublicLink(
  needs: { sql: Sql },
  ids: { merchantId: string; id: string } | null,
): Promise<Link> {
  const link = ids && (await selectLink(needs.sql, ids.merchantId, ids.id))
  if (!link) throw new ApiError('AddressNotFound')
  return link
}
