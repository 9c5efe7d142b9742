import type { Tx } from '../lib/db.ts'
import type { Micros } from '../lib/money.ts'
import { type PostingName, postings } from './postings.ts'
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
  available(merchantId: string): Micros
  post(movement: Movement): void
  /** Writes what was posted. Nothing has moved before this, and nothing stays moved if the commit fails. */
  close(): Promise<void>
}

export async function openBooks(tx: Tx, merchantIds: Iterable<string>): Promise<Books> {
  const wanted = [...new Set(merchantIds)]
  const balances = new Map<string, Balance>()
  if (wanted.length > 0) for (const balance of await lockBalances(tx, wanted)) balances.set(balance.merchantId, balance)
  const written: Posting[] = []

  const balanceOf = (merchantId: string): Balance => {
    const balance = balances.get(merchantId)
    if (balance === undefined) throw new Error(`the books of merchant ${merchantId} are not open`)
    return balance
  }

  return {
    available: merchantId => balanceOf(merchantId).available,

    post({ merchantId, transactionId, name, at, ...amounts }) {
      const balance = balanceOf(merchantId)
      const moved = { available: 0n, held: 0n, bank: 0n, fees: 0n }
      for (const [from, to, which] of postings[name]) {
        moved[from] -= amounts[which]
        moved[to] += amounts[which]
      }
      balance.available += moved.available
      balance.held += moved.held
      balance.bank += moved.bank
      balance.fees += moved.fees
      balance.postings += 1n
      const { available: availableAfter, held: heldAfter, postings: sequence } = balance
      written.push({ merchantId, sequence, transactionId, name, ...moved, availableAfter, heldAfter, postedAt: at })
    },

    async close() {
      if (written.length === 0) return
      const moved = new Set(written.map(posting => posting.merchantId))
      await Promise.all([insertPostings(tx, written), updateBalances(tx, [...moved].map(balanceOf))])
    },
  }
}
