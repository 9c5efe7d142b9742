import { closeExplained, openException } from '../bank-orders/exceptions.ts'
import { type Fact, fact } from '../bank-orders/fact.ts'
import type { NewOrder } from '../bank-orders/order.ts'
import { placeOrders, takesOrder } from '../bank-orders/place-orders.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type Books, openBooks } from '../ledger/books.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type RailsOf, findRails } from '../rails/rails-of.ts'
import { changeOfState } from './change-of-state.ts'
import { toRow } from './new-transaction.ts'
import {
  type UnmatchedLink,
  deleteBooked,
  insertBooked,
  insertTransactions,
  insertUnmatchedLinks,
  selectBooked,
  updateTransactions,
} from './sql.ts'
import { birthOf } from './operations.ts'
import { type Unmatched, keptComponents } from './unmatched.ts'
import type { Transaction } from './transaction.ts'

export type UnmatchedHolder = ReturnType<typeof unmatchedHolder>

/** Money without a home, and the charge it was for; null: for none of ours, so that a person must look. */
type Found = { connectionId: string | null; charge: Transaction | null; unmatched: Unmatched }

/** Holds money that cannot be credited, once per payment, in the platform's suspense, and orders it back. */
export function unmatchedHolder(tx: Tx, needs: { railsOf: RailsOf }, at: Date) {
  const kept: { row: Transaction; link: UnmatchedLink | null; said: Fact | null }[] = []
  const released: Transaction[] = []
  let books: Books | null = null

  return {
    /** Takes such money out of suspense again: the charge it was for takes it in the same commit. */
    async release(unmatched: Transaction, charge: Transaction): Promise<void> {
      books ??= await openBooks(tx, [platformId])
      const change = changeOfState(unmatched, { kind: 'matched' }, at)
      if (change instanceof Error) throw change
      if (change.movement !== null)
        books.post({ merchantId: platformId, transactionId: unmatched.id, ...change.movement, at })
      await deleteBooked(tx, unmatched.endToEndId ?? '')
      await closeExplained(tx, unmatched, { note: `The bank named its charge later: transaction ${charge.id}`, at })
      released.push(change.after)
    },

    async keep({ connectionId, charge, unmatched }: Found): Promise<void> {
      const row = newUnmatched(connectionId, unmatched, at)
      books ??= await openBooks(tx, [platformId])
      const isKnown = kept.some(({ row }) => paymentKey(row.endToEndId ?? '') === paymentKey(unmatched.endToEndId))
      if (isKnown || (await selectBooked(tx, [unmatched.endToEndId])).length > 0) return
      const { id: unmatchedId, amount } = row
      const name = birthOf(row.operation).posting
      if (name !== null)
        books.post({ merchantId: platformId, transactionId: unmatchedId, name, amount, charges: 0n, at })
      const { reason, paidAt = null, components = null } = unmatched
      const isLinked = charge !== null && reason !== 'NoCharge'
      const said = { paidAt, components: components && keptComponents(components) }
      const link = isLinked ? { ...linkOf(charge), unmatchedId, reason, createdAt: at, ...said } : null
      kept.push({ row, link, said: await whyNotReturned(charge, connectionId, unmatched) })
    },

    async write(): Promise<void> {
      if (released.length > 0) await updateTransactions(tx, released)
      if (kept.length === 0) return books?.close()
      await insertTransactions(
        tx,
        kept.map(({ row }) => row),
      )
      const returned = kept.filter(({ said }) => said === null).map(({ row }) => returnOf(row))
      const links = kept.flatMap(({ link }) => link ?? [])
      const booked = kept.flatMap(({ row }) => bookedBy(row))
      await Promise.all([
        insertBooked(tx, booked),
        insertUnmatchedLinks(tx, links),
        books?.close(),
        placeOrders(tx, returned),
      ])
      for (const { row, said } of kept) if (said !== null) await openException(tx, exceptionOf(row, said), at)
    },
  }

  /** Null: it is ordered back at once. */
  async function whyNotReturned(
    charge: Transaction | null,
    connectionId: string | null,
    { inTime, byBoleto }: Unmatched,
  ): Promise<Fact | null> {
    if (byBoleto) return fact(inTime === 'yes' || inTime === 'perhaps' ? 'paidByBoletoInTime' : 'paidByBoleto')
    if (charge === null) return fact('noCharge')
    if (inTime === 'yes') return fact('paidInTime')
    if (inTime === 'perhaps') return fact('paidAtUnknownTime')
    const rails = await findRails(needs.railsOf, connectionId, tx)
    return rails !== null && takesOrder(rails, 'return') ? null : fact('noBank')
  }
}

const newUnmatched = (connectionId: string | null, unmatched: Unmatched, at: Date): Transaction => ({
  ...toRow({
    id: uuidv7(at.getTime()),
    operation: 'unmatchedPayment',
    merchant: { id: platformId, chargeFixed: 0n, chargeRate: 0n },
    connectionId,
    amount: unmatched.amount,
    editable: false,
    counterparty: null,
    order: { orderDescription: unmatched.reason },
    webhook: null,
    // Its end-to-end id keeps it from being booked twice.
    idempotencyKey: undefined,
    hashedFields: [],
    createdAt: at,
    expiresAt: null,
  }),
  paidAmount: unmatched.amount,
  participant: unmatched.participant,
  endToEndId: unmatched.endToEndId,
})

const bookedBy = ({ merchantId, id: transactionId, endToEndId }: Transaction) =>
  endToEndId === null ? [] : [{ endToEndId, merchantId, transactionId }]

const linkOf = ({ merchantId, id: transactionId }: Transaction) => ({ merchantId, transactionId })

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

const exceptionOf = ({ merchantId, id: transactionId }: Transaction, said: Fact) => ({
  merchantId,
  transactionId,
  bankOrderId: null,
  kind: 'return' as const,
  subject: null,
  expected: fact('goesBack'),
  said,
})
