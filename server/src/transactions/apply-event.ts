import { type Books, openBooks } from '../ledger/books.ts'
import { batch } from '../db/batch.ts'
import type { Sql, Tx } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import type { PublicAddresses } from '../http/public-addresses.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Attempt, Deliver } from '../webhooks/deliver.ts'
import { type WebhookEvent, enqueueEvents } from '../webhooks/enqueue-events.ts'
import { type Change, type TransactionEvent, changeOfState, mayMoveMoney } from './change-of-state.ts'
import { lockTransactions, updateTransactions } from './sql.ts'
import type { Transaction, TransactionId } from './transaction.ts'
import { eventView } from './views.ts'

type Wanted = TransactionId & {
  event: TransactionEvent
  /** What the merchant is told, if it is not just the transaction as the event left it. */
  tells?: (after: Transaction, transactionEvent: object) => object[]
}
export type Written = { transaction: Transaction; webhookEvents: WebhookEvent[] }

/** The transaction as it is now, and how the first attempt to tell the merchant ends, if there is anything to tell. */
export type Applied = { transaction: Transaction; firstAttempt: Promise<Attempt> | null }
export type ApplyEvent = (wanted: Wanted) => Promise<Applied>

type Needs = { sql: Sql; clock: () => Date; addresses: PublicAddresses; deliver: Deliver }

/**
 * The one door: state, money and webhook event commit together or not at all. Simulations, banks, checkout, expiry
 * and approvals all come through here, many in one commit. Of several events for one transaction the first wins,
 * and the others see the state it left.
 */
export function eventDoor(needs: Needs) {
  const write = batch<Wanted, Written>('apply event', wanted => needs.sql.begin(tx => applyAll(tx, needs, wanted)))
  const tell = ({ transaction, webhookEvents }: Written): Applied => {
    const [firstAttempt = null] = webhookEvents.map(needs.deliver)
    return { transaction, firstAttempt }
  }
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
    const made = toldOf(one, change.after, needs.addresses, at)
    current.set(keyOf(one), made.transaction)
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
        written.flatMap(one => one.webhookEvents),
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
  const refusal = needsCover
    ? books.uncovered(merchantId, moved.name === 'cashOutHeld' ? moved.amount + moved.charges : moved.amount)
    : null
  if (refusal !== null) return refusal
  books.post({ merchantId, transactionId, ...moved, at })
  return null
}

/** The events that tell a change, numbered on from those before. A transaction without an address tells nobody. */
function toldOf({ tells }: Wanted, after: Transaction, addresses: PublicAddresses, at: Date): Written {
  const { merchantId, id: transactionId, webhookUrl: url } = after
  const { webhookHeaderName: headerName, webhookHeaderValue: headerValue } = after
  const told = tells ?? ((_after: Transaction, transactionEvent: object) => [transactionEvent])
  const payloads = url === null ? [] : told(after, eventView(after, addresses))
  const webhookEvents = payloads.map((payload, i) => ({
    merchantId,
    id: uuidv7(at.getTime()),
    transactionId,
    position: after.events + 1 + i,
    payload: JSON.stringify(payload),
    url: url ?? '',
    headerName,
    headerValue,
    createdAt: at,
  }))
  return { transaction: { ...after, events: after.events + payloads.length }, webhookEvents }
}
