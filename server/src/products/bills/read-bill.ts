import { type Day, addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { findByTerms } from '../transaction-search/terms/find-by-terms.ts'
import type { WholeBill } from './bill.ts'
import type { ReadOwed } from '../pix/read-charge.ts'
import { type Filter, type OpenSums, selectBill, selectBills, sumUpOpen } from './sql.ts'
import { dueOn } from './views.ts'

export async function readBill({ sql }: { sql: Sql | Tx }, merchantId: string, id: string): Promise<WholeBill> {
  const bill = isUuid(id) ? await selectBill(sql, merchantId, id) : undefined
  if (bill === undefined) throw new ApiError('BillNotFound')
  return bill
}

type TimeNeeds = { clock: () => Date; readMerchant: ReadMerchant }

/** The time and the day by a merchant's clock. */
export async function nowFor(needs: TimeNeeds, merchantId: string) {
  const now = await timeFor(needs, merchantId)
  return { now, today: dayOf(now) }
}

/** What the payer of a charge owes now: of a bill what its terms make of the day. */
export const owedReader =
  (needs: TimeNeeds & { sql: Sql }): ReadOwed =>
  async charge => {
    if (charge.operation !== 'pixBill') return charge.amount
    if (charge.paidAmount !== null) return charge.paidAmount
    const bill = await readBill(needs, charge.merchantId, charge.id)
    return dueOn(bill, (await nowFor(needs, charge.merchantId)).today).total
  }

/** Newest first. */
export async function listBills(
  needs: TimeNeeds & { sql: Sql },
  { limit, cursor, ...filter }: Paging & Filter,
): Promise<Page<WholeBill>> {
  const { today } = await nowFor(needs, filter.merchantId)
  return readPage(limit, rows => selectBills(needs.sql, filter, { today, beforeId: cursor, limit: rows }), byId)
}

/** The same with a search. Where too many match it for one page to look at all, the next one continues. */
export async function searchBills(
  needs: TimeNeeds & { sql: Sql },
  { q = '', ...input }: Paging & Filter & { q?: string | undefined },
): Promise<Page<WholeBill>> {
  const text = q.trim()
  if (text === '') return listBills(needs, input)
  const { merchantId, cursor } = input
  const { ids, lookedUntil } = await findByTerms(needs, { merchantId, q: text, from: undefined, before: cursor })
  const page = await listBills(needs, { ...input, ids })
  return { ...page, nextCursor: page.nextCursor ?? lookedUntil }
}

const mostSummedUp = 10_000

/** What is overdue, and due within a week from today, of all bills or of one customer. */
export async function sumUpBills(
  needs: TimeNeeds & { sql: Sql },
  of: { merchantId: string; customerId: string | undefined },
): Promise<OpenSums & { until: Day; isExact: boolean }> {
  const { today } = await nowFor(needs, of.merchantId)
  const until = addDays(today, 6)
  const sums = await sumUpOpen(needs.sql, of, { today, until, most: mostSummedUp })
  return { ...sums, until, isExact: sums.looked < mostSummedUp }
}
