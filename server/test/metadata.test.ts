import { expect, test } from 'vitest'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { indexTransactions } from '../src/products/transaction-search/terms/index-transactions.ts'
import { linksOf } from './kit/payment-links.ts'
import { batchesOf, payoutRow } from './kit/payout-batches.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { cpf, openTrilho, times } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'
import { untilDone } from './kit/patience.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant({ balance: '1000' })
const owner = await newPortalPerson(trilho, { merchantId: api.merchantId })
const metadata = { shop: 'Centro', 'Mesa nº': 'sétima', empty: '' }

const foundBy = async (q: string): Promise<string[]> => {
  const { body } = await owner.get(`/merchants/${api.merchantId}/transactions?q=${encodeURIComponent(q)}`)
  return body.data.items.map((item: { id: string }) => item.id)
}

test('the metadata of a charge is in its read, the list, its events, the export and the portal', async () => {
  const webhook = { url: sink.url }
  const id = await api.createCashIn({ transaction: { orderId: 'meta-1', metadata }, webhook })
  expect((await api.read(id)).body.data.transaction.metadata).toEqual(metadata)
  const { items } = (await api.get('/accounts/transactions/pix?orderId=meta-1')).body.data
  expect(items[0].metadata).toEqual(metadata)
  await api.simulate('complete', id)
  expect(sink.eventsOf(id).map(({ body }) => body['metadata'])).toEqual([metadata])
  const csv = (await owner.get(`/merchants/${api.merchantId}/transactions.csv`)).text
  expect(csv).toContain('""shop"":""Centro""')
  const shown = (await owner.get(`/merchants/${api.merchantId}/transactions/${id}`)).body.data
  expect(shown.metadata).toEqual(metadata)
})

test('the metadata of a bill is in its read and in its events', async () => {
  const dueDate = addDays(dayOf(new Date()), 10)
  const payer = { name: 'Maria da Silva', cpf: cpf.maria }
  const bill = { payer, amount: '10.00', dueDate, metadata, webhook: { url: sink.url } }
  const { id, ...made } = (await api.post('/bills', bill)).body.data
  expect(made.metadata).toEqual(metadata)
  await api.simulate('complete', id)
  expect(sink.eventsOf(id).map(({ body }) => body['metadata'])).toEqual([metadata])
})

test('a transaction without metadata has an empty object in reads, and none in events', async () => {
  const id = await api.createCashIn({ transaction: { metadata: {} }, webhook: { url: sink.url } })
  await api.simulate('complete', id)
  expect((await api.read(id)).body.data.transaction.metadata).toEqual({})
  expect(sink.eventsOf(id).map(({ body }) => 'metadata' in body)).toEqual([false])
  const [stored] = await trilho.sql`select metadata from transactions where id = ${id}`
  expect(stored?.['metadata']).toBeNull()
})

test('a transaction is found by a value of its metadata, at once and by the index', async () => {
  const value = crypto.randomUUID().replaceAll('-', 'x')
  const id = await api.createCashOut({ transaction: { metadata: { campaign: `Verão ${value}` } } })
  expect(await foundBy(`verao ${value}`)).toEqual([id])
  trilho.clock.aheadMs = 3_600_000
  await untilDone(() => indexTransactions(trilho.needs))
  expect(await foundBy(`Verão ${value}`)).toEqual([id])
  expect(await foundBy(`${value}9`)).toEqual([])
  trilho.clock.aheadMs = 0
})

test('a repeated order with the same metadata in another order of keys is the same, with other metadata a conflict', async () => {
  const send = (some: object) => api.requestCashIn({ transaction: { orderId: 'meta-2', metadata: some } })
  const first = (await send({ a: '1', b: '2' })).body.data.transaction.id
  expect((await send({ b: '2', a: '1' })).body.data.transaction.id).toBe(first)
  expect((await send({ a: '1', b: '3' })).body.error.details.reason).toBe('OrderIdConflict')
})

const path = '/transaction/metadata'
test.each([
  ['21 keys', Object.fromEntries(times(21, i => [`k${i}`, 'v'])), path, 'maxProperties'],
  ['a key of 41 characters', { ['k'.repeat(41)]: 'v' }, path, 'propertyNames'],
  ['an empty key', { '': 'v' }, path, 'propertyNames'],
  ['a key that is the platform’s own', { paymentLinkId: 'x' }, path, 'propertyNames'],
  ['a value of 501 characters', { k: 'v'.repeat(501) }, `${path}/k`, 'maxLength'],
  ['a value that is no text', { k: 7 }, `${path}/k`, 'type'],
  ['a list', ['v'], path, 'type'],
])('metadata with %s is one problem', async (_what, wrong, at, code) => {
  const { status, body } = await api.requestCashIn({ transaction: { metadata: wrong } })
  expect([status, body.error.details.map((one: { path: string; code: string }) => [one.path, one.code])]).toEqual([
    400,
    [[at, code]],
  ])
})

test('20 keys of 40 characters with 500 each are stored as they are', async () => {
  const most = Object.fromEntries(times(20, i => [`${i}`.padStart(40, 'k'), 'é'.repeat(500)]))
  const id = await api.createCashIn({ transaction: { metadata: most } })
  expect((await api.read(id)).body.data.transaction.metadata).toEqual(most)
})

test('every payment of a link has the metadata of the link, beside the id of the link', async () => {
  const links = linksOf(trilho, api)
  const link = await links.make({ metadata })
  expect((await api.get(`/payment-links/${link.id}`)).body.data.metadata).toEqual(metadata)
  const id = await links.openCharge(link.url)
  expect((await api.read(id)).body.data.transaction.metadata).toEqual({ ...metadata, paymentLinkId: link.id })
})

test('a row of a batch gives its payout its metadata, and the result file has it', async () => {
  const batches = batchesOf(api, trilho.needs)
  const made = await batches.make([payoutRow('2.00', { metadata: { team: 'Norte' } }), payoutRow('1.00')])
  await batches.pay(made.id)
  const rows = await batches.rows(made.id)
  expect(rows.map(row => (row as { metadata?: object }).metadata)).toEqual([{ team: 'Norte' }, {}])
  const { body } = await api.read(rows[0]?.transactionId ?? '')
  expect(body.data.transaction.metadata).toEqual({ team: 'Norte' })
  expect(await batches.result(made.id)).toContain('""team"":""Norte""')
})
