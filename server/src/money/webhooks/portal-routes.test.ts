import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/kit/delivery-kit.ts'
import { patienceMs } from '../../../test/kit/patience.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { type Role, roles } from '../../tenancy/people/permissions.ts'

const trilho = await openTrilho()
const sink = await openSink()
const merchant = await trilho.newMerchant()
const { merchantId } = merchant
const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })
const webhooks = `/merchants/${merchantId}/webhooks`

type Answered = { status: number; body: { error: { details: { reason: string } } } }
const refusal = ({ status, body }: Answered) => [status, body.error.details.reason]
const lastAct = async () => (await trilho.sql`select * from audit_entries order by at desc, sequence desc limit 1`)[0]
const delivered = (id: string) =>
  eventually(async () => {
    const { data } = (await developer.get(`${webhooks}/deliveries/${id}`)).body
    expect(data.status).not.toBe('Pending')
    return data
  })

describe('the address', () => {
  test('is set, shown and taken away; the audit log keeps it without its query', async () => {
    const url = `${sink.url}?token=not-for-the-log`
    const set = await developer.put(`${webhooks}/address`, { url })
    expect([set.status, set.body.data.url]).toEqual([200, url])
    expect((await developer.get(webhooks)).body.data).toMatchObject({ url, previousSecretValidUntil: null })
    const act = await lastAct()
    expect(act).toMatchObject({ act: 'webhook.setAddress', personId: developer.id, merchantId })
    const kept = `${sink.url}?…`
    expect(act?.details).toEqual({ url: kept, changes: { url: { was: null, is: kept } } })
    expect((await developer.put(`${webhooks}/address`, { url: null })).body.data.url).toBeNull()
  })

  test('that may not be called is refused and not kept; what is none is a 400', async () => {
    const before = await lastAct()
    expect(refusal(await developer.put(`${webhooks}/address`, { url: 'http://169.254.169.254/latest' }))).toEqual([
      409,
      'WebhookAddressNotAllowed',
    ])
    expect(await lastAct()).toEqual(before)
    for (const body of [{ url: 'shop.example' }, { url: 'ftp://shop.example/' }, {}, { url: 3 }])
      expect((await developer.put(`${webhooks}/address`, body)).status).toBe(400)
    expect((await developer.get(webhooks)).body.data.url).toBeNull()
  })
})

describe('a test event', () => {
  test('is sent to the address of the merchant, signed, and listed like every other', async () => {
    await developer.put(`${webhooks}/address`, { url: sink.url })
    const { status, body } = await developer.post(`${webhooks}/test`)
    expect(status).toBe(201)
    const { deliveryId } = body.data
    const [received] = await sink.waitForEvents(deliveryId, 1)
    expect(received?.body).toMatchObject({ event: 'Test', id: deliveryId })
    const verify = new Webhook(merchant.webhookSecret)
    expect(verify.verify(received?.text ?? '', received?.headers as Record<string, string>)).toMatchObject({
      event: 'Test',
    })
    expect(await delivered(deliveryId)).toMatchObject({ status: 'Success', event: 'Test', transactionId: null })
    expect((await developer.get(`${webhooks}/deliveries`)).body.data.items[0]).toMatchObject({ id: deliveryId })
    expect(await lastAct()).toMatchObject({ act: 'webhook.sendTest', subject: deliveryId, merchantId })
  })

  test('goes to another address when one is given, and never to one that may not be called', async () => {
    const other = await openSink()
    const { deliveryId } = (await developer.post(`${webhooks}/test`, { url: other.url })).body.data
    await other.waitForEvents(deliveryId, 1)
    expect(refusal(await developer.post(`${webhooks}/test`, { url: 'http://10.0.0.1/' }))).toEqual([
      409,
      'WebhookAddressNotAllowed',
    ])
    expect((await developer.post(`${webhooks}/test`, { url: 'x' })).status).toBe(400)
  })

  test('without any address is a 400 that says what is missing', async () => {
    const { merchantId: bare } = await trilho.newMerchant()
    const owner = await newPortalPerson(trilho, { merchantId: bare })
    const { status, body } = await owner.post(`/merchants/${bare}/webhooks/test`)
    expect([status, body.error.details[0].info]).toEqual([400, { missingProperty: 'url' }])
  })

  test('is not a way to trouble an outsider: after ten in a row one has to wait', async () => {
    const { merchantId: busy } = await trilho.newMerchant()
    const owner = await newPortalPerson(trilho, { merchantId: busy })
    const answers = await Promise.all(
      times(12, () => owner.post(`/merchants/${busy}/webhooks/test`, { url: sink.url })),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(10)
    const refused = answers.find(answer => answer.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the secret', () => {
  test('is replaced, answered once, and the one before still signs for a day', async () => {
    await developer.put(`${webhooks}/address`, { url: sink.url })
    const before = (await developer.get(webhooks)).body.data
    const rotated = await developer.post(`${webhooks}/secret/rotate`)
    expect(rotated.status).toBe(201)
    const { webhookSecret, previousValidUntil } = rotated.body.data
    expect(webhookSecret).toMatch(/^whsec_/)
    const shown = await developer.get(webhooks)
    expect(shown.body.data).toMatchObject({ previousSecretValidUntil: previousValidUntil })
    expect(shown.body.data.secretSetAt > before.secretSetAt).toBe(true)
    expect(shown.text).not.toContain('whsec')
    const act = await lastAct()
    expect(act).toMatchObject({ act: 'webhook.rotateSecret', merchantId, details: {} })

    // Settings are at most 3 seconds old.
    const isSignedByBoth = async () => {
      const { deliveryId } = (await developer.post(`${webhooks}/test`, { url: sink.url })).body.data
      const [received] = await sink.waitForEvents(deliveryId, 1)
      return received?.headers['webhook-signature']?.includes(' ') === true ? received : null
    }
    const received = await vi.waitUntil(isSignedByBoth, { timeout: patienceMs, interval: 700 })
    for (const secret of [webhookSecret, merchant.webhookSecret])
      expect(new Webhook(secret).verify(received.text, received.headers as Record<string, string>)).toBeTruthy()
    trilho.clock.aheadMs += 25 * 60 * 60_000
    const late = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })
    expect((await late.get(webhooks)).body.data.previousSecretValidUntil).toBeNull()
    trilho.clock.aheadMs = 0
  })

  test('needs the password shown in the last five minutes', async () => {
    trilho.clock.aheadMs += 6 * 60_000
    const answer = await developer.post(`${webhooks}/secret/rotate`)
    trilho.clock.aheadMs = 0
    expect(refusal(answer)).toEqual([403, 'ConfirmationRequired'])
  })
})

describe('who may', () => {
  const asks: [method: string, path: string, body?: object][] = [
    ['GET', ''],
    ['PUT', '/address', { url: sink.url }],
    ['POST', '/secret/rotate', {}],
    ['POST', '/test', { url: sink.url }],
  ]
  const allowed = new Set<Role>(['owner', 'developer'])

  test.each(roles)('%s: only owners and developers see and change webhooks', async role => {
    const { merchantId: own } = await trilho.newMerchant()
    const person = await newPortalPerson(trilho, { merchantId: own, roles: [role] })
    for (const [method, path, body] of asks) {
      const answer = await person.send(method, `/merchants/${own}/webhooks${path}`, body)
      if (allowed.has(role)) expect(answer.status).toBeLessThan(300)
      else expect(refusal(answer)).toEqual([403, 'RoleNotAllowed'])
    }
  })

  test('an operator sees and changes nothing; people of another merchant find nothing', async () => {
    const operator = await newPortalPerson(trilho, { isOperator: true })
    const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
    for (const [method, path, body] of asks) {
      const answer = await operator.send(method, webhooks + path, body)
      if (method === 'GET') expect(answer.status).toBe(200)
      else expect(refusal(answer)).toEqual([403, 'RoleNotAllowed'])
      expect(refusal(await outsider.send(method, webhooks + path, body))).toEqual([404, 'MerchantNotFound'])
    }
  })
})
