import { expect, test } from 'vitest'
import { setWebhookAddress } from '../src/money/webhooks/set-webhook-address.ts'
import { newPayer } from './kit/company-payments.ts'
import { linksOf } from './kit/payment-links.ts'
import { batchesOf, payoutRow } from './kit/payout-batches.ts'
import { openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const trilho = await openTrilho()

/** A merchant with an address of its own, and the event names with the custom header that come there, sorted. */
async function newShop() {
  const shop = await newPayer(trilho, { balance: '100' })
  const sink = await openSink()
  await setWebhookAddress(trilho.needs, { merchantId: shop.merchantId, url: sink.url })
  return { links: linksOf(trilho, shop), batches: batchesOf(shop, trilho.needs), sink }
}

type Sink = Awaited<ReturnType<typeof openSink>>
const eventsAt = (sink: Sink) =>
  sink.received
    .filter(({ body }) => 'event' in body)
    .map(({ body, headers }) => `${String(body.event)} ${String(headers['x-shop'])}`)
    .toSorted()

test("links and batches without an address notify at the merchant's, links and batches with one at their own with its header", async () => {
  const { links, batches, sink } = await newShop()
  const own = await openSink()
  const webhook = { url: own.url, customHeaderName: 'x-shop', customHeaderValue: '42' }
  for (const options of [{}, { webhook }]) {
    const link = await links.make({ stock: 2, ...options })
    await links.complete(await links.openCharge(link.url))
    await links.change(link.id, { stock: 1 })
    await batches.pay((await batches.make([payoutRow('1')], options)).id)
  }
  const expected = (header: string) => [
    `PaymentLinkSoldOut ${header}`,
    `PayoutBatchApproved ${header}`,
    `PayoutBatchCompleted ${header}`,
  ]
  await expect.poll(() => eventsAt(sink)).toEqual(expected('undefined'))
  await expect.poll(() => eventsAt(own)).toEqual(expected('42'))
})
