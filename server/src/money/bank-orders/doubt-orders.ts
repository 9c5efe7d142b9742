import type { Micros } from '../../platform/brazil/money.ts'
import { isSamePixKey } from '../../platform/brazil/pix-key.ts'
import { agree } from '../rails/participant.ts'
import type { Sql } from '../../platform/db/db.ts'
import { minUuid } from '../../platform/lib/uuid.ts'
import { type RailsOf, findRails } from '../rails/rails-of.ts'
import { subjectOf } from './differences.ts'
import { type BankException, openException, readExceptionsOf } from './exceptions.ts'
import type { SentTo } from './exception.ts'
import { type FactCode, fact, isOfForgottenPayout } from './fact.ts'
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
      else if (order.attempts - order.deferrals < 2) await noteSentBefore(needs.sql, order)
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

type Repeatable = {
  merchantId: string
  id: string
  amount: Micros
  key: string | null
  taxNumber: string | null
  at: Date
  /** A restore may have forgotten a later reference under which its bank has paid it: then it is no repeat, but the same order. */
  mayBeItself: boolean
}

/** Banks list payouts by the hour or the day, and clocks differ. */
const [dayMs, hourMs] = [86_400_000, 3_600_000]

type FindNeeds = { sql: Sql; isBooked: (endToEndId: string) => Promise<boolean> }

/**
 * A payout that a bank has sent and the restored books lack, of the same amount, since then, and to the same recipient as
 * far as the bank reports it: the merchant may be repeating that order. Null: there is none, or it was booked since, or a
 * person has sent this payout again knowing of it. `expected` says what matched.
 */
export async function findForgottenPayout(needs: FindNeeds, payout: Repeatable, since: Date) {
  const unbooked = await selectUnbooked(needs.sql, subjectOf('payoutNotBooked'), payout.amount, since)
  const earlier = unbooked.length === 0 ? [] : await readExceptionsOf(needs.sql, payout.merchantId, payout.id)
  for (const { endToEndId, sentTo } of unbooked) {
    const matched = sentTo === null ? 'newPayoutByAmount' : matchOf(payout, sentTo, since)
    if (matched === null || earlier.some(one => isSentAgainBeside(one, endToEndId))) continue
    if (!(await needs.isBooked(endToEndId))) return { expected: fact(matched), said: fact('paid', endToEndId) }
  }
  return null
}

const isSentAgainBeside = ({ act, expected, said }: BankException, endToEndId: string): boolean =>
  act === 'sendAgain' && isOfForgottenPayout(expected) && said.value === endToEndId

function matchOf(payout: Repeatable, { key, taxNumber, at }: SentTo, since: Date): FactCode | null {
  const sentMs = Date.parse(at)
  if (sentMs < since.getTime() - dayMs) return null
  if (sentMs > payout.at.getTime() + hourMs && !payout.mayBeItself) return null
  if (key !== null && payout.key !== null && isSamePixKey(key, payout.key)) return 'newPayoutByKey'
  // One person has several keys.
  if (taxNumber !== null && payout.taxNumber !== null)
    return agree(taxNumber, payout.taxNumber) ? 'newPayoutByDocument' : null
  return key !== null && payout.key !== null ? null : 'newPayoutByAmount'
}
