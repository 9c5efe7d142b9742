import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { type Received, openSink } from '../../../test/kit/webhook-sink.ts'
import { merchantReader } from '../../tenancy/merchants/read-merchant.ts'
import { rotateWebhookSecret } from '../../tenancy/merchants/webhook-settings.ts'
import { webhookSigner } from './sign.ts'

const trilho = await openTrilho()
const sink = await openSink()
const day = 24 * 60 * 60 * 1000

/** Completes a cash-in on a server that has not yet remembered the merchant's secrets. */
async function received(merchant: Awaited<ReturnType<typeof trilho.newMerchant>>): Promise<Received> {
  const id = await merchant.createCashIn({ webhook: { url: sink.url } })
  const fresh = await trilho.startServer()
  fresh.clock.aheadMs = trilho.clock.aheadMs
  const { firstAttempt } = await fresh.needs.door.apply({
    merchantId: merchant.merchantId,
    id,
    event: { kind: 'cancelled' },
  })
  await firstAttempt
  const [event] = sink.eventsOf(id)
  if (event === undefined) throw new Error(`no event of ${id}`)
  return event
}

const verifies = (secret: string, { text, headers }: Received) => {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch (error) {
    expect((error as Error).message).toBe('No matching signature found')
    return false
  }
}

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  const merchant = await trilho.newMerchant()
  const { webhookSecret, previousValidUntil } = await rotateWebhookSecret(trilho.needs, merchant.merchantId)
  expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhookSecret).not.toBe(merchant.webhookSecret)
  expect(Math.abs(previousValidUntil.getTime() - Date.now() - day)).toBeLessThan(60_000)

  const during = await received(merchant)
  expect(during.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
  expect([verifies(merchant.webhookSecret, during), verifies(webhookSecret, during)]).toEqual([true, true])

  const sign = webhookSigner({ ...trilho.needs, readMerchant: merchantReader(trilho.sql) })
  const event = { merchantId: merchant.merchantId, id: 'event', payload: '{}' } as Parameters<typeof sign>[0]
  const signaturesAt = async (ms: number) => (await sign(event, new Date(ms)))['webhook-signature']?.split(' ').length
  expect(await signaturesAt(previousValidUntil.getTime() - 1)).toBe(2)
  expect(await signaturesAt(previousValidUntil.getTime())).toBe(1)
})

test('a second rotation leaves the two newest secrets valid', async () => {
  const merchant = await trilho.newMerchant()
  const second = await rotateWebhookSecret(trilho.needs, merchant.merchantId)
  const third = await rotateWebhookSecret(trilho.needs, merchant.merchantId)
  const event = await received(merchant)
  const secrets = [merchant.webhookSecret, second.webhookSecret, third.webhookSecret]
  expect(secrets.map(secret => verifies(secret, event))).toEqual([false, true, true])
})

test('secrets are kept sealed', async () => {
  const merchant = await trilho.newMerchant()
  const { webhookSecret } = await rotateWebhookSecret(trilho.needs, merchant.merchantId)
  const kept = JSON.stringify(
    await trilho.sql`select * from merchants where id = ${merchant.merchantId}`,
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  for (const secret of [merchant.webhookSecret, webhookSecret]) expect(kept).not.toContain(secret.slice(6, 40))
})
