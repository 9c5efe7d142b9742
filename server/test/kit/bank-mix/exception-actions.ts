import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { mostSteps } from '../../../src/money/bank-orders/schedule.ts'
import { pauseConnection } from '../../../src/money/rails/connections.ts'
import type { ExceptionAct } from '../../../src/operations/exceptions/actions.ts'
import { endException } from '../../../src/operations/exceptions/end-exception.ts'
import { unavailableToPerson } from '../../../src/money/rails/bank-faults.ts'
import { reconcileDay } from '../../../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../../../src/platform/brazil/sao-paulo.ts'
import { act } from './act.ts'
import { payoutPaths } from './bank-faults.ts'
import {
  type Beside,
  type Diary,
  amountOf,
  atBank,
  cents,
  idsOf,
  isRefusal,
  oneOf,
  partnerOf,
  rowsOf,
  shopName,
  which,
} from './diary.ts'
import { payoutTo, webhook } from './merchant-actions.ts'
import { passTime, sweep } from './pass-time.ts'
import { connectionsOf } from './operator-actions.ts'

/** Less than any payment is. */
const part = fc.integer({ min: 1, max: 99 })

export const exceptionActions = {
  /** An order comes to the end of its schedule: without a result in its next step it is an exception. */
  'last step': act({
    weight: 2,
    fields: { which },
    perform: async ({ trilho: { sql } }, _diary, input) => {
      const waiting = await sql<{ id: string }[]>`select id from bank_orders where state = 'Waiting' order by id`
      await sql`update bank_orders set step = ${mostSteps - 1} where id = ${oneOf(waiting, input.which)?.id ?? null}`
    },
  }),

  /** A person believes that the bank will not pay, has it asked again, has the money returned anew, or finds it done there. */
  'end exception': act({
    weight: 3,
    fields: { which, action: fc.constantFrom('release', 'sendAgain', 'return', 'settle') },
    perform: async (beside, _diary, input) => {
      const one = oneOf(await undecidedExceptions(beside), input.which)
      if (one === undefined) return
      // Inter cannot be asked about a payout without its reference: its outcome is found by the reconciliation only.
      const canRelease = one.kind === 'payout' && one.connectionId !== beside.connections.inter
      const done = await findAtBank(beside, one)
      const isPossible = {
        release: canRelease || one.kind === 'return',
        sendAgain: true,
        return: one.kind === 'return',
        settle: done !== null,
      }
      await endBy(beside, { ...one, ...done }, isPossible[input.action] ? input.action : 'sendAgain')
    },
  }),

  /** Money that matches no charge goes back, or is credited if it came in time. */
  'end unmatched': act({
    weight: 3,
    fields: { which, action: fc.constantFrom('return', 'credit', 'creditMerchant'), shop: shopName },
    perform: async (beside, { shops }, input) => {
      const payouts = (await beside.bank.control('GET', '/payouts?all')) as { endToEndId: string }[]
      const sent = new Set(payouts.map(({ endToEndId }) => endToEndId))
      // A transfer of the platform that was given up too early arrives without one: it is not sent back to the platform.
      const unmatched = (await unmatchedExceptions(beside)).filter(({ endToEndId }) => !sent.has(endToEndId ?? ''))
      const one = oneOf(unmatched, input.which)
      const { merchantId: bookedTo } = shops[input.shop]
      if (one !== undefined) await endBy(beside, one, input.action, { bookedTo })
    },
  }),

  /** A payout that only the bank knows is booked to a merchant, or was a withdrawal of the platform. */
  'book unknown payout': act({
    weight: 3,
    fields: { which, action: fc.constantFrom('adjust', 'bookWithdrawal'), shop: shopName },
    perform: async (beside, { shops }, input) => {
      const one = oneOf(await unknownPayouts(beside), input.which)
      const { merchantId: bookedTo } = shops[input.shop]
      if (one !== undefined) await endBy(beside, one, input.action, { bookedTo, amount: one.amount, evidence })
    },
  }),

  /** What has come back of such a payout goes back to where it was booked. */
  'book unknown return': act({
    weight: 2,
    fields: {},
    perform: async beside => {
      await reconcileToday(beside, beside.connections.efi)
      await bookUnknownReturns(beside)
    },
  }),

  /** After a restore an order like a forgotten payout is that payout, is another one, or is given up. */
  'end repeat': act({
    weight: 3,
    fields: { which, action: fc.constantFrom('settle', 'settle', 'sendAgain', 'release') },
    perform: async (beside, _diary, input) => {
      const one = oneOf(await stoppedRepeats(beside), input.which)
      if (one !== undefined) await endBy(beside, one, input.action)
    },
  }),

  /** A part of a payout comes back. Its bank lists that, and does not show it when it is asked: a person books it. */
  'adjust part of payout': act({
    weight: 2,
    fields: { which, cents: part },
    perform: async (beside, diary, input) => {
      const sent = (await rowsOf(beside.trilho, idsOf(diary.payouts))).filter(
        ({ connectionId, endToEndId }) => partnerOf(beside, connectionId) === 'efi' && endToEndId !== null,
      )
      const payout = oneOf(sent, input.which)
      if (payout === undefined) return
      diary.adjusted.add(payout.id)
      await beside.bank.control('POST', '/callback-faults', { kind: 'drop' })
      await atBank(beside, `/payouts/${payout.endToEndId}/return`, { amount: amountOf(input.cents) })
      const asked = { partner: 'efi', method: 'GET', path: '/id-envio/' }
      await beside.bank.control('POST', '/faults', { kind: 'fields missing', fields: ['devolucoes'], ...asked })
      await reconcileToday(beside, payout.connectionId)
      await adjustReturns(beside, payout.id)
    },
  }),

  /** A bank returns a payment by itself before it gets the merchant's refund: when that has failed, a person books the return. */
  'adjust special return': act({
    weight: 2,
    fields: { which, cents: part },
    perform: async (beside, diary, input) => {
      const { bank, trilho } = beside
      const paid = (await rowsOf(trilho, idsOf(diary.charges))).filter(({ endToEndId }) => endToEndId !== null)
      const payment = oneOf(paid, input.which)
      const charge = diary.charges.find(({ id }) => id === payment?.id)
      if (payment === undefined || charge === undefined) return
      diary.adjusted.add(payment.id)
      const returns = { partner: partnerOf(beside, payment.connectionId), method: 'PUT', path: '/devolucao/' }
      await bank.control('POST', '/faults', { kind: 'drop', ...returns })
      await bank.control('POST', '/callback-faults', { kind: 'drop' })
      const refund = { amount: amountOf(input.cents), refundId: randomUUID() }
      await diary.shops[charge.shop].api.refund(charge.id, refund).catch(() => null)
      await atBank(beside, `/pix/${payment.endToEndId}/force-return`)
      await reconcileToday(beside, payment.connectionId)
      await passTime(beside, 10)
      for (let looks = 0; looks < 10 && (await isRefunding(beside, payment.id)); looks++) await sleep(100)
      await adjustReturns(beside, payment.id)
    },
  }),

  /** A charge is paid and then cancelled here without its bank; a person may decide about the payment at once. */
  'cancel unseen': act({
    weight: 2,
    fields: { shop: shopName, cents, action: fc.constantFrom('credit', 'return', null) },
    perform: async (beside, { shops }, input) => {
      const { api, merchantId } = shops[input.shop]
      const order = { amount: amountOf(input.cents), webhook, transaction: { orderId: randomUUID() } }
      const answer = await api.requestCashIn(order).catch(() => null)
      if (answer?.status !== 201) return
      const { id } = answer.body.data.transaction
      const [row] = await rowsOf(beside.trilho, [id])
      const at = partnerOf(beside, row?.connectionId ?? null)
      const paid = await atBank(beside, `/charges/${at}/${row?.externalId}/pay`)
      await passTime(beside, 1)
      const cancelled = { merchantId, id, event: { kind: 'cancelled' } } as const
      await beside.trilho.needs.door.apply(cancelled).catch(isRefusal)
      if (paid === null || input.action === null) return
      await sweep(beside)
      const held = await unmatchedExceptions(beside)
      const one = held.find(({ endToEndId }) => endToEndId === paid.pix[0].endToEndId)
      if (one !== undefined) await endBy(beside, one, input.action)
    },
  }),

  /** A payout that the bank has in process comes to its last step, and is released while the bank says that it has none. */
  'release too early': act({
    weight: 1,
    fields: { dialect: fc.constantFrom('efi', 'sicoob'), cents },
    perform: async (beside, { shops }, input) => {
      const { bank, trilho } = beside
      await bank.control('PUT', '/settings', { payoutDelayMs: 20_000, refundDelayMs: 20_000 })
      const order = payoutTo('joao', input.cents)
      const answer = await shops[input.dialect].api.requestCashOut(order).catch(() => null)
      const id = answer?.status === 201 ? answer.body.data.transaction.id : null
      const find = async () => {
        await trilho.sql`
          update bank_orders set step = ${mostSteps - 1}, next_step_at = ${trilho.needs.clock()}
           where id = ${id} and state = 'Waiting' and attempts > 0`
        const exceptions = await undecidedExceptions(beside)
        return exceptions.find(({ transactionId }) => transactionId === id)
      }
      let exception = id === null ? undefined : await find()
      for (let looks = 0; id !== null && exception === undefined && looks < 10; looks++) {
        await sleep(100)
        exception = await find()
      }
      if (exception === undefined) return
      const fault = { kind: 'not found', partner: input.dialect, method: 'GET', path: payoutPaths[input.dialect] }
      await bank.control('POST', '/faults', fault)
      await endBy(beside, exception, 'release')
    },
  }),
}

export type OpenException = {
  merchantId: string
  id: string
  kind: string
  subject?: string | null
  transactionId: string
  bankOrderId: string | null
  bankReference: string | null
  connectionId: string
  endToEndId: string | null
  amount: bigint
  said: { code: string }
}

const evidence = 'Statement of the bank'
/** One that gives more pages for a second than are read is a defect for those who run the platform. */
function isTooLong(error: unknown): void {
  if (!(error instanceof Error && error.message.endsWith('pages for one second'))) throw error
}

/** A bank that does not answer, or gives too many pages, is compared later. */
const reconcileToday = ({ trilho: { needs } }: Beside, connectionId: string) =>
  reconcileDay(needs, { connectionId, day: dayOf(needs.clock()) })
    .catch(isTooLong)
    .catch(unavailableToPerson)
    .catch(isRefusal)

const isRefunding = async ({ trilho: { sql } }: Beside, id: string): Promise<boolean> =>
  (await sql`select 1 as one from transactions where id = ${id} and refunding_amount > 0`).length > 0

/** Orders whose banks have reported no result, or one that may be wrong. */
const undecidedExceptions = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select e.merchant_id, e.id, e.kind, e.transaction_id, e.bank_order_id, o.bank_reference, t.connection_id, e.said
    from bank_exceptions e join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    left join bank_orders o on o.merchant_id = e.merchant_id and o.id = e.bank_order_id
   where e.state = 'Open' and e.expected ->> 'code' = 'anEnd' and e.said ->> 'code' <> 'defect' order by e.id`

/** Money in suspense that nobody has ordered back. */
const unmatchedExceptions = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select e.merchant_id, e.id, e.kind, t.end_to_end_id
    from bank_exceptions e join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
   where e.state = 'Open' and e.kind = 'return' and e.subject is null and e.bank_order_id is null
     and t.state = 'Completed' order by e.id`

/** Payouts that a bank reports as paid, or lists as sent, although they failed here. A transfer may arrive later. */
const latePayouts = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select merchant_id, id, kind, subject,
         coalesce(end_to_end_id, case when said ->> 'code' = 'paid' then said ->> 'value' end) as end_to_end_id
    from bank_exceptions
   where state = 'Open' and kind = 'payout' and bank_order_id is null and transaction_id is not null
     and coalesce(subject, '') not in ('reconciliation payoutReturned', 'reconciliation transferNotArrived') order by id`

/** Payouts that a bank has sent and the books do not know. */
const unknownPayouts = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select merchant_id, id, kind,
         case when said ->> 'code' like 'amount%' then ((said ->> 'value')::numeric * 1000000)::bigint else amount end as amount
    from bank_exceptions
   where state = 'Open' and subject = 'reconciliation payoutNotBooked' and transaction_id is null order by id`

/** What has come back of payouts that an adjustment books. */
const unknownReturns = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select merchant_id, id, kind, (((said ->> 'value')::numeric - (expected ->> 'value')::numeric) * 1000000)::bigint as amount
    from bank_exceptions
   where state = 'Open' and subject = 'reconciliation payoutReturned' and transaction_id is null order by id`

/** Orders that were stopped because a bank has sent a payout like them that the books do not know. */
const stoppedRepeats = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select merchant_id, id, kind, said ->> 'value' as end_to_end_id from bank_exceptions
   where state = 'Open' and expected ->> 'code' like 'newPayoutBy%' order by id`

type Pix = { refunds: { id: string; status: string }[] }
type SentOut = { ownId: string; requestId: string; endToEndId: string; state: string }

/** What the bank's own record has as carried out; null: not this order. */
async function findAtBank({ bank }: Beside, { kind, bankOrderId, bankReference }: OpenException) {
  const names = new Set([bankOrderId, bankOrderId?.replaceAll('-', ''), bankReference])
  const isMade = ({ refunds }: Pix) => refunds.some(one => names.has(one.id) && one.status === 'DEVOLVIDO')
  const isPaid = (one: SentOut) => (names.has(one.ownId) || names.has(one.requestId)) && one.state === 'Paid'
  if (kind === 'return') return ((await bank.control('GET', '/pix?all')) as Pix[]).some(isMade) ? {} : null
  const paid = ((await bank.control('GET', '/payouts?all')) as SentOut[]).find(isPaid)
  return kind === 'payout' && paid !== undefined ? { endToEndId: paid.endToEndId } : null
}

export const endBy = (
  { trilho: { needs } }: Beside,
  { merchantId, id, endToEndId }: OpenException,
  action: ExceptionAct,
  more: { bookedTo?: string; amount?: bigint; evidence?: string } = {},
): Promise<string | void> => {
  // An operator who is wrong: what the bank has paid after all is found by reconciliation, and settled.
  const checked = action === 'release' ? ({ bankChecked: true } as const) : {}
  const ending = { merchantId, id, act: action, by: 'Olga', note: 'As the bank says', ...checked, ...more }
  return endException(needs, endToEndId ? { ...ending, endToEndId } : ending).catch(isRefusal)
}

/** Banks are called again, and about every order without a result. */
export async function resumeBanks(beside: Beside): Promise<void> {
  for (const id of connectionsOf(beside)) await pauseConnection(beside.trilho.needs, id, null)
  await sendAllAgain(beside)
}

export async function sendAllAgain(beside: Beside): Promise<void> {
  for (const one of await undecidedExceptions(beside)) {
    const isBookedElsewhere = one.said.code === 'paidBefore'
    if (!isBookedElsewhere && (await endBy(beside, one, 'sendAgain')) !== 'ExceptionActNotAllowed') continue
    // Where the bank cannot be asked, the person finds it in the bank's record, or does not.
    const done = isBookedElsewhere ? null : await findAtBank(beside, one)
    const refusal = done === null ? 'not there' : await endBy(beside, { ...one, ...done }, 'settle')
    if (refusal !== undefined) await endBy(beside, one, 'release')
  }
}

/** Rows that cannot be read and do not say what they are about: a person finds nothing missing. */
export async function noteNamelessRows(beside: Beside): Promise<void> {
  const nameless = await beside.trilho.sql<OpenException[]>`
    select merchant_id, id, kind from bank_exceptions
     where state = 'Open' and subject like 'reconciliation %Unreadable' and end_to_end_id ~ '^[0-9a-f]{16}$' order by id`
  for (const one of nameless) await endBy(beside, one, 'note')
}

/** What is left of them: another payout each. */
export async function sendRepeats(beside: Beside): Promise<void> {
  for (const one of await stoppedRepeats(beside)) await endBy(beside, one, 'sendAgain')
}

/** Books to a merchant what banks have sent and nobody has booked, and back what has come back of it. Returns how many are left. */
export async function bookUnknownPayouts(beside: Beside, bookedTo: string): Promise<number> {
  for (const one of await unknownPayouts(beside))
    await endBy(beside, one, 'adjust', { bookedTo, amount: one.amount, evidence })
  await bookUnknownReturns(beside)
  // A difference that another connection to the account has found, too, is closed by the next sweep.
  await sweep(beside)
  return (await unknownPayouts(beside)).length + (await unknownReturns(beside)).length
}

async function bookUnknownReturns(beside: Beside): Promise<void> {
  for (const one of await unknownReturns(beside)) await endBy(beside, one, 'adjust', { amount: one.amount, evidence })
}

/** Each is released, or settled where the bank has paid it. Returns how many are left. */
export async function endLatePayouts(beside: Beside): Promise<number> {
  for (const one of await latePayouts(beside)) {
    const refusal = await endBy(beside, one, 'release')
    if (refusal !== 'BankReportsOtherwise' && refusal !== 'ExceptionActNotAllowed') continue
    // A list that lacked rows, and the bank reports the payout as paid: nothing is to be done.
    await endBy(beside, one, one.subject === 'reconciliation payoutNotAtBank' ? 'note' : 'settle')
  }
  return (await latePayouts(beside)).length
}

type ReturnDifference = OpenException & { isGivenUp: boolean; isBooked: boolean }

/**
 * What banks have returned of payments and payouts, and the books lack or lacked. `isGivenUp`: a person gave the refund up.
 * `isBooked`: the books have it by now.
 */
const returnDifferences = ({ trilho: { sql } }: Beside, ids: string[] | null) => sql<ReturnDifference[]>`
  select e.merchant_id, e.id, e.transaction_id, e.end_to_end_id,
         ((said ->> 'value')::numeric * 1000000 - coalesce((expected ->> 'value')::numeric, 0) * 1000000)::bigint as amount,
         exists (select 1 from bank_exceptions d
                  where d.merchant_id = e.merchant_id and d.transaction_id = e.transaction_id
                    and d.kind = 'return' and d.act in ('release', 'return')) as is_given_up,
         (said ->> 'value')::numeric * 1000000 =
           case when t.state = 'Reversed' then coalesce(t.paid_amount, t.amount) else t.refunded_amount end as is_booked
    from bank_exceptions e join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
   where e.state = 'Open' and e.subject in ('reconciliation returnedAmount', 'reconciliation payoutReturned')
     and (${ids}::uuid[] is null or e.transaction_id = any(${ids})) order by e.id`

/** A person books those of one payment, as far as that is not refused. */
async function adjustReturns(beside: Beside, id: string): Promise<void> {
  for (const one of await returnDifferences(beside, [id]))
    await endBy(beside, one, 'adjust', { amount: one.amount, evidence })
}

/**
 * Books what banks have returned although a person gave the refund up or returned it anew, or a restore has lost it: settled
 * or adjusted, which is the same. What the books have by now is noted. Nothing else may differ so.
 */
export async function settleReturns(beside: Beside, { adjusted, forgottenReturns }: Diary): Promise<void> {
  const differences = await returnDifferences(beside, null)
  for (const one of differences) if (one.isBooked) await endBy(beside, one, 'note')
  const isLost = ({ endToEndId }: ReturnDifference) => forgottenReturns.has(endToEndId ?? '')
  const late = differences.filter(
    one => !one.isBooked && (one.isGivenUp || adjusted.has(one.transactionId) || isLost(one)),
  )
  for (const [i, one] of late.entries())
    if (i % 2 === 0) await endBy(beside, one, 'settle')
    else await endBy(beside, one, 'adjust', { amount: one.amount, evidence })
}
