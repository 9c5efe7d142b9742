import type { Micros } from '../brazil/money.ts'
import { maskCpfsIn } from '../brazil/tax-number.ts'
import { browseReceivers } from '../company-payments/receivers/browse-receivers.ts'
import { browseRequests } from '../company-payments/requests/browse-requests.ts'
import type { Archive } from '../archive/read-archive.ts'
import type { Sql } from '../db/db.ts'
import { listDisputes } from '../disputes/read-dispute.ts'
import { listLinks } from '../payment-links/read-link.ts'
import { listBatches } from '../payout-batches/read-batch.ts'
import { batchKinds } from '../payout-batches/states.ts'
import type { Permission } from '../people/permissions.ts'
import { partyOf } from '../transaction-search/portal-views.ts'
import { searchTransactions } from '../transaction-search/search-transactions.ts'
import { idsLike, isMeant, meaningsOf, wordsIn } from '../transaction-search/words/folded-words.ts'
import { directionOf } from '../transactions/states.ts'

export type Needs = { sql: Sql; archive: Archive; clock: () => Date }

/** What was typed, by whom, for which merchant. `taxNumber` is a document that the person may look for. */
export type Asked = { merchantId: string; personId: string; q: string; taxNumber: string | null }

export type Found = {
  id: string
  /** Null: nobody is named. */
  title: string | null
  detail: string | null
  amount: Micros | null
  state: string
  at: Date
}

/** `path`: of the portal's screen that shows it. */
export type FoundOnScreen = Found & { path: string }

/** Of what people make by hand there is little: so many of the newest are looked through. */
const lookedThrough = { limit: 500, cursor: undefined }

/** Everything of a merchant that the search of the portal finds: who may see it, on which screen it is, and how it is found. */
export const kinds = {
  transaction: { may: 'transactions.read', screen: 'transactions', find: findTransactions },
  request: { may: 'requests.read', screen: 'requests', find: findRequests },
  batch: { may: 'requests.read', screen: 'batches', find: findBatches },
  receiver: { may: 'receivers.read', screen: 'receivers', find: findReceivers },
  link: { may: 'transactions.read', screen: 'payment-links', find: findLinks },
  dispute: { may: 'transactions.read', screen: 'disputes', find: findDisputes },
} as const satisfies Record<
  string,
  { may: Permission; screen: string; find: (needs: Needs, asked: Asked, most: number) => Promise<Found[]> }
>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]

/** What is exactly so comes before what only begins so. */
async function findTransactions(needs: Needs, { merchantId, q, taxNumber }: Asked, limit: number): Promise<Found[]> {
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
  return [...byId.values()].map(t => {
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
}

async function findRequests(needs: Needs, { merchantId, personId, q }: Asked): Promise<Found[]> {
  const all = { merchantId, personId, status: undefined, receiverId: undefined, waitsForMe: false }
  const { items } = await browseRequests(needs, { ...all, ...lookedThrough })
  const isFound = asTyped(q)
  return items
    .filter(r => isFound(r.id, wordsIn([r.receiverName, r.description], [r.amount])))
    .map(r => ({
      id: r.id,
      title: r.receiverName,
      detail: maskCpfsIn(r.description),
      amount: -r.amount,
      state: r.status,
      at: r.createdAt,
    }))
}

async function findBatches(needs: Needs, { merchantId, q }: Asked): Promise<Found[]> {
  const { items } = await listBatches(needs, { merchantId, kinds: batchKinds, ...lookedThrough })
  const isFound = asTyped(q)
  return items
    .filter(b => isFound(b.id, wordsIn([b.name], [b.amount], [b.orderId])))
    .map(b => ({ id: b.id, title: b.name, detail: b.orderId, amount: -b.amount, state: b.state, at: b.createdAt }))
}

async function findReceivers(needs: Needs, { merchantId, q }: Asked): Promise<Found[]> {
  const { items } = await browseReceivers(needs, { merchantId, status: undefined, search: undefined, ...lookedThrough })
  const isFound = asTyped(q.replaceAll(/(?<=\d)[./-](?=\d)/g, ''))
  return items
    .filter(r => isFound(r.id, wordsIn([r.fantasyName], [], [r.cnpj])))
    .map(r => ({ id: r.id, title: r.fantasyName, detail: r.cnpj, amount: null, state: r.status, at: r.createdAt }))
}

async function findLinks(needs: Needs, { merchantId, q }: Asked): Promise<Found[]> {
  const { items } = await listLinks(needs, { merchantId, ...lookedThrough })
  const isFound = asTyped(q)
  return items
    .filter(l => isFound(l.id, wordsIn([l.title, l.description], [l.amount])))
    .map(l => ({ id: l.id, title: l.title, detail: l.description, amount: l.amount, state: l.state, at: l.createdAt }))
}

async function findDisputes(needs: Needs, { merchantId, q }: Asked): Promise<Found[]> {
  const { items } = await listDisputes(needs, { merchantId, ...lookedThrough })
  const isFound = asTyped(q)
  return items
    .filter(d => isFound(d.id, wordsIn([], [d.askedAmount], [d.bankReference, d.transactionId])))
    .map(d => ({
      id: d.id,
      title: d.bankReference,
      detail: d.transactionId,
      amount: d.askedAmount,
      state: d.state,
      at: d.createdAt,
    }))
}

/** Whether something of this id and these words is what was typed. */
function asTyped(q: string): (id: string, words: string[]) => boolean {
  const meanings = meaningsOf(q)
  const ids = idsLike(q)
  return (id, words) => isMeant(meanings, words) || (ids !== null && id >= ids.first && id <= ids.last)
}
