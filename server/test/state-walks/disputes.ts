import { expect } from 'vitest'
import { setWebhookAddress } from '../../src/money/webhooks/set-webhook-address.ts'
import { optionalEvents } from '../../src/money/webhooks/states.ts'
import { leaseSeconds } from '../../src/money/bank-orders/schedule.ts'
import { defendDispute } from '../../src/products/disputes/defend-dispute.ts'
import { releaseDispute, returnDispute } from '../../src/products/disputes/end-dispute.ts'
import { openDispute } from '../../src/products/disputes/open-dispute.ts'
import type { disputeTransitions } from '../../src/products/disputes/states.ts'
import { findRefund } from '../../src/money/refunds/read-refunds.ts'
import { bookReturns } from '../../src/operations/exceptions/unbooked-returns.ts'
import { forcedReturnOfDispute } from '../../src/products/disputes/forced-return.ts'
import type { ReturnReport } from '../../src/money/rails/rails.ts'
import { type openPayoutDesk, webhook } from '../kit/payout-desk.ts'
import { runnerWith } from '../kit/test-bank.ts'
import type { Walks } from './walks.ts'
import { endToEndId as newEndToEndId } from '../../src/platform/brazil/end-to-end-id.ts'

type Desk = Awaited<ReturnType<typeof openPayoutDesk>>

const amount = 4_000_000n

export async function disputeWalks(desk: Desk): Promise<Walks<(typeof disputeTransitions)[number]>> {
  const { trilho, silent, wait } = desk
  const needs = { ...trilho.needs, door: silent, bankOrders: { tryNow: async () => {} } }
  const { merchantId, createCashIn } = await trilho.newMerchant()
  await setWebhookAddress(trilho.needs, { merchantId, url: webhook.url, events: optionalEvents })

  async function opened() {
    const transactionId = await createCashIn({ amount: '10', webhook })
    const endToEndId = newEndToEndId({ ispb: '99999999', at: new Date() })
    const event = { kind: 'paid', amount: 10_000_000n, participant: null, endToEndId } as const
    await silent.apply({ merchantId, id: transactionId, event })
    const { dispute } = await openDispute(needs, {
      merchantId,
      transactionId,
      bankReference: crypto.randomUUID(),
      openedBy: 'bank',
      reason: 'Fraud',
      details: null,
      amount,
    })
    return { disputeId: dispute.id, transactionId, merchantId }
  }

  async function defended() {
    const one = await opened()
    await defendDispute(needs, { ...one, text: 'Delivered', files: [] })
    return one
  }

  type Begin = typeof opened
  const returning = (begin: Begin) => async () => {
    const one = await begin()
    await returnDispute(needs, one)
    return one.disputeId
  }
  const released = (begin: Begin) => async () => (await releaseDispute(needs, await begin())).id
  const forcedReturn = (begin: Begin) => async () => {
    const { disputeId, transactionId: id } = await begin()
    expect(await forcedReturnOfDispute(needs, { merchantId, id, amount, refundId: `bank:${disputeId}` })).toBe(true)
    return disputeId
  }
  const answered = (report: ReturnReport) => async () => {
    const id = await returning(opened)()
    wait(leaseSeconds)
    const returns = { sendReturn: async () => report, readReturn: async () => report }
    await runnerWith(needs, { returns }).stepAndWait()
    return id
  }
  /** The bank has made the return that it refused. */
  const settledAfterAll = async () => {
    const disputeId = await answered({ state: 'refused', cause: 'AccountClosed' })()
    const [dispute] = await trilho.sql<{ transactionId: string; refundId: string }[]>`
      select transaction_id, refund_id from disputes where id = ${disputeId}`
    const { transactionId = '', refundId: id = '' } = dispute ?? {}
    const failed = (await findRefund(trilho.needs, { merchantId, transactionId, id })) ?? undefined
    const made = { refundId: `bank:${disputeId}`, amount, failed }
    await silent.commit(write => bookReturns(write, { merchantId, id: transactionId }, [made], new Date()))
    return disputeId
  }

  /** The amounts blocked, being returned and returned, in a state of the dispute. */
  const amounts = {
    Open: [amount, 0n, 0n],
    Defended: [amount, 0n, 0n],
    Returning: [0n, amount, 0n],
    Returned: [0n, 0n, amount],
    Released: [0n, 0n, 0n],
  }
  return {
    walks: {
      'nothing open': async () => (await opened()).disputeId,
      'Open defend': async () => (await defended()).disputeId,
      'Open return': returning(opened),
      'Defended return': returning(defended),
      'Open release': released(opened),
      'Defended release': released(defended),
      'Open forceReturn': forcedReturn(opened),
      'Defended forceReturn': forcedReturn(defended),
      'Returning settle': answered({ state: 'returned' }),
      'Returning fail': answered({ state: 'refused', cause: 'AccountClosed' }),
      'Released settle': settledAfterAll,
    },
    check: async (row, id) => {
      const [t] = await trilho.sql`
        select t.* from disputes d
          join transactions t on t.merchant_id = d.merchant_id and t.id = d.transaction_id where d.id = ${id}`
      expect([t?.disputedAmount, t?.refundingAmount, t?.refundedAmount]).toEqual(amounts[row.to])
      const [last] = await trilho.sql`
        select payload from webhook_events where payload::json #>> '{dispute,id}' = ${id} order by id desc limit 1`
      expect(JSON.parse(last?.payload ?? '{}').event ?? null).toBe(row.event ?? beforeIt[row.act])
    },
  }
}

/** Actions without an event leave the last event unchanged. */
const beforeIt: Record<string, string> = { defend: 'DisputeOpened', return: 'DisputeOpened' }
