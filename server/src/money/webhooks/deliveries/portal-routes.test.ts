import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/kit/delivery-kit.ts'
import { cpf, openTrilho, times } from '../../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'
import { addDays, dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { type Role, roles } from '../../../tenancy/people/permissions.ts'

const trilho = await openTrilho()
// The second server does the work that nobody calls for: resending.
await trilho.startServer({ workers: true })

type Shop = Awaited<ReturnType<typeof newShop>>

/** A merchant with a developer, and a receiver whose answer can be changed. */
async function newShop() {
  const answer = { status: 200 }
  const sink = await openSink(answer)
  const merchant = await trilho.newMerchant({ balance: '100' })
  const developer = await newPortalPerson(trilho, { merchantId: merchant.merchantId, roles: ['developer'] })
  return { ...merchant, developer, sink, answer, webhooks: `/merchants/${merchant.merchantId}/webhooks` }
}

async function paid({ createCashIn, simulate, sink }: Shop, header: object = {}): Promise<string> {
  const id = await createCashIn({ webhook: { url: sink.url, ...header } })
  await simulate('complete', id)
  return id
}

const listed = async ({ developer, webhooks }: Shop, query = '') =>
  (await developer.get(`${webhooks}/deliveries${query}`)).body.data
const newestOf = async (shop: Shop, transactionId: string) =>
  (await listed(shop, `?transactionId=${transactionId}`)).items[0]
const settled = (shop: Shop, transactionId: string, status: string) =>
  eventually(async () => {
    const delivery = await newestOf(shop, transactionId)
    expect(delivery.status).toBe(status)
    return delivery
  })

type Answered = { status: number; body: { error: { details: { reason: string } } } }
const refusal = ({ status, body }: Answered) => [status, body.error.details.reason]
const nobody = '01890000-0000-7000-8000-000000000000'

describe('the log', () => {
  test('is newest first, in pages, and filtered by state, transaction and days of São Paulo', async () => {
    const shop = await newShop()
    const good = await paid(shop)
    await settled(shop, good, 'Success')
    shop.answer.status = 500
    const bad = await paid(shop)
    await settled(shop, bad, 'Failed')

    const ids = async (query = '') =>
      (await listed(shop, query)).items.map((item: { transactionId: string }) => item.transactionId)
    const today = dayOf(new Date())
    expect(await ids()).toEqual([bad, good])
    expect(await ids('?state=Failed')).toEqual([bad])
    expect(await ids('?state=Success')).toEqual([good])
    expect(await ids(`?transactionId=${good}`)).toEqual([good])
    expect(await ids(`?from=${today}&to=${today}`)).toEqual([bad, good])
    expect(await ids(`?from=${addDays(today, 1)}`)).toEqual([])
    expect(await ids(`?to=${addDays(today, -1)}`)).toEqual([])
    for (const wrong of ['state=Lost', 'from=15/11/2026', 'cursor=x', 'transactionId=x'])
      expect((await shop.developer.get(`${shop.webhooks}/deliveries?${wrong}`)).status).toBe(400)
  })

  test('pages neither repeat nor leave out', async () => {
    const shop = await newShop()
    const made = await Promise.all(times(30, () => paid(shop)))
    const first = await listed(shop)
    const second = await listed(shop, `?cursor=${first.nextCursor}`)
    const seen = [...first.items, ...second.items].map((item: { transactionId: string }) => item.transactionId)
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([25, 5, null])
    expect(seen.sort()).toEqual(made.sort())
  })
})

describe("a delivery's page", () => {
  test('shows the call as it was sent and every answer, without secrets and documents', async () => {
    const shop = await newShop()
    shop.answer.status = 503
    const id = await paid(shop, { customHeaderName: 'x-shop', customHeaderValue: 'secret-of-the-shop' })
    const { id: deliveryId } = await settled(shop, id, 'Failed')
    const answer = await shop.developer.get(`${shop.webhooks}/deliveries/${deliveryId}`)
    const { request, attempts } = answer.body.data
    expect(request).toMatchObject({ method: 'POST', url: shop.sink.url })
    const names = request.headers.map((header: { name: string }) => header.name)
    expect(names).toEqual(expect.arrayContaining(['content-type', 'x-shop', 'webhook-id', 'webhook-signature']))
    expect(request.headers).toContainEqual({ name: 'webhook-id', value: deliveryId })
    expect(JSON.parse(request.body)).toMatchObject({ id, transactionState: 'Completed' })
    expect(attempts).toMatchObject([{ number: 1, outcome: 'answered', httpStatus: 503, error: null }])
    expect(attempts[0].nextAttemptDate).not.toBeNull()
    for (const hidden of ['secret-of-the-shop', cpf.maria, 'v1,f']) expect(answer.text).not.toContain(hidden)
    expect(shop.sink.eventsOf(id)[0]?.text).toContain(cpf.maria)
  })

  test('of nobody, and of another merchant, is not found', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const { id } = await settled(other, await paid(other), 'Success')
    for (const requested of [nobody, 'x', id]) {
      const path = `${shop.webhooks}/deliveries/${requested}`
      expect(refusal(await shop.developer.get(path))).toEqual([404, 'DeliveryNotFound'])
      expect(refusal(await shop.developer.post(`${path}/resend`))).toEqual([404, 'DeliveryNotFound'])
    }
  })
})

describe('sending again', () => {
  test('one failed event is delivered when the receiver is well again', async () => {
    const shop = await newShop()
    shop.answer.status = 500
    const id = await paid(shop)
    const { id: deliveryId } = await settled(shop, id, 'Failed')
    shop.answer.status = 200
    const resent = await shop.developer.post(`${shop.webhooks}/deliveries/${deliveryId}/resend`)
    expect([resent.status, resent.body.data.id]).toEqual([200, deliveryId])
    expect(await settled(shop, id, 'Success')).toMatchObject({ attemptCount: 2 })
    const entries = await trilho.sql`select act, person_id from audit_entries where subject = ${deliveryId}`
    expect(entries).toMatchObject([{ act: 'webhook.resend', personId: shop.developer.id }])
  })

  test('an older state is refused after a newer one was delivered, and leaves no audit entry', async () => {
    const shop = await newShop()
    const id = await paid(shop)
    const { id: older } = await settled(shop, id, 'Success')
    await shop.simulate('reverse', id)
    await eventually(async () => expect((await newestOf(shop, id)).transactionState).toBe('Reversed'))
    await settled(shop, id, 'Success')
    const answer = await shop.developer.post(`${shop.webhooks}/deliveries/${older}/resend`)
    expect(refusal(answer)).toEqual([409, 'DeliverySuperseded'])
    expect(await trilho.sql`select details from audit_entries where subject = ${older}`).toEqual([])
  })

  test('all failed ones, of some days or to one address, and the answer says how many', async () => {
    const shop = await newShop()
    shop.answer.status = 500
    const failed = await Promise.all(times(3, () => paid(shop)))
    for (const id of failed) await settled(shop, id, 'Failed')
    shop.answer.status = 200
    const today = dayOf(new Date())
    const resend = async (body: object) => (await shop.developer.post(`${shop.webhooks}/resend`, body)).body.data.resent
    expect(await resend({ from: addDays(today, 1) })).toBe(0)
    expect(await resend({ url: 'https://nobody.example/hook?secret=1' })).toBe(0)
    expect(await resend({ from: today, to: today, url: shop.sink.url })).toBe(3)
    for (const id of failed) await settled(shop, id, 'Success')
    expect(await resend({})).toBe(0)
    expect((await shop.developer.post(`${shop.webhooks}/resend`, { from: 'x' })).status).toBe(400)
    const entries = await trilho.sql`
      select details from audit_entries where merchant_id = ${shop.merchantId} and act = 'webhook.resendFailed' order by at, sequence`
    expect(entries).toHaveLength(4)
    expect(entries[1]?.details).toEqual({ host: 'nobody.example' })
  })
})

describe('who may', () => {
  const allowed = new Set<Role>(['owner', 'developer'])

  test.each(roles)('%s: only owners and developers see the log and send again', async role => {
    const shop = await newShop()
    const { id } = await settled(shop, await paid(shop), 'Success')
    const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: [role] })
    const answers = [
      await person.get(`${shop.webhooks}/deliveries`),
      await person.get(`${shop.webhooks}/deliveries/${id}`),
      await person.post(`${shop.webhooks}/deliveries/${id}/resend`),
      await person.post(`${shop.webhooks}/resend`),
    ]
    if (allowed.has(role)) expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    else expect(answers.map(refusal)).toEqual(times(4, () => [403, 'RoleNotAllowed']))
  })

  test('an operator reads and sends nothing again; people of another merchant find nothing', async () => {
    const shop = await newShop()
    const { id } = await settled(shop, await paid(shop), 'Success')
    const operator = await newPortalPerson(trilho, { isOperator: true })
    const { developer: outsider } = await newShop()
    const path = `${shop.webhooks}/deliveries/${id}`
    expect((await operator.get(path)).status).toBe(200)
    for (const again of [`${path}/resend`, `${shop.webhooks}/resend`]) {
      expect(refusal(await operator.post(again))).toEqual([403, 'RoleNotAllowed'])
      expect(refusal(await outsider.post(again))).toEqual([404, 'MerchantNotFound'])
    }
    expect(refusal(await outsider.get(path))).toEqual([404, 'MerchantNotFound'])
  })
})
