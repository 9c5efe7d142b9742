import { openBooks } from '../ledger/books.ts'
import { batch } from '../lib/batch.ts'
import type { Sql, Tx } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import type { PublicAddresses } from '../lib/public-addresses.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Attempt, Deliver } from '../webhooks/deliver.ts'
import { type WebhookEvent, enqueueEvents } from '../webhooks/enqueue-events.ts'
import { type Change, type TransactionEvent, changeOfState } from './change-of-state.ts'
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
export function eventDoor(needs: Needs): ApplyEvent {
  const write = batch<Wanted, Written>('apply event', wanted => needs.sql.begin(tx => applyAll(tx, needs, wanted)))
  return async wanted => {
    const { transaction, webhookEvent } = await write(wanted)
    return { transaction, firstAttempt: needs.deliver(webhookEvent) }
  }
}

async function applyAll(tx: Tx, needs: Needs, wanted: Wanted[]): Promise<Array<Written | Error>> {
  const at = needs.clock()
  const current = new Map((await lockTransactions(tx, wanted)).map(t => [keyOf(t), t]))
  const made: Change[] = []
  const results = wanted.map(one => {
    const before = current.get(keyOf(one))
    const change = before === undefined ? new ApiError('TransactionNotFound') : changeOfState(before, one.event, at)
    if (change instanceof ApiError) return change
    made.push(change)
    current.set(keyOf(one), change.after)
    return tell(change.after, needs.addresses, at)
  })
  if (made.length > 0) await writeAll(tx, { changed: made, told: results.filter(isWritten), at })
  return results
}

async function writeAll(tx: Tx, { changed, told, at }: { changed: Change[]; told: Written[]; at: Date }) {
  const moves = changed.filter(change => change.posting !== null)
  const books = await openBooks(
    tx,
    moves.map(move => move.after.merchantId),
  )
  for (const { after, posting: name } of moves) {
    const { merchantId, id: transactionId, charges } = after
    if (name !== null)
      books.post({ merchantId, transactionId, name, amount: after.paidAmount ?? after.amount, charges, at })
  }
  const newest = new Map(changed.map(({ after }) => [keyOf(after), after]))
  await Promise.all([
    updateTransactions(tx, [...newest.values()]),
    books.close(),
    enqueueEvents(
      tx,
      told.map(one => one.webhookEvent),
    ),
  ])
}

const isWritten = (result: Written | Error): result is Written => !(result instanceof Error)
const keyOf = (t: TransactionId) => `${t.merchantId} ${t.id}`

function tell(transaction: Transaction, addresses: PublicAddresses, at: Date): Written {
  const { merchantId, id: transactionId, webhookUrl: url, webhookHeaderName, webhookHeaderValue } = transaction
  const payload = JSON.stringify(eventView(transaction, addresses))
  const webhookEvent = {
    merchantId,
    id: uuidv7(),
    transactionId,
    position: transaction.events,
    payload,
    url,
    headerName: webhookHeaderName,
    headerValue: webhookHeaderValue,
    createdAt: at,
  }
  return { transaction, webhookEvent }
}
