import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { type PostingName, accounts, postings } from './postings.ts'
import { type Balance, type Posting, insertPostings, lockBalances, updateBalances } from './sql.ts'

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
  reserved(merchantId: string): Micros
  /** What is available beyond what disputes still ask for; below zero: they lack it. */
  free(merchantId: string): Micros
  /** Merchants with available money that their disputes still ask for. */
  uncaught(): { merchantId: string; available: Micros }[]
  /** Keeps available money from being spent until the books are closed. */
  withhold(merchantId: string, amount: Micros): void
  /** Returns the number of the posting among its merchant's. */
  post(movement: Movement): bigint
  /** Writes what was posted. Nothing has moved before this, and nothing stays moved if the commit fails. */
  close(): Promise<void>
}

/** The refusal of what the available balance does not cover; null when it does. */
export function uncovered(available: Micros, amount: Micros): ApiError | null {
  if (available >= amount) return null
  const message = `${formatAmount(amount)} is needed, ${formatAmount(available)} is available`
  return new ApiError('InsufficientBalance', { message })
}

export async function openBooks(tx: Tx, merchantIds: Iterable<string>): Promise<Books> {
  const ids = [...new Set(merchantIds)]
  const balances = new Map<string, Balance>()
  if (ids.length > 0) for (const balance of await lockBalances(tx, ids)) balances.set(balance.merchantId, balance)
  const written: Posting[] = []
  const withheld = new Map<string, Micros>()

  const balanceOf = (merchantId: string): Balance => {
    const balance = balances.get(merchantId)
    if (balance === undefined) throw new Error(`the books of merchant ${merchantId} are not open`)
    return balance
  }

  return {
    uncovered: (merchantId, amount) =>
      uncovered(balanceOf(merchantId).available - (withheld.get(merchantId) ?? 0n), amount),

    available: merchantId => balanceOf(merchantId).available,
    reserved: merchantId => balanceOf(merchantId).reserved,
    free: merchantId => balanceOf(merchantId).available - balanceOf(merchantId).toBlock,
    withhold: (merchantId, amount) => void withheld.set(merchantId, amount),
    uncaught: () => [...balances.values()].filter(one => one.toBlock > 0n && one.available > 0n),

    post({ merchantId, transactionId, name, at, ...amounts }) {
      const balance = balanceOf(merchantId)
      // biome-ignore format: all accounts at zero
      const moved = { available: 0n, held: 0n, blocked: 0n, reserved: 0n, toSettle: 0n, clearing: 0n, bank: 0n, fees: 0n, suspense: 0n, tariffs: 0n }
      for (const { from, to, moves } of postings[name]) {
        moved[from] -= amounts[moves]
        moved[to] += amounts[moves]
      }
      for (const account of accounts) balance[account] += moved[account]
      balance.postings += 1n
      // A merchant's postings are in the order of their time, even when servers' clocks differ.
      const postedAt = balance.postedAt !== null && balance.postedAt > at ? balance.postedAt : at
      balance.postedAt = postedAt
      const { available: availableAfter, held: heldAfter, blocked: blockedAfter, reserved: reservedAfter } = balance
      const { postings: sequence } = balance
      const after = { availableAfter, heldAfter, blockedAfter, reservedAfter }
      written.push({ merchantId, sequence, transactionId, name, ...moved, ...after, postedAt })
      return sequence
    },

    async close() {
      if (written.length === 0) return
      const moved = new Set(written.map(posting => posting.merchantId))
      await Promise.all([insertPostings(tx, written), updateBalances(tx, [...moved].map(balanceOf))])
    },
  }
}
