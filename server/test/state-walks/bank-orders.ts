import { ExternalFault } from '../../src/platform/lib/within-time.ts'
import { expect } from 'vitest'
import { doubtOrders } from '../../src/money/bank-orders/doubt-orders.ts'
import { releaseHeld } from '../../src/money/bank-orders/hold-payouts.ts'
import { leaseSeconds } from '../../src/money/bank-orders/schedule.ts'
import type { ExceptionAct } from '../../src/operations/exceptions/actions.ts'
import { endException } from '../../src/operations/exceptions/end-exception.ts'
import { resumeMerchant, suspendMerchant } from '../../src/tenancy/merchants/suspension.ts'
import type { ReturnReport } from '../../src/money/rails/rails.ts'
import { refundTransaction } from '../../src/money/refunds/refund-transaction.ts'
import type { refundTransitions } from '../../src/money/refunds/states.ts'
import { recordForcedReturn } from '../../src/money/refunds/force-return.ts'
import type { Door } from '../../src/money/transactions/door.ts'
import { accepted, type openPayoutDesk, paid as paidAtBank, timeOut, webhook } from '../kit/payout-desk.ts'
import { runnerWith } from '../kit/test-bank.ts'
import type { Walks } from './walks.ts'
import { endToEndId as newEndToEndId } from '../../src/platform/brazil/end-to-end-id.ts'

type Desk = Awaited<ReturnType<typeof openPayoutDesk>>

/** Orders that an earlier walk has left do not belong to this walk's bank. */
const alone = ({ trilho }: Desk, walks: Walks['walks']): Walks => ({
  walks: Object.fromEntries(
    Object.entries(walks).map(([name, walk]) => [
      name,
      async () => {
        await trilho.sql`delete from bank_orders`
        return walk()
      },
    ]),
  ),
})

/** Each payout has an end-to-end id of its own. */
const paid = () => ({ ...paidAtBank, endToEndId: newEndToEndId({ ispb: '99999999', at: new Date() }) })

/** A payout that was given up here, although its bank has paid it. */
async function contradicted({ trilho, newPayout, silent, step, scriptedBank, wait }: Desk) {
  const { api, id } = await newPayout()
  await step(scriptedBank([['send', timeOut]]))
  await silent.apply({ merchantId: api.merchantId, id, event: { kind: 'failed', cause: 'GivenUp' } })
  wait(1)
  await step(scriptedBank([['ask', paid()]]))
  const [exception] = await trilho.sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from bank_exceptions where transaction_id = ${id}`
  if (exception === undefined) throw new Error('the contradiction is no exception')
  return { id, exception }
}

async function ended(desk: Desk, act: ExceptionAct) {
  const { id, exception } = await contradicted(desk)
  const { needs } = desk.trilho
  const report = paid()
  const payouts = desk.scriptedBank([['ask', report]]).rail
  await endException(
    { ...needs, door: desk.silent, railsOf: async id => ({ ...(await needs.railsOf(id)), payouts }) },
    { ...exception, act, by: 'Olga', note: 'as the bank says', endToEndId: report.endToEndId },
  )
  return { id, exception }
}

export function orderWalks(desk: Desk): Walks {
  const { newPayout, silent, step, scriptedBank, wait } = desk
  /** Its process is killed between the bank's response and the write. */
  const dying: Door = { ...silent, commit: () => Promise.reject(new ExternalFault('killed')) }

  async function claimed(): Promise<string> {
    const { id } = await newPayout()
    await expect(step(scriptedBank([['send', paid()]]), dying)).rejects.toThrow('killed')
    return id
  }
  const stepped = async (report: typeof accepted) => {
    const { id } = await newPayout()
    await step(scriptedBank([['send', report]]))
    return id
  }

  /** A payout of a merchant that was suspended before a worker claimed it. */
  async function held() {
    const { api, id } = await newPayout()
    const { merchantId } = api
    await suspendMerchant(desk.trilho.needs, { merchantId, reason: 'papers are missing', by: 'Olga' })
    await step(scriptedBank([['send', paid()]]))
    return { merchantId, id }
  }

  /** The books were restored, and the bank of the payout cannot be asked by our id. */
  async function doubted(id: string) {
    const { needs } = desk.trilho
    const railsOf = async () => ({
      ...(await needs.railsOf(null)),
      payouts: { ...scriptedBank([]).rail, isAskedByReference: true as const },
    })
    const now = needs.clock()
    await doubtOrders({ ...needs, railsOf }, { lostFrom: now, at: now })
    return id
  }

  return alone(desk, {
    'nothing ordered': async () => (await newPayout()).id,
    'Waiting claimed': claimed,
    'Asking claimed': async () => {
      const id = await claimed()
      wait(leaseSeconds)
      await expect(step(scriptedBank([['ask', paid()]]), dying)).rejects.toThrow('killed')
      return id
    },
    'Asking postponed': () => stepped(accepted),
    'Asking finished': () => stepped(paid()),
    'Asking excepted': async () => (await contradicted(desk)).id,
    'Asking held': async () => (await held()).id,
    'Held released': async () => {
      const { merchantId, id } = await held()
      await resumeMerchant(desk.trilho.needs, merchantId)
      await releaseHeld(desk.trilho.needs)
      return id
    },
    'Waiting doubted': async () => doubted((await newPayout()).id),
    'Asking doubted': async () => doubted(await claimed()),
    'Held doubted': async () => doubted((await held()).id),
    'Held withdrawn': async () => {
      const { merchantId, id } = await held()
      await silent.apply({ merchantId, id, event: { kind: 'cancelled' } })
      return id
    },
    'Waiting withdrawn': async () => {
      const { api, id } = await newPayout()
      await silent.apply({ merchantId: api.merchantId, id, event: { kind: 'cancelled' } })
      return id
    },
    'Exception sentAgain': async () => (await ended(desk, 'sendAgain')).id,
    'Exception ended': async () => (await ended(desk, 'settle')).id,
  })
}

export const exceptionWalks = (desk: Desk): Walks =>
  alone(desk, {
    'nothing excepted': async () => (await contradicted(desk)).exception.id,
    'Open ended': async () => (await ended(desk, 'settle')).exception.id,
  })

export function refundWalks(desk: Desk): Walks<(typeof refundTransitions)[number]> {
  const { trilho, silent, wait } = desk
  const needs = { ...trilho.needs, door: silent }

  async function paidIn() {
    const { merchantId, createCashIn } = await trilho.newMerchant()
    const id = await createCashIn({ amount: '10', webhook })
    const endToEndId = newEndToEndId({ ispb: '99999999', at: new Date() })
    await silent.apply({
      merchantId,
      id,
      event: { kind: 'paid', amount: 10_000_000n, participant: null, endToEndId },
    })
    return { merchantId, id }
  }

  async function asked(): Promise<string> {
    const { merchantId, id: transactionId } = await paidIn()
    const refundId = crypto.randomUUID()
    const later = { ...needs, bankOrders: { tryNow: async () => {} } }
    await refundTransaction(later, {
      merchantId,
      transactionId,
      amount: 4_000_000n,
      refundId,
      requestedBy: { by: 'bank' },
    })
    return refundId
  }

  const answered = (report: ReturnReport) => async () => {
    const refundId = await asked()
    wait(leaseSeconds)
    const returns = { sendReturn: async () => report, readReturn: async () => report }
    expect(await runnerWith(needs, { returns }).stepAndWait()).toBe(1)
    return refundId
  }

  const { walks } = alone(desk, {
    'nothing asked': asked,
    'nothing forcedReturn': async () => {
      const { result } = await recordForcedReturn(needs, { ...(await paidIn()), amount: 4_000_000n })
      return result.refund?.id ?? ''
    },
    'Processing completed': answered({ state: 'returned' }),
    'Processing failed': answered({ state: 'refused', cause: 'AccountClosed' }),
  })

  /** The amounts being returned and returned, after the event of the transaction. */
  const amounts = {
    refundRequested: { refundingAmount: 4_000_000n, refundedAmount: 0n },
    forcedReturn: { refundingAmount: 0n, refundedAmount: 4_000_000n },
    refundCompleted: { refundingAmount: 0n, refundedAmount: 4_000_000n },
    refundFailed: { refundingAmount: 0n, refundedAmount: 0n },
  }
  return {
    walks,
    check: async (row, id) => {
      const [transaction] = await trilho.sql`
        select t.refunding_amount, t.refunded_amount from refunds r
          join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id where r.id = ${id}`
      expect(transaction).toEqual(amounts[row.transaction])
    },
  }
}
