import type { Tx } from '../../platform/db/db.ts'
import type { Books, Movement } from '../ledger/books.ts'
import { type ReserveHold, type ReserveTerms, hasReserve, releaseAtOf, reserveOf } from './reserve.ts'
import { insertHolds } from './sql.ts'

/** What is held back of payments in one commit. */
export type Reserves = {
  /** Posts what a merchant's terms hold back of a received payment. */
  hold(
    terms: ReserveTerms,
    received: Pick<Movement, 'merchantId' | 'amount' | 'charges' | 'at'> & { transactionId: string },
  ): void
  write(): Promise<unknown>
}

/** Costs nothing for a merchant without a reserve. Debts and what disputes lack come first. */
export function openReserves(tx: Tx, books: Books): Reserves {
  const holds: ReserveHold[] = []
  return {
    hold(terms, { merchantId, transactionId, amount: received, charges, at }) {
      if (!hasReserve(terms)) return
      const [share, free] = [reserveOf(terms, received - charges, books.reserved(merchantId)), books.free(merchantId)]
      const amount = share < free ? share : free
      if (amount <= 0n) return
      books.post({ merchantId, transactionId, name: 'reserveHeld', amount, charges: 0n, at })
      holds.push({ merchantId, transactionId, amount, heldAt: at, releaseAt: releaseAtOf(terms, at) })
    },
    write: async () => holds.length > 0 && insertHolds(tx, holds),
  }
}
