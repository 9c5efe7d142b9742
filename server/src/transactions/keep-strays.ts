import { openException } from '../bank-orders/exceptions.ts'
import type { NewOrder } from '../bank-orders/order.ts'
import { placeOrders, takesOrder } from '../bank-orders/place-orders.ts'
import type { Tx } from '../db/db.ts'
import { type Books, openBooks } from '../ledger/books.ts'
import { platformId } from '../ledger/platform.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import type { Change } from './change-of-state.ts'
import { toRow } from './new-transaction.ts'
import { type StrayLink, insertStrayLinks, insertTransactions, selectByIdempotencyKey } from './sql.ts'
import { birthOf } from './states.ts'
import type { Stray } from './stray.ts'
import type { Transaction } from './transaction.ts'

export type StrayKeeper = ReturnType<typeof strayKeeper>

/**
 * Keeps money that came for a charge and cannot be credited: once for each payment, as a transaction of the platform, in
 * suspense, and ordered back. Its books are opened only when there is such money.
 */
export function strayKeeper(tx: Tx, needs: { railsOf: RailsOf }, at: Date) {
  const kept: { row: Transaction; link: StrayLink; isTaken: boolean }[] = []
  let books: Books | null = null

  return {
    async keep({ before, stray }: Change): Promise<void> {
      if (stray === null) return
      const row = newStray(before, stray, at)
      const { id: strayId, connectionId, amount } = row
      books ??= await openBooks(tx, [platformId])
      const isKnown = kept.some(one => one.row.idempotencyKey === row.idempotencyKey)
      if (isKnown || (await selectByIdempotencyKey(tx, [row])).length > 0) return
      const name = birthOf(row.operation).posting
      if (name !== null) books.post({ merchantId: platformId, transactionId: strayId, name, amount, charges: 0n, at })
      const rails = await needs.railsOf(connectionId, tx).catch(() => null)
      const { merchantId, id: transactionId } = before
      const link = { merchantId, transactionId, strayId, reason: stray.reason, createdAt: at }
      kept.push({ row, link, isTaken: rails !== null && takesOrder(rails, 'return') })
    },

    async write(): Promise<void> {
      if (kept.length === 0) return
      await insertTransactions(
        tx,
        kept.map(({ row }) => row),
      )
      const taken = kept.filter(({ isTaken }) => isTaken).map(({ row }) => returnOf(row))
      const links = kept.map(({ link }) => link)
      await Promise.all([insertStrayLinks(tx, links), books?.close(), placeOrders(tx, taken)])
      for (const { row, isTaken } of kept) if (!isTaken) await openException(tx, noBank(row), at)
    },
  }
}

const newStray = (charge: Transaction, stray: Stray, at: Date): Transaction => ({
  ...toRow({
    id: uuidv7(at.getTime()),
    operation: 'strayPayment',
    merchant: { id: platformId, chargeFixed: 0n, chargeRate: 0n },
    connectionId: charge.connectionId,
    amount: stray.amount,
    editable: false,
    counterparty: null,
    order: { orderDescription: stray.reason },
    webhook: null,
    idempotencyKey: `payment:${charge.connectionId ?? ''}:${stray.endToEndId}`,
    alsoAsked: [],
    createdAt: at,
    expiresAt: null,
  }),
  paidAmount: stray.amount,
  participant: stray.participant,
  endToEndId: stray.endToEndId,
})

const returnOf = ({ merchantId, id: transactionId, connectionId, createdAt }: Transaction): NewOrder => ({
  merchantId,
  id: uuidv7(createdAt.getTime()),
  kind: 'return',
  transactionId,
  subject: null,
  connectionId,
  createdAt,
  nextStepAt: createdAt,
})

const noBank = ({ merchantId, id: transactionId }: Transaction) => ({
  merchantId,
  transactionId,
  orderId: null,
  kind: 'return' as const,
  subject: null,
  expected: 'the payment goes back',
  said: 'no bank is connected that could return it',
})
