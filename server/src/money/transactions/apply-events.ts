import type { NewOrder, OrderKind } from '../bank-orders/order.ts'
import { placeOrders, takesOrder, withdrawOrder } from '../bank-orders/place-orders.ts'
import { leaseSeconds } from '../bank-orders/schedule.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { type Books, openBooks } from '../ledger/books.ts'
import { byClockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { readAccounts } from '../../tenancy/merchants/read-merchant.ts'
import { completeWith } from '../rails/participant.ts'
import type { Rails } from '../rails/rails.ts'
import { type RailsOf, findRails } from '../rails/rails-of.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type NewEvent, type WebhookEvent, kindOf } from '../webhooks/event.ts'
import { enqueueEvents } from '../webhooks/enqueue-events.ts'
import { optionalEvents } from '../webhooks/states.ts'
import { webhookTarget } from '../webhooks/webhook-target.ts'
import { type Change, changeOfState, mayMoveMoney } from './change-of-state.ts'
import type { ErasedKeyNeeds } from './erased-key.ts'
import { PaidElsewhere, type TransactionEvent, isCredited } from './event.ts'
import { type Outflows, approvalOutflows } from './limits/approval-outflows.ts'
import { bookedElsewhere, newlyBooked, readBooked } from './booked-payments.ts'
import { alreadySent, bookSent, isSentElsewhere, newlySent, readSent } from './sent-payments.ts'
import { type UnmatchedHolder, unmatchedHolder } from './hold-unmatched.ts'
import { type Reserves, openReserves } from '../reserves/hold-reserve.ts'
import {
  type CatchMoney,
  type FollowBills,
  type FollowCharges,
  type FollowReturn,
  type PaidBill,
  linkedEnds,
  paidBill,
} from './commit-hooks.ts'
import { insertBooked, lockTransactions } from './sql.ts'
import { scopeOf } from './scope-of.ts'
import type { Transaction, TransactionId } from './transaction.ts'
import { eventView } from './views.ts'
import { writeTransactions } from './write-transactions.ts'

export type Needs = ErasedKeyNeeds & {
  clock: () => Date
  addresses: PublicAddresses
  railsOf: RailsOf
  followCharges: FollowCharges
  followBills: FollowBills
  followReturn: FollowReturn
  catchMoney: CatchMoney
}

export type ApplyInput = TransactionId & {
  event: TransactionEvent
  /** The merchant's events, if it is not just the transaction as the event left it. */
  payloadsOf?: (after: Transaction, transactionEvent: object) => object[]
}

export type Applied = {
  before: Transaction
  transaction: Transaction
  refund: Change['refund']
  /** What the bank was ordered to do. */
  order: NewOrder | null
  webhookEvents: WebhookEvent[]
}

/** What is written for one of them, before the events have their leases. */
type Made = Omit<Applied, 'webhookEvents'> & { events: NewEvent[] }

type Together = { results: Array<Applied | Error>; uncaught: ReturnType<Books['uncaught']> }

type Kinds = ReadonlySet<TransactionEvent['kind']>

/** Their use cases write rows of disputes in the same commit: what is lacked is not known before its end. */
const ofDisputes: Kinds = new Set(['disputed', 'disputeReleased', 'disputeReturned', 'forcedReturn'])

/** What takes available money. */
const spending: Kinds = new Set(['approved', 'refundRequested', 'reversed'])

export async function applyAll(tx: Tx, needs: Needs, input: ApplyInput[]): Promise<Array<Applied | Error>> {
  const { results, uncaught } = await applyEvents(tx, needs, input)
  const isDisputes = (merchantId: string) =>
    input.some(one => one.merchantId === merchantId && ofDisputes.has(one.event.kind))
  const catching = uncaught.filter(({ merchantId }) => !isDisputes(merchantId))
  if (catching.length > 0) await catchFor(tx, needs, catching)
  return results
}

type Lacking = Awaited<ReturnType<CatchMoney>>

const isSpentBy =
  (input: ApplyInput[]) =>
  ({ merchantId }: { merchantId: string }): boolean =>
    input.some(one => one.merchantId === merchantId && spending.has(one.event.kind))

/** Blocks what disputes lack. Returns what they still lack, because somebody else has locked their rows. */
const catchFor = (tx: Tx, needs: Needs, uncaught: Parameters<CatchMoney>[1]): Promise<Lacking> =>
  needs.catchMoney(tx, uncaught, caught => applyEvents(tx, needs, caught))

/** The books of merchants whose money is spent: what their disputes lack is blocked before, or withheld. */
export async function openForSpending(tx: Tx, needs: Needs, merchantIds: Iterable<string>): Promise<Books> {
  const ids = [...merchantIds]
  const books = await openBooks(tx, ids)
  const uncaught = books.uncaught()
  if (uncaught.length === 0) return books
  const lacking = await catchFor(tx, needs, uncaught)
  const caught = await openBooks(tx, ids)
  for (const { merchantId, amount } of lacking) caught.withhold(merchantId, amount)
  return caught
}

/** `lacking`: what disputes still lack after money was caught for them; undefined: it was not tried yet. */
async function applyEvents(tx: Tx, needs: Needs, input: ApplyInput[], lacking?: Lacking): Promise<Together> {
  const at = needs.clock()
  const [locked, booked] = await Promise.all([lockTransactions(tx, input), readBooked(tx, input)])
  const current = new Map(locked.map(t => [keyOf(t), t]))
  const [sent, books, accountOf] = await Promise.all([
    readSent(tx, input, locked),
    openBooks(tx, moving(input, current)),
    readAccounts(
      tx,
      input.map(one => one.merchantId),
    ),
  ])
  const uncaught = lacking === undefined ? books.uncaught().filter(isSpentBy(input)) : []
  // The rows that were read above may be other ones now.
  if (uncaught.length > 0) return applyEvents(tx, needs, input, await catchFor(tx, needs, uncaught))
  for (const { merchantId, amount } of lacking ?? []) books.withhold(merchantId, amount)
  // What happens to a merchant's payment has the date of its clock; events and bank orders go by the true one.
  const atOf = (merchantId: string) => byClockOf(accountOf(merchantId), at)
  const holder = unmatchedHolder(tx, needs, at)
  const reserves = openReserves(tx, books)
  const outflows = await approvalOutflows(tx, input, current, atOf)

  const ownBanks = new Map<string | null, Rails['bank'] | null>()

  const paidBills: PaidBill[] = []
  const results: Array<Made | Error> = []
  for (const one of input) {
    const before = current.get(keyOf(one))
    const made = before === undefined ? new ApiError('TransactionNotFound') : await applyOne(before, one)
    if (!(made instanceof Error)) current.set(keyOf(one), made.transaction)
    results.push(made)
  }
  if (paidBills.length > 0) await needs.followBills(tx, paidBills)
  const written = await writeAll(tx, await withLinkEvents(results), { books, outflows, holder, reserves })
  return { results: written, uncaught: books.uncaught() }

  /** Reports closed charges to their payment links, and adds the events of the links to the last of them. */
  async function withLinkEvents(all: Array<Made | Error>): Promise<Array<Made | Error>> {
    const ended = linkedEnds(all)
    if (ended.length === 0) return all
    const more = await needs.followCharges(tx, ended, at)
    return all.map(one => (one === ended.at(-1)?.made ? { ...one, events: [...one.events, ...more] } : one))
  }

  async function applyOne(before: Transaction, one: ApplyInput): Promise<Made | ApiError> {
    const now = atOf(before.merchantId)
    if (isAtAnotherBank(before, one.event)) return new PaidElsewhere()
    if (isSentElsewhere(sent, before, one)) return alreadySent()
    const elsewhere = bookedElsewhere(booked, before, one)
    const inSuspense = elsewhere?.inSuspense
    if (inSuspense === null) return alreadyBooked(before, one.event)
    const event = inSuspense === undefined ? one.event : named(one.event, inSuspense)
    const requested = changeOfState(before, event, now)
    if (requested instanceof ApiError) return requested
    const change = requested.movement === null ? requested : within(requested, books.available(before.merchantId))
    const order = await orderFor(change, one.event).catch((error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    })
    if (order instanceof ApiError) return order
    const refusal = outflows.beyond(change) ?? post(books, change, now)
    if (refusal !== null) return refusal
    outflows.add(change)
    if (change.movement?.name === 'cashInSettled' || change.movement?.name === 'boletoSettled')
      reserves.hold(accountOf(before.merchantId), {
        ...change.movement,
        merchantId: before.merchantId,
        transactionId: before.id,
        at: now,
      })
    const bill = paidBill(change, event, now)
    if (bill !== null) paidBills.push(bill)
    const { unmatched } = change
    if (elsewhere !== undefined && inSuspense !== undefined) {
      await holder.release(inSuspense, before)
      // The same payment may be reported again in this commit: it left suspense only once.
      booked.delete(paymentKey(elsewhere.endToEndId))
    }
    if (unmatched !== null) await holder.keep({ connectionId: before.connectionId, charge: before, unmatched })
    const notified = eventsOf(one, change, await needs.followReturn(tx, change, now), await ownBank(before))
    return { before, ...notified, refund: change.refund, order }
  }

  /** What the row of the table says the bank is to do, where the bank does such things by order. */
  async function orderFor({ after, row, refund }: Change, event: TransactionEvent): Promise<NewOrder | null> {
    const kind = row?.bank ?? null
    if (kind === null) return null
    const { merchantId, id: transactionId, connectionId } = after
    // A cancellation waits for a paused bank. Without a connection nobody can be asked.
    const rails = await (kind === 'cancellation'
      ? findRails(needs.railsOf, connectionId, tx)
      : needs.railsOf(connectionId, tx))
    if (rails === null || !takesOrder(rails, kind === 'withdrawal' ? 'payout' : kind)) {
      // Nothing is held for what a bank would never be asked to do; the simulator is asked by simulation calls.
      if (kind === 'cancellation' || rails?.isSimulator === true) return null
      throw new ApiError('BankNotConnected')
    }
    if (kind === 'withdrawal') {
      if (await withdrawOrder(tx, { merchantId, id: transactionId })) return null
      throw new ApiError('TransactionStateNotAllowed', { message: 'the payment was already sent to the bank' })
    }
    const subject = refund?.id ?? (event.kind === 'authorised' ? event.consentId : null)
    // Somebody waits for a refund, an initiation, a cancellation or a change and takes it to the bank at once; the worker comes in
    // only if that fails.
    const isAwaited = subject !== null || event.kind === 'cancelRequested' || event.kind === 'changeAsked'
    const nextStepAt = isAwaited ? new Date(at.getTime() + leaseSeconds * 1000) : at
    const id = idOfOrder(kind, after, event)
    const keyLookUp = event.kind === 'approved' ? (event.keyLookUp ?? null) : null
    return { merchantId, id, kind, transactionId, subject, connectionId, createdAt: at, nextStepAt, keyLookUp }
  }

  /** Where the platform has the money, also while that bank is paused; null: it is not connected any more. */
  async function ownBank({ connectionId }: Transaction): Promise<Rails['bank'] | null> {
    const known = ownBanks.get(connectionId)
    if (known !== undefined) return known
    const bank = (await findRails(needs.railsOf, connectionId, tx))?.bank ?? null
    ownBanks.set(connectionId, bank)
    return bank
  }

  /** A payout and an initiation are known to the bank by what they carry out; others have an id of their own. */
  function idOfOrder(kind: OrderKind, { id }: Transaction, event: TransactionEvent): string {
    if (kind === 'payout') return id
    return event.kind === 'authorised' ? event.consentId : uuidv7(at.getTime())
  }

  /** The events of a change: its state at the address of the payment, all else where the merchant asks for it. */
  function eventsOf(
    { payloadsOf, event }: ApplyInput,
    { after, row, refund }: Change,
    more: object[],
    bank: Rails['bank'] | null,
  ): Pick<Made, 'transaction' | 'events'> {
    if (row === null || row.notifies === false) return { transaction: after, events: [] }
    const { merchantId, id: transactionId } = after
    const account = accountOf(merchantId)
    const view = eventView(after, {
      account,
      bank,
      addresses: needs.addresses,
      refund,
      components: componentsOf(event),
    })
    const scope = scopeOf(after)
    const payloads = [...(payloadsOf === undefined ? [view] : payloadsOf(after, view)), ...more]
    const isOptional = (payload: object) =>
      row.notifies === 'asked' || optionalEvents.some(event => event === kindOf(payload))
    const eventWith = (payload: object) => {
      const id = uuidv7(at.getTime())
      return { merchantId, id, payload: JSON.stringify(payload), createdAt: at, scope }
    }
    // The merchant's address was written into the transaction when it was opened, or approved. A transaction without one
    // has no events; those of one with an address are numbered on from those before.
    const target = webhookTarget(after, null)
    const positionOf = (i: number) => ({ transactionId, position: after.events + 1 + i })
    const states =
      target === null
        ? []
        : payloads
            .filter(payload => !isOptional(payload))
            .map((payload, i) => ({ ...eventWith(payload), ...positionOf(i), ...target }))
    // Outside the order of the transaction's events: they hold none of them up.
    const { webhookUrl: url, webhookEvents } = account
    const asked = payloads.filter(payload => isOptional(payload) && webhookEvents.includes(kindOf(payload)))
    const beside = { transactionId: null, position: 1, headerName: null, headerValue: null }
    const optional =
      url === null ? [] : asked.map(payload => ({ ...eventWith(atAddress(payload, url)), ...beside, url }))
    return { transaction: { ...after, events: after.events + states.length }, events: [...states, ...optional] }
  }
}

/** How a paid bill is made up, as its bank says. */
const componentsOf = (event: TransactionEvent) => (isCredited(event) ? (event.components ?? null) : null)

/** An event says which address it was sent to. */
const atAddress = (payload: object, webhookUrl: string): object =>
  'webhookUrl' in payload ? { ...payload, webhookUrl } : payload

async function writeAll(
  tx: Tx,
  results: Array<Made | Error>,
  {
    books,
    outflows,
    holder,
    reserves,
  }: { books: Books; outflows: Outflows; holder: UnmatchedHolder; reserves: Reserves },
): Promise<Array<Applied | Error>> {
  const made = results.filter((one): one is Made => !(one instanceof Error))
  if (made.length === 0) return results.filter(one => one instanceof Error)
  const [enqueued] = await Promise.all([
    enqueueEvents(
      tx,
      made.flatMap(one => one.events),
    ),
    writeTransactions(tx, made),
    books.close(),
    outflows.close(),
    holder.write(),
    reserves.write(),
    insertBooked(tx, newlyBooked(made)),
    bookSent(tx, newlySent(made)),
    placeOrders(
      tx,
      made.flatMap(({ order }) => order ?? []),
    ),
  ])
  const eventsById = new Map(enqueued.map(event => [event.id, event]))
  return results.map(one => {
    if (one instanceof Error) return one
    const { events, ...applied } = one
    return { ...applied, webhookEvents: events.flatMap(({ id }) => eventsById.get(id) ?? []) }
  })
}

/** Its money would be held, and ordered back, at a bank that does not have it. */
const isAtAnotherBank = ({ connectionId }: Transaction, event: TransactionEvent): boolean =>
  event.kind === 'paid' && event.connectionId !== undefined && event.connectionId !== connectionId

/** Its bank may report a payment again. Nobody else can bring one that is booked in another transaction. */
const alreadyBooked = (before: Transaction, event: TransactionEvent): Made | ApiError =>
  event.kind === 'paid' && event.arrived === true
    ? { before, transaction: before, events: [], refund: null, order: null }
    : new ApiError('TransactionStateNotAllowed', { message: 'the payment is booked in another transaction' })

/** Who paid may have been reported while the money was in suspense, and is not reported again. */
const named = (event: TransactionEvent, { participant }: Transaction): TransactionEvent =>
  isCredited(event) ? { ...event, participant: completeWith(event.participant, participant) } : event

const within = (change: Change, available: Micros): Change => blockWithin(chargesWithin(change, available), available)

const keyOf = (t: TransactionId) => `${t.merchantId} ${t.id}`

/** Whose books must be open: those of the merchants whose money may move. */
const moving = (input: ApplyInput[], current: Map<string, Transaction>): string[] =>
  input.flatMap(({ event, ...one }) => {
    const transaction = current.get(keyOf(one))
    return transaction !== undefined && mayMoveMoney(transaction, event) ? [transaction.merchantId] : []
  })

/** Posts what moves with a change, or answers the refusal and posts nothing. */
function post(books: Books, { after, movement, needsCover }: Change, at: Date): ApiError | null {
  if (movement === null) return null
  const { merchantId, id: transactionId } = after
  const refusal = needsCover === null ? null : books.uncovered(merchantId, needsCover)
  if (refusal === null) books.post({ merchantId, transactionId, ...movement, at })
  return refusal
}

const between = (least: Micros, value: Micros, most: Micros): Micros =>
  value < least ? least : value > most ? most : value

/**
 * Charges never take a balance below zero. Where money goes back that is not covered, the charges of its payment are
 * given back with it, as far as is missing; a payout that a bank has paid after all is charged what is left beside it.
 */
function chargesWithin(change: Change, available: Micros): Change {
  const { movement, after, needsCover } = change
  if (movement?.name === 'cashInReturned') {
    const charges = between(0n, movement.amount - available, after.charges)
    return {
      ...change,
      after: { ...after, charges: after.charges - charges },
      movement: { ...movement, charges },
      needsCover: needsCover === null ? null : needsCover - charges,
    }
  }
  if (movement?.name === 'cashOutPaidLate') {
    const charges = between(0n, available - movement.amount, after.charges)
    return { ...change, after: { ...after, charges }, movement: { ...movement, charges } }
  }
  return change
}

/** A dispute blocks what is available, and never takes a balance below zero. What comes later is caught then. */
function blockWithin(change: Change, available: Micros): Change {
  const { movement, before, after } = change
  if (movement?.name !== 'disputeBlocked') return change
  const free = available < 0n ? 0n : available
  const amount = movement.amount < free ? movement.amount : free
  return {
    ...change,
    after: { ...after, disputedAmount: before.disputedAmount + amount },
    movement: amount === 0n ? null : { ...movement, amount },
  }
}
