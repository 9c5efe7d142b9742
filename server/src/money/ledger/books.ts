import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { type PostingName, postings } from './postings.ts'
import {
  type Balance,
  type Posting,
  insertEmptyBalance,
  insertPostings,
  lockBalances,
  lockFreeBalances,
  updateBalances,
} from './sql.ts'

export type Movement = {
  merchantId: string
  transactionId: string | null
  name: PostingName
  amount: Micros
  charges: Micros
  at: Date
}

/** The books of some merchants, open for writing: locked until the database transaction ends. */
export type Books = {
  /** The refusal when the available balance does not cover the amount; null when it does. */
  uncovered(merchantId: string, amount: Micros): ApiError | null
  available(merchantId: string): Micros
  post(movement: Movement): void
  /** Writes what was posted. Nothing has moved before this, and nothing stays moved if the commit fails. */
  close(): Promise<void>
}

/** The refusal of what the available balance does not cover; null when it does. */
export function uncovered(available: Micros, amount: Micros): ApiError | null {
  if (available >= amount) return null
  const message = `${formatAmount(amount)} is needed, ${formatAmount(available)} is available`
  return new ApiError('InsufficientBalance', { message })
}

/** New books, with nothing in them. */
export const startBooks = (tx: Tx, merchantId: string) => insertEmptyBalance(tx, merchantId)

/** Of these merchants, the ones whose books nobody else has open: they are open now, until the transaction ends. */
export const takeFreeBooks = async (tx: Tx, merchantIds: Iterable<string>): Promise<Set<string>> =>
  new Set((await lockFreeBalances(tx, [...new Set(merchantIds)])).map(({ merchantId }) => merchantId))

export async function openBooks(tx: Tx, merchantIds: Iterable<string>): Promise<Books> {
  const ids = [...new Set(merchantIds)]
  const balances = new Map<string, Balance>()
  if (ids.length > 0) for (const balance of await lockBalances(tx, ids)) balances.set(balance.merchantId, balance)
  const written: Posting[] = []

  const balanceOf = (merchantId: string): Balance => {
    const balance = balances.get(merchantId)
    if (balance === undefined) throw new Error(`the books of merchant ${merchantId} are not open`)
    return balance
  }

  return {
    uncovered: (merchantId, amount) => uncovered(balanceOf(merchantId).available, amount),

    available: merchantId => balanceOf(merchantId).available,

    post({ merchantId, transactionId, name, at, ...amounts }) {
      const balance = balanceOf(merchantId)
      const moved = { available: 0n, held: 0n, blocked: 0n, bank: 0n, fees: 0n, suspense: 0n }
      for (const { from, to, moves } of postings[name]) {
        moved[from] -= amounts[moves]
        moved[to] += amounts[moves]
      }
      balance.available += moved.available
      balance.held += moved.held
      balance.blocked += moved.blocked
      balance.bank += moved.bank
      balance.fees += moved.fees
      balance.suspense += moved.suspense
      balance.postings += 1n
      // A merchant's postings are in the order of their time, even when servers' clocks differ.
      const postedAt = balance.postedAt !== null && balance.postedAt > at ? balance.postedAt : at
      balance.postedAt = postedAt
      const { available: availableAfter, held: heldAfter, blocked: blockedAfter, postings: sequence } = balance
      const after = { availableAfter, heldAfter, blockedAfter }
      written.push({ merchantId, sequence, transactionId, name, ...moved, ...after, postedAt })
    },

    async close() {
      if (written.length === 0) return
      const moved = new Set(written.map(posting => posting.merchantId))
      await Promise.all([insertPostings(tx, written), updateBalances(tx, [...moved].map(balanceOf))])
    },
  }
}
