import { type Books, openBooks } from '../ledger/books.ts'
import { batch } from '../lib/batch.ts'
import type { Sql, Tx } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import type { PublicAddresses } from '../lib/public-addresses.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Attempt, Deliver } from '../webhooks/deliver.ts'
import { type WebhookEvent, enqueueEvents } from '../webhooks/enqueue-events.ts'
import { type Change, type TransactionEvent, changeOfState, mayMoveMoney } from './change-of-state.ts'
import { lockTransactions, updateTransactions } from './sql.ts'
import type { Transaction, TransactionId } from './transaction.ts'
import { eventView } from './views.ts'

type Wanted = TransactionId & { event: TransactionEvent }
type Written = { transaction: Transaction; webhookEvent: WebhookEvent }

/** The transaction as it is now, and how the first attempt to tell the merchant ends. */
export type Applied = { transaction: Transaction; firstAttempt: Promise<Attempt> }
export type ApplyEvent = (wanted: Wanted) => Promise<Applied>

type Needs = { sql: Sql; clock: () => Date; addresses: PublicAddresses; deliver: Deliver }

/**
 * The one door: state, money and webhook event commit together or not at all. Simulations, banks, checkout, expiry
 * and approvals all come through here, many in one commit. Of several events for one transaction the first wins,
 * and the others see the state it left.
 */
export function eventDoor(needs: Needs) {
  const write = batch<Wanted, Written>('apply event', wanted => needs.sql.begin(tx => applyAll(tx, needs, wanted)))
  const tell = ({ transaction, webhookEvent }: Written): Applied => ({
    transaction,
    firstAttempt: needs.deliver(webhookEvent),
  })
  return {
    applyEvent: async (wanted: Wanted) => tell(await write(wanted)),
    /** For a use case with rows of its own in the same commit: call inside, then `tell` after the commit. */
    applyWithin: (tx: Tx, wanted: Wanted[]) => applyAll(tx, needs, wanted),
    tell,
  }
}

export type EventDoor = ReturnType<typeof eventDoor>

async function applyAll(tx: Tx, needs: Needs, wanted: Wanted[]): Promise<Array<Written | ApiError>> {
  const at = needs.clock()
  const current = new Map((await lockTransactions(tx, wanted)).map(t => [keyOf(t), t]))
  const moving = wanted.filter(one => {
    const transaction = current.get(keyOf(one))
    return transaction !== undefined && mayMoveMoney(transaction, one.event)
  })
  const books = await openBooks(
    tx,
    moving.map(one => one.merchantId),
  )

  const written: Written[] = []
  const results = wanted.map(one => {
    const before = current.get(keyOf(one))
    if (before === undefined) return new ApiError('TransactionNotFound')
    const change = changeOfState(before, one.event, at)
    if (change instanceof ApiError) return change
    const refusal = postMovement(books, change, at)
    if (refusal !== null) return refusal
    current.set(keyOf(one), change.after)
    const made = { transaction: change.after, webhookEvent: eventOf(change.after, needs.addresses, at) }
    written.push(made)
    return made
  })

  if (written.length > 0) {
    const newest = new Map(written.map(({ transaction }) => [keyOf(transaction), transaction]))
    await Promise.all([
      updateTransactions(tx, [...newest.values()]),
      books.close(),
      enqueueEvents(
        tx,
        written.map(one => one.webhookEvent),
      ),
    ])
  }
  return results
}

const keyOf = (t: TransactionId) => `${t.merchantId} ${t.id}`

/** Posts what moves with a change, or answers the refusal and posts nothing. */
function postMovement(books: Books, { after, movement }: Change, at: Date): ApiError | null {
  if (movement === null) return null
  const { merchantId, id: transactionId } = after
  const { needsCover, ...moved } = movement
  const refusal = needsCover ? books.uncovered(merchantId, moved.amount) : null
  if (refusal !== null) return refusal
  books.post({ merchantId, transactionId, ...moved, at })
  return null
}

function eventOf(transaction: Transaction, addresses: PublicAddresses, at: Date): WebhookEvent {
  const { merchantId, id: transactionId, events: position, webhookUrl: url } = transaction
  const { webhookHeaderName: headerName, webhookHeaderValue: headerValue } = transaction
  const payload = JSON.stringify(eventView(transaction, addresses))
  return { merchantId, id: uuidv7(), transactionId, position, payload, url, headerName, headerValue, createdAt: at }
}
