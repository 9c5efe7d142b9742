import { expect } from 'vitest'
import type { ApiError } from '../../src/platform/http/errors.ts'
import { platformId } from '../../src/platform/lib/platform-id.ts'
import { uuidv7 } from '../../src/platform/lib/uuid.ts'
import type { TransactionEvent } from '../../src/money/transactions/event.ts'
import { type Operation, isAskedFor } from '../../src/money/transactions/operations.ts'
import type { EventKind, State, Transition } from '../../src/money/transactions/states.ts'
import type { Transaction } from '../../src/money/transactions/transaction.ts'
import { orderRegistrations } from '../../src/products/bills/boletos/prepare-boleto.ts'
import { nameOf } from '../kit/state-tables.ts'
import { webhook } from '../kit/payout-desk.ts'
import { silentDoor } from '../kit/silent-door.ts'
import type { Trilho } from '../kit/trilho.ts'
import { pathTo, placesOf, unlisted } from './path-to.ts'

const amount = 10_000_000n
const part = 4_000_000n
const noTerms = JSON.stringify({ fine: null, interest: null, rebate: null, discount: null })

const unregistered = { ourNumber: '1', bankNumber: null, barcode: null, txid: null }

type Id = { merchantId: string; id: string }
type Seen = { transaction: Transaction | undefined; postings: string[]; orders: string[]; events: number }

const unborn: Seen = { transaction: undefined, postings: [], orders: [], events: 0 }

/** Walks transactions through their table, by the door, at a bank that accepts every kind of order. */
export async function transactionWalker(trilho: Trilho) {
  const { sql, needs, newMerchant } = trilho
  const { merchantId } = await newMerchant({ balance: '100000', chargeFixed: '0.10' })
  const merchant = await needs.readMerchant(merchantId)
  const rails = await needs.railsOf(null)
  const charges = rails.charges && { ...rails.charges, cancelCharge: async () => [] }
  const door = silentDoor({ ...needs, railsOf: async () => ({ ...rails, charges }) })
  let payments = 0
  const newEndToEndId = () => `E${String(++payments).padStart(31, '0')}`

  async function look({ merchantId: of, id }: Id): Promise<Seen> {
    const [transaction] = await sql<Transaction[]>`select * from transactions where id = ${id}`
    const postings = await sql<{ name: string }[]>`
      select name from postings where merchant_id = ${of} and transaction_id = ${id} order by sequence`
    const orders = await sql<{ kind: string }[]>`
      select kind from bank_orders where transaction_id = ${id} order by created_at, id`
    const events = await sql`select from webhook_events where transaction_id = ${id}`
    return {
      transaction,
      postings: postings.map(({ name }) => name),
      orders: orders.map(({ kind }) => kind),
      events: events.length,
    }
  }

  async function bear(operation: Operation, birth?: Transition): Promise<Id> {
    if (operation === 'unmatchedPayment') return bearUnmatched()
    const isOrdered = birth?.event === 'ordered'
    const createdAt = needs.clock()
    const opening = {
      id: uuidv7(createdAt.getTime()),
      operation,
      merchant,
      connectionId: rails.connectionId,
      amount,
      editable: false,
      counterparty: null,
      order: {},
      webhook: isAskedFor(operation) ? null : webhook,
      idempotencyKey: undefined,
      hashedFields: [],
      createdAt,
      expiresAt: null,
      ...(isOrdered && { isAsked: true }),
    } as const
    const { transaction } = await (isOrdered
      ? door.commit(async write => {
          const opened = await write.open(opening)
          const { connectionId } = rails
          const boleto = { merchantId, id: opening.id, connectionId, createdAt, ...unregistered }
          await orderRegistrations(write.tx, [boleto])
          return opened
        })
      : door.open(opening))
    if (operation === 'pixBill')
      await sql`
        insert into bills (merchant_id, id, due_date, on_time_until, payable_days_after_due, payable_until, terms, revision)
        values (${merchantId}, ${transaction.id}, '2030-01-15', '2030-01-15', 0, '2030-01-15', ${noTerms}::text::jsonb, 0)`
    return { merchantId, id: transaction.id }
  }

  /** A second payment of a charge. */
  async function bearUnmatched(): Promise<Id> {
    const charge = await bear('pixCashIn')
    for (const endToEndId of [newEndToEndId(), newEndToEndId()])
      await door.apply({ ...charge, event: { kind: 'paid', amount, participant: null, endToEndId, arrived: true } })
    const [link] = await sql<{ unmatchedId: string }[]>`
      select unmatched_id from unmatched_payments where transaction_id = ${charge.id}`
    return { merchantId: platformId, id: link?.unmatchedId ?? '' }
  }

  /** The input of the door that causes this event of the table. A refund is full only where it must be. */
  function eventOf(
    event: EventKind,
    { isWhole, isBlocked = false }: { isWhole: boolean; isBlocked?: boolean },
  ): TransactionEvent {
    const refund = { refundId: crypto.randomUUID(), amount: isWhole ? amount : part }
    switch (event) {
      case 'paid':
      case 'paidInTime':
        return { kind: event, amount, participant: null, endToEndId: newEndToEndId() }
      case 'changed':
        return { kind: event, amount, expiresAt: needs.clock(), orderDescription: null, qrCode: null }
      case 'changeAsked':
        return { kind: event, expiresAt: needs.clock() }
      case 'registered':
        return { kind: event, externalId: crypto.randomUUID(), qrCode: null, pixKey: 'k', pixKeyType: 'EVP' }
      case 'boletoTakenBack':
        return { kind: event, expiresAt: needs.clock() }
      case 'paidByBoleto':
        return { kind: event, amount, paidAt: needs.clock() }
      case 'paidAfterAll':
        return { kind: event, participant: null, endToEndId: newEndToEndId() }
      case 'authorised':
        return { kind: event, consentId: crypto.randomUUID() }
      case 'failed':
        return { kind: event, cause: 'PaymentProcessingError' }
      case 'approved':
      case 'cancelled':
        return { kind: event, webhookUrl: webhook.url }
      case 'refundRequested':
      case 'refundFailed':
        return { kind: event, ...refund }
      case 'refunded':
      case 'partlyRefunded':
        return { kind: 'refundCompleted', ...refund }
      case 'forcedReturn':
        return { kind: event, refundId: refund.refundId, amount: null }
      case 'partlyForcedReturn':
        return { kind: 'forcedReturn', refundId: refund.refundId, amount: part }
      case 'disputed':
        return { kind: event, amount: part }
      case 'disputeReleased':
        return { kind: event, amount: isBlocked ? part : 0n }
      case 'disputeReturned':
        return { kind: event, refundId: refund.refundId, amount: part }
      case 'accepted':
      case 'boletoSettled':
      case 'boletoLost':
      case 'expired':
      case 'cancelRequested':
      case 'reversed':
      case 'returned':
      case 'matched':
        return { kind: event }
      case 'opened':
      case 'ordered':
      case 'requested':
      case 'received':
        throw new Error(`${event} is a birth`)
    }
  }

  /** State, money, bank orders and events match the columns of the row. */
  function expectLike(row: Transition, before: Seen, after: Seen) {
    expect([nameOf(row), after.transaction?.state]).toEqual([nameOf(row), row.to])
    expect([nameOf(row), after.postings]).toEqual([
      nameOf(row),
      [...before.postings, ...(row.posting ? [row.posting] : [])],
    ])
    expect([nameOf(row), after.orders]).toEqual([nameOf(row), ordersAfter(row, before.orders)])
    expect([nameOf(row), after.events]).toEqual([nameOf(row), before.events + (row.notifies === true ? 1 : 0)])
  }

  async function follow(operation: Operation, path: Transition[]): Promise<Id> {
    const isWhole = path.at(-1)?.event === 'refunded'
    const [birth, ...rows] = path
    const one = await bear(operation, birth)
    let before = await look(one)
    if (birth !== undefined) expectLike(birth, unborn, before)
    for (const row of rows) {
      const isBlocked = (before.transaction?.disputedAmount ?? 0n) > 0n
      await door.apply({ ...one, event: eventOf(row.event, { isWhole, isBlocked }) })
      const after = await look(one)
      expectLike(row, before, after)
      before = after
    }
    return one
  }

  return {
    /** Applies the row to a transaction of this operation; false: such a transaction never reaches it. */
    async walk(operation: Operation, row: Transition): Promise<boolean> {
      const path = pathTo(operation, row)
      if (path !== null) await follow(operation, path)
      return path !== null
    },

    /** In every state, every event that the table does not list is refused, and changes nothing. */
    async expectRefusals(operation: Operation): Promise<State[]> {
      const places = placesOf(operation)
      for (const { state, path } of places) {
        const one = await follow(operation, path)
        const before = await look(one)
        for (const event of unlisted(operation, state)) {
          const applied = door.apply({ ...one, event: eventOf(event, { isWhole: false }) })
          const outcome = await applied.then(
            () => 'happened',
            (error: ApiError) => error.reason,
          )
          expect([operation, state, event, outcome]).toEqual([operation, state, event, 'TransactionStateNotAllowed'])
          expect([operation, state, event, await look(one)]).toEqual([operation, state, event, before])
        }
      }
      return places.map(({ state }) => state)
    },
  }
}

/** A withdrawal cancels the waiting payout; everything else is a new order. */
function ordersAfter({ bank }: Transition, before: string[]): string[] {
  if (bank === null) return before
  return bank === 'withdrawal' ? before.filter(kind => kind !== 'payout') : [...before, bank]
}
