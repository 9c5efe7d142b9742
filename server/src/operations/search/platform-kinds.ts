import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Sql } from '../../platform/db/db.ts'
import { listMerchants } from '../../tenancy/merchants/list-merchants.ts'
import { findOverAll } from '../operator/find-transactions.ts'
import { directionOf } from '../../money/transactions/states.ts'
import type { FoundOnScreen } from './kinds.ts'

export type PlatformNeeds = { sql: Sql }

/** One letter begins too many names. */
const fewestLetters = 2

/** Everything of all merchants that the search of the portal finds for operators, as on their page of merchants. */
export const platformKinds = { merchant: findMerchants, transaction: findTransactions } as const satisfies Record<
  string,
  (needs: PlatformNeeds, q: string, most: number) => Promise<FoundOnScreen[]>
>

export type PlatformKindName = keyof typeof platformKinds
export const platformKindNames = Object.keys(platformKinds) as PlatformKindName[]

async function findMerchants(needs: PlatformNeeds, q: string, limit: number) {
  if (q.length < fewestLetters) return []
  const { items } = await listMerchants(needs, { search: q, limit, cursor: undefined })
  return items.map(({ id, name, taxNumber, state, createdAt }) => ({
    id,
    path: `/operator/merchants/${id}`,
    title: name,
    detail: maskTaxNumber(taxNumber),
    amount: null,
    state,
    at: createdAt,
  }))
}

async function findTransactions(needs: PlatformNeeds, q: string) {
  const found = await findOverAll(needs, q)
  return found.map(({ id, merchantId, merchantName, orderId, operation, amount, state, createdAt }) => ({
    id,
    path: `/m/${merchantId}/transactions/${id}`,
    title: orderId ?? id,
    detail: merchantName,
    amount: directionOf(operation) === 'Debit' ? -amount : amount,
    state,
    at: createdAt,
  }))
}
