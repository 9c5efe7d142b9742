import { expect, test } from 'vitest'
import { setWebhookAddress } from '../../money/webhooks/set-webhook-address.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import {
  auditEntriesOf,
  everybody,
  expectNotFoundByOutsiders,
  expectOnly,
  lastChangesOf,
} from '../../../test/kit/portal-roles.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const shop = await trilho.newMerchant()
const people = await everybody(trilho, shop.merchantId)
const path = `/merchants/${shop.merchantId}`
await setWebhookAddress(trilho.needs, { merchantId: shop.merchantId, url: sink.url })

type Person = (typeof people)['owner']
const form = (other: object = {}) => ({ amount: '10.50', formKey: crypto.randomUUID(), ...other })
const make = (body: object, person: Person = people.finance) => person.post(`${path}/charges`, body)
const cancel = (id: string, person: Person = people.finance) => person.post(`${path}/transactions/${id}/cancel`, {})
const read = async (id: string) => (await people.owner.get(`${path}/transactions/${id}`)).body.data

test("a charge made in the portal is a cash-in like any other, notified to the merchant's own webhook URL", async () => {
  const payer = { cpf: cpf.maria, name: 'Maria da Silva' }
  const { status, body } = await make(form({ description: 'Bolo', orderId: 'mesa-7', payer, expiresIn: 3600 }))
  expect(status).toBe(201)
  const { id } = body.data
  const charge = await read(id)
  expect(charge).toMatchObject({
    operation: 'pixCashIn',
    state: 'Registered',
    amount: '10.500000',
    orderId: 'mesa-7',
    orderDescription: 'Bolo',
    named: { name: 'Maria da Silva', taxNumber: '***.982.247-**' },
    key: null,
    cancellable: true,
    payable: { qrCode: expect.stringMatching(/^000201/), payerUrl: expect.stringContaining('/pay/') },
  })
  expect(Date.parse(charge.expiryDate) - Date.parse(charge.date)).toBe(3_600_000)
  await shop.simulate('complete', id)
  expect((await sink.waitForEvents(id, 1))[0]?.body).toMatchObject({ transactionState: 'Completed' })
  const [act] = await auditEntriesOf(trilho, people.finance)
  expect(act).toMatchObject({ act: 'charge.make', subject: id, details: { amount: '10.500000', orderId: 'mesa-7' } })
  expect(JSON.stringify(act)).not.toContain(cpf.maria)
})

test('without a webhook URL a charge sends no event; anybody may pay it, for a day', async () => {
  const stall = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId: stall.merchantId })
  const { id } = (await owner.post(`/merchants/${stall.merchantId}/charges`, form())).body.data
  await stall.simulate('complete', id, { name: 'João', taxNumber: cpf.joao })
  const charge = (await owner.get(`/merchants/${stall.merchantId}/transactions/${id}`)).body.data
  expect(charge).toMatchObject({ state: 'Completed', named: null, orderId: null, deliveries: [] })
  expect(Date.parse(charge.expiryDate) - Date.parse(charge.date)).toBe(86_400_000)
})

test('the same form sent five times at once makes one charge; another one makes another', async () => {
  const once = form()
  const made = await Promise.all(times(5, () => make(once)))
  const again = await make(form())
  expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
  expect(again.body.data.id).not.toBe(made[0]?.body.data.id)
})

test('an order number that has a charge is refused to another form, however alike; the same form again is answered', async () => {
  const first = form({ orderId: 'mesa-9' })
  const { id } = (await make(first)).body.data
  expect((await make(first)).body.data).toEqual({ id })
  await shop.simulate('complete', id)
  const second = await make(form({ orderId: 'mesa-9' }))
  expect([second.status, second.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
  expect((await make(first)).body.data).toEqual({ id })
})

test('what the API refuses is refused here in the same words, and leaves no audit entry', async () => {
  await make(form({ orderId: 'mesa-8' }))
  const before = await auditEntriesOf(trilho, people.finance)
  const other = await make(form({ orderId: 'mesa-8', amount: '11' }))
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
  const fake = await make(form({ payer: { cpf: '11111111111' } }))
  expect([fake.status, fake.body.error.details.reason]).toEqual([409, 'CounterpartyTaxNumberInvalid'])
  expect((await make({ amount: '1' })).status).toBe(400)
  expect(await auditEntriesOf(trilho, people.finance)).toEqual(before)
})

test('an open charge is cancelled, and cannot be a second time in another state', async () => {
  const { id } = (await make(form())).body.data
  expect((await cancel(id)).body.data).toEqual({ state: 'Cancelled' })
  const changed = { act: 'charge.cancel', changes: { state: { was: 'Registered', is: 'Cancelled' } } }
  expect(await lastChangesOf(trilho, people.finance)).toEqual(changed)
  const entries = await auditEntriesOf(trilho, people.finance)
  expect((await cancel(id)).status).toBe(200)
  expect(await auditEntriesOf(trilho, people.finance)).toEqual(entries)
  expect(await read(id)).toMatchObject({ state: 'Cancelled', cancellable: false, payable: null })
  const paid = await shop.createCashIn()
  await shop.simulate('complete', paid)
  expect((await cancel(paid)).body.error.details.reason).toBe('TransactionStateNotAllowed')
})

test('only owners and finance make and cancel charges, of their own merchant', async () => {
  await expectOnly(people, ['owner', 'finance'], person => make(form(), person))
  const id = await shop.createCashIn()
  await expectOnly(people, ['owner', 'finance'], person => cancel(id, person))
  await expectNotFoundByOutsiders(people, outsider => outsider.post(`${path}/charges`, form()))
})
