import type { Needs as HearNeeds } from '../bank-notices/hear-of-payment.ts'
import { openException, readExceptionsOf } from '../bank-orders/exceptions.ts'
import { type Day, addDays, startOfDay } from '../brazil/sao-paulo.ts'
import type { Tx } from '../db/db.ts'
import { ofReconciliation } from '../exceptions/acts.ts'
import { type RailsOf, needed } from '../rails/rails-of.ts'
import { compareReceived } from './compare-received.ts'
import { compareSent } from './compare-sent.ts'
import { type Difference, differenceKinds } from './difference.ts'
import { type Reconciliation, lockConnection, upsertReconciliation } from './sql.ts'

export type Needs = HearNeeds & { railsOf: RailsOf }

/** So many are kept with the day; all are counted. */
const mostDetails = 200

/**
 * Holds a day of a bank against the books. What stays different is for a person: a bank exception, once for a transaction
 * and a kind of difference while it is open.
 */
export async function reconcileDay(
  needs: Needs,
  { connectionId, day }: { connectionId: string; day: Day },
): Promise<Reconciliation> {
  const rails = await needs.railsOf(connectionId)
  const period = { from: startOfDay(day), until: startOfDay(addDays(day, 1)) }
  const received = await compareReceived(needs, { ...rails, received: needed(rails.received) }, period)
  const sent = await compareSent(needs, rails, period)
  const differences = [...received.differences, ...(sent?.differences ?? [])]
  const reconciliation: Reconciliation = {
    connectionId,
    day,
    at: needs.clock(),
    receivedCount: received.count,
    receivedAmount: received.amount,
    returnedCount: received.returned.count,
    returnedAmount: received.returned.amount,
    sentCount: sent?.count ?? null,
    sentAmount: sent?.amount ?? null,
    differences: differences.length,
    mended: received.mended + (sent?.mended ?? 0),
    details: differences.slice(0, mostDetails),
    state: differences.length === 0 ? 'Clean' : 'Different',
  }
  await needs.sql.begin(async tx => {
    await lockConnection(tx, connectionId)
    for (const difference of differences) await openOnce(tx, difference, reconciliation.at)
    await upsertReconciliation(tx, reconciliation)
  })
  return reconciliation
}

/** An exception is about a transaction: what has none is shown with its day only. */
async function openOnce(tx: Tx, { kind, transaction, expected, said }: Difference, at: Date): Promise<void> {
  if (transaction === null) return
  const { merchantId, id: transactionId } = transaction
  const subject = ofReconciliation + kind
  const known = await readExceptionsOf(tx, merchantId, transactionId)
  if (known.some(one => one.state === 'Open' && one.subject === subject)) return
  const about = { merchantId, transactionId, orderId: null, kind: differenceKinds[kind], subject }
  await openException(tx, { ...about, expected, said }, at)
}
