import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { minUuid } from '../../platform/lib/uuid.ts'
import { type RailsOf, findRails } from '../rails/rails-of.ts'
import { openException } from './exceptions.ts'
import { fact } from './fact.ts'
import {
  type UnfinishedOrder,
  doubtException,
  doubtOrder,
  noteSentBefore,
  selectUnbooked,
  selectUnfinished,
} from './sql.ts'

const rowsAtOnce = 500

type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf }

/**
 * After a restore an order that was unfinished in the backup may have been sent since. Its bank is asked by our id
 * before anything is sent; if that is not possible, the order becomes an exception. Safe to repeat.
 */
export async function doubtOrders(needs: Needs, { lostFrom, at }: { lostFrom: Date; at: Date }): Promise<void> {
  for (let after = minUuid; ; ) {
    const orders = await selectUnfinished(needs.sql, at, after, rowsAtOnce)
    for (const order of orders)
      if (await isUnanswerable(needs, order)) await except(needs, order, lostFrom)
      else if (order.attempts < 2) await noteSentBefore(needs.sql, order)
    if (orders.length < rowsAtOnce) return
    after = orders.at(-1)?.id ?? after
  }
}

/** A bank that is no longer connected cannot be asked either. */
async function isUnanswerable({ railsOf }: Needs, { kind, bankReference, connectionId }: UnfinishedOrder) {
  if (kind !== 'payout' || bankReference !== null) return false
  const rails = await findRails(railsOf, connectionId)
  return rails === null || rails.payouts?.isAskedByReference === true
}

const except = ({ sql, clock }: Needs, order: UnfinishedOrder, lostFrom: Date) =>
  sql.begin(async tx => {
    const { merchantId, transactionId, id: bankOrderId, kind, subject } = order
    const found = { expected: fact('anEnd'), said: fact('forgotten', lostFrom.toISOString()) }
    // One that was an exception in the backup may have been sent again since: its exception says so.
    if ((await doubtOrder(tx, order)).count === 0) return void (await doubtException(tx, order, found.said))
    await openException(tx, { merchantId, transactionId, bankOrderId, kind, subject, ...found }, clock())
  })

/**
 * The end-to-end id of a payout of this amount that the bank has sent and the restored books lack; null if there is
 * none. The merchant may be repeating that order.
 */
export async function findForgottenPayout(
  needs: { sql: Sql },
  { connectionId, amount, since }: { connectionId: string | null; amount: Micros; since: Date },
): Promise<string | null> {
  const [found] = await selectUnbooked(needs.sql, connectionId, amount, since)
  return found?.endToEndId ?? null
}
