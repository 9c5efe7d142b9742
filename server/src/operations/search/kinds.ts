import type { Micros } from '../../platform/brazil/money.ts'
import { maskCpfsIn, maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { browseReceivers } from '../../products/company-payments/receivers/list-receivers.ts'
import { browseRequests } from '../../products/company-payments/requests/list-requests.ts'
import type { Customer } from '../../products/customers/customer.ts'
import { listCustomers } from '../../products/customers/read-customer.ts'
import type { Sql } from '../../platform/db/db.ts'
import { listDisputes } from '../../products/disputes/read-dispute.ts'
import { listLinks } from '../../products/payment-links/read-link.ts'
import { listBatches } from '../../products/payout-batches/read-batch.ts'
import { batchKinds } from '../../products/payout-batches/states.ts'
import type { Permission } from '../../tenancy/people/permissions.ts'
import { partyOf } from '../../products/transaction-search/portal-views.ts'
import { searchTransactions } from '../../products/transaction-search/search-transactions.ts'
import { termsIn } from '../../products/transaction-search/terms/folded-terms.ts'
import { directionOf } from '../../money/transactions/operations.ts'
import { type Scanned, scan } from './scan.ts'
import { listMerchants } from '../../tenancy/merchants/list-merchants.ts'
import { findOverAll } from '../operator/find-transactions.ts'

export type Needs = { sql: Sql; clock: () => Date }

/** What was typed, by whom, for which merchant. `taxNumber` is a document that the person may look for. */
export type SearchInput = { merchantId: string; personId: string; q: string; taxNumber: string | null }

export type Found = {
  id: string
  /** Null: nobody is named. */
  title: string | null
  detail: string | null
  amount: Micros | null
  /** Null: it has none. */
  state: string | null
  at: Date
}

/** `path`: of the portal's screen that shows it. */
export type FoundOnScreen = Found & { path: string }

/** Everything of a merchant that the search of the portal finds: who may see it, on which screen it is, and how it is found. */
export const kinds = {
  transaction: { may: 'transactions.read', screen: 'transactions', find: findTransactions },
  request: { may: 'requests.read', screen: 'requests', find: findRequests },
  batch: { may: 'requests.read', screen: 'batches', find: findBatches },
  receiver: { may: 'receivers.read', screen: 'receivers', find: findReceivers },
  customer: { may: 'transactions.read', screen: 'customers', find: findCustomers },
  link: { may: 'transactions.read', screen: 'payment-links', find: findLinks },
  dispute: { may: 'transactions.read', screen: 'disputes', find: findDisputes },
} as const satisfies Record<
  string,
  { may: Permission; screen: string; find: (needs: Needs, input: SearchInput, most: number) => Promise<Scanned<Found>> }
>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]

/** What is exactly so comes before what only begins so. */
async function findTransactions(needs: Needs, { merchantId, q, taxNumber }: SearchInput, limit: number) {
  const search = {
    merchantId,
    q,
    taxNumber,
    limit,
    cursor: undefined,
    state: undefined,
    operation: undefined,
    from: undefined,
    until: undefined,
    leastAmount: undefined,
    mostAmount: undefined,
  }
  const [whole, alike] = await Promise.all([
    searchTransactions(needs, { ...search, isWhole: true }),
    searchTransactions(needs, search),
  ])
  const byId = new Map([...whole.items, ...alike.items].map(one => [one.id, one]))
  const items = [...byId.values()].map(t => {
    const paid = t.paidAmount ?? t.amount
    return {
      id: t.id,
      title: partyOf(t)?.name ?? null,
      detail: t.orderId ?? t.orderDescription,
      amount: directionOf(t.operation) === 'Debit' ? -paid : paid,
      state: t.state,
      at: t.createdAt,
    }
  })
  // A document is looked for by its index, not by words.
  return { items, isAll: taxNumber !== null || items.length >= limit || alike.lookedUntil === null }
}

function findRequests(needs: Needs, { merchantId, personId, q }: SearchInput, most: number) {
  const all = { merchantId, personId, status: undefined, receiverId: undefined, waitsForMe: false }
  return scan({
    q,
    most,
    read: paging => browseRequests(needs, { ...all, ...paging }),
    words: r => termsIn([r.receiverName, r.description], [r.amount]),
    show: (r): Found => ({
      id: r.id,
      title: r.receiverName,
      detail: maskCpfsIn(r.description),
      amount: -r.amount,
      state: r.status,
      at: r.createdAt,
    }),
  })
}

function findBatches(needs: Needs, { merchantId, q }: SearchInput, most: number) {
  return scan({
    q,
    most,
    read: paging => listBatches(needs, { merchantId, kinds: batchKinds, ...paging }),
    words: b => termsIn([b.name], [b.amount], [b.orderId]),
    show: (b): Found => ({
      id: b.id,
      title: b.name,
      detail: b.orderId,
      amount: -b.amount,
      state: b.state,
      at: b.createdAt,
    }),
  })
}

function findReceivers(needs: Needs, { merchantId, q }: SearchInput, most: number) {
  return scan({
    q: q.replaceAll(/(?<=\d)[./-](?=\d)/g, ''),
    most,
    read: paging => browseReceivers(needs, { merchantId, status: undefined, search: undefined, ...paging }),
    words: r => termsIn([r.fantasyName], [], [r.cnpj]),
    show: (r): Found => ({
      id: r.id,
      title: r.fantasyName,
      detail: r.cnpj,
      amount: null,
      state: r.status,
      at: r.createdAt,
    }),
  })
}

/** A document is looked for by those who may, as in transactions. */
async function findCustomers(needs: Needs, { merchantId, q, taxNumber }: SearchInput, most: number) {
  if (taxNumber !== null) {
    const { items } = await listCustomers(needs, { merchantId, document: taxNumber, limit: most, cursor: undefined })
    return { items: items.map(foundCustomer), isAll: true }
  }
  return scan({
    q,
    most,
    read: paging => listCustomers(needs, { merchantId, ...paging }),
    words: c => termsIn([c.name], [], [c.email, c.externalId, c.phone]),
    show: foundCustomer,
  })
}

const foundCustomer = ({ id, name, email, externalId, createdAt }: Customer): Found => ({
  id,
  title: name,
  detail: email ?? externalId,
  amount: null,
  state: null,
  at: createdAt,
})

function findLinks(needs: Needs, { merchantId, q }: SearchInput, most: number) {
  return scan({
    q,
    most,
    read: paging => listLinks(needs, { merchantId, ...paging }),
    words: l => termsIn([l.title, l.description], [l.amount]),
    show: (l): Found => ({
      id: l.id,
      title: l.title,
      detail: l.description,
      amount: l.amount,
      state: l.state,
      at: l.createdAt,
    }),
  })
}

function findDisputes(needs: Needs, { merchantId, q }: SearchInput, most: number) {
  return scan({
    q,
    most,
    read: paging => listDisputes(needs, { merchantId, ...paging }),
    words: d => termsIn([], [d.askedAmount], [d.bankReference, d.transactionId]),
    show: (d): Found => ({
      id: d.id,
      title: d.bankReference,
      detail: d.transactionId,
      amount: d.askedAmount,
      state: d.state,
      at: d.createdAt,
    }),
  })
}

export type PlatformNeeds = { sql: Sql }

/** One letter begins too many names. */
const fewestLetters = 2

/** Everything of all merchants that the search of the portal finds for operators, as on their page of merchants. */
export const platformKinds = { merchant: findMerchants, transaction: findTransactionsOfAll } as const satisfies Record<
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

async function findTransactionsOfAll(needs: PlatformNeeds, q: string) {
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
