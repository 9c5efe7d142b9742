import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { meet, paymentLink } from '../../../test/kit/meet.ts'
import { form, linksOf, payerOf } from '../../../test/kit/payment-links.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { expireCharges } from '../../money/transactions/expire-charges.ts'
import { endLinks } from './change-link.ts'

const trilho = await openTrilho()
const sink = await openSink()
const shop = await trilho.newMerchant()
const links = linksOf(trilho, shop)
const webhook = { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '42' }
const inMinutes = (minutes: number) => new Date(trilho.needs.clock().getTime() + minutes * 60_000).toISOString()

/** Moves the clock forward, runs what is due, and returns the result. */
async function letMinutesGoBy(minutes: number) {
  trilho.clock.aheadMs += minutes * 60_000
  await expireCharges(trilho.needs)
  await endLinks(trilho.needs)
}

const eventsOf = (id: string) =>
  sink.received
    .map(({ body }) => body)
    .filter(({ paymentLink }) => (paymentLink as { id?: string } | undefined)?.id === id)

test('a link is paid by many, each payment a transaction of its own that names the link, with the same webhook events as any other', async () => {
  const link = await links.make({ webhook })
  expect(link).toMatchObject({
    state: 'Active',
    amount: '10.000000',
    stock: null,
    paidCount: 0,
    paidAmount: '0.000000',
  })
  const ids = [await links.openCharge(link.url), await links.openCharge(link.url)]
  expect(await links.read(link.id)).toMatchObject({ openCount: 2, paidCount: 0 })
  for (const id of ids) expect((await links.complete(id)).status).toBe(200)
  expect(await links.read(link.id)).toMatchObject({ openCount: 0, paidCount: 2, paidAmount: '20.000000' })

  const { items } = (await shop.get(`/payment-links/${link.id}/transactions`)).body.data
  expect(items.map((item: { id: string }) => item.id)).toEqual(ids.toReversed())
  expect(items[0]).toMatchObject({
    state: 'Completed',
    orderDescription: 'Bolo de fubá',
    metadata: { paymentLinkId: link.id },
  })
  const [event] = await sink.waitForEvents(ids[0] ?? '', 1)
  expect(event?.body).toMatchObject({ transactionState: 'Completed', paymentLinkId: link.id })
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a stock of two is paid by two: a third is turned away while they pay, and for good when they have', async () => {
  const link = await links.make({ stock: 2, webhook })
  const [first, second] = [await links.openCharge(link.url), await links.openCharge(link.url)]
  const busy = await links.pay(link.url)
  expect([busy.status, busy.text.includes('As últimas unidades estão sendo pagas')]).toEqual([409, true])
  await links.complete(first)
  await shop.simulate('cancel', second)
  await links.complete(await links.openCharge(link.url))
  expect(await links.read(link.id)).toMatchObject({ state: 'SoldOut', openCount: 0, paidCount: 2 })
  expect((await call(link.url)).text).toContain('Esgotado')
  expect((await links.pay(link.url)).status).toBe(409)
  await expect
    .poll(() => eventsOf(link.id))
    .toMatchObject([{ event: 'PaymentLinkSoldOut', paymentLink: { paidCount: 2 } }])
  expect(sink.received.at(-1)?.headers).toMatchObject({ 'x-shop': '42' })

  const few = await shop.put(`/payment-links/${link.id}`, { stock: 1 })
  expect([few.status, few.body.error.details]).toMatchObject([409, { message: '2 are paid and 0 are being paid' }])
  expect((await links.change(link.id, { stock: 3 })).state).toBe('Active')
  expect(eventsOf(link.id)).toHaveLength(1)
})

test('a unit that nobody pays for is free again after thirty minutes', async () => {
  const link = await links.make({ stock: 1 })
  const id = await links.openCharge(link.url)
  await letMinutesGoBy(29)
  expect((await links.pay(link.url)).status).toBe(409)
  await letMinutesGoBy(2)
  expect(await shop.stateOf(id)).toBe('Canceled')
  expect(await links.read(link.id)).toMatchObject({ state: 'Active', openCount: 0 })
  await links.openCharge(link.url)
})

test('of six who press at once for the last unit one gets it', async () => {
  const link = await links.make({ stock: 1 })
  const answers: number[] = []
  await meet(
    trilho.sql,
    paymentLink(link.id),
    times(6, () => async () => void answers.push((await links.pay(link.url)).status)),
  )
  expect(answers.toSorted()).toEqual([303, 409, 409, 409, 409, 409])
  expect(await links.read(link.id)).toMatchObject({ openCount: 1 })
})

test('a page sent twice makes one charge, also by a link for one payer that ends in a moment', async () => {
  const link = await links.make({ stock: 1, endsAt: inMinutes(5) })
  const once = /name="once" value="([^"]+)"/.exec((await call(link.url)).text)?.[1] ?? ''
  const ids = await Promise.all([links.openCharge(link.url, { once }), links.openCharge(link.url, { once })])
  trilho.clock.aheadMs += 2_000
  ids.push(await links.openCharge(link.url, { once }))
  expect(new Set(ids).size).toBe(1)
  expect(await links.read(link.id)).toMatchObject({ openCount: 1 })
})

test('a link ends at its end with a webhook event; no charge of it lasts longer; a later end opens it again', async () => {
  const link = await links.make({ endsAt: inMinutes(5), webhook })
  const id = await links.openCharge(link.url)
  trilho.clock.aheadMs += 6 * 60_000
  expect((await call(link.url)).text).toContain('Este link expirou')
  await letMinutesGoBy(0)
  expect(await shop.stateOf(id)).toBe('Canceled')
  expect((await links.read(link.id)).state).toBe('Ended')
  await expect.poll(() => eventsOf(link.id).map(({ event }) => event)).toEqual(['PaymentLinkEnded'])
  const refused = await shop.put(`/payment-links/${link.id}`, { state: 'Active' })
  expect(refused.body.error.details.message).toBe('the link has ended: also send a later endsAt')
  expect(await links.change(link.id, { endsAt: inMinutes(5) })).toMatchObject({ state: 'Active' })
})

test('a closed link turns payers away, and what was begun before can still be paid', async () => {
  const link = await links.make()
  const id = await links.openCharge(link.url)
  expect(await links.change(link.id, { state: 'Closed', title: 'Bolo' })).toMatchObject({
    state: 'Closed',
    title: 'Bolo',
  })
  expect((await links.pay(link.url)).text).toContain('Este link está fechado')
  expect((await links.complete(id)).status).toBe(200)
  expect(await links.read(link.id)).toMatchObject({ state: 'Closed', paidCount: 1 })
  expect((await links.change(link.id, { state: 'Active' })).state).toBe('Active')
})

test.each([
  ['25', '25.000000'],
  ['25,5', '25.500000'],
  ['R$ 1.234,56', '1234.560000'],
  ['1,234.56', '1234.560000'],
])('an open amount is typed as people do: %s', async (amount, expected) => {
  const link = await links.make({ amount: undefined })
  const id = await links.openCharge(link.url, { amount })
  expect((await shop.read(id)).body.data.transaction.amount).toBe(expected)
})

test.each(['', '0', '-1', '1,000', 'abc', '4,99', '50,01'])('an amount of "%s" is asked for again', async amount => {
  const link = await links.make({ amount: undefined, minAmount: '5.00', maxAmount: '50.00' })
  const { status, text } = await links.pay(link.url, { amount })
  expect([status, text.includes('Confira o valor'), text.includes('De R$\u00a05,00 a R$\u00a050,00')]).toEqual([
    409,
    true,
    true,
  ])
})

test('a fixed amount is paid as it is, whatever a form says', async () => {
  const link = await links.make()
  const id = await links.openCharge(link.url, { amount: '0,01' })
  expect((await shop.read(id)).body.data.transaction.amount).toBe('10.000000')
})

test('where a link asks who pays, name and a genuine CPF are needed', async () => {
  const link = await links.make({ asksPayer: true })
  expect((await links.pay(link.url, { name: 'Maria', cpf: '11111111111' })).text).toContain('Confira o CPF')
  expect((await links.pay(link.url, { cpf: payerOf.cpf })).text).toContain('Informe o seu nome')
  const id = await links.openCharge(link.url, payerOf)
  expect((await shop.read(id)).body.data.payment.payer).toMatchObject(payerOf)
})

test('the page of a charge leads back: to the shop once it is paid, to the link where it was not', async () => {
  const link = await links.make({ redirectUrl: 'https://loja.example/obrigado' })
  const pageOf = async (id: string) => (await call(trilho.needs.addresses.payerPage(shop.merchantId, id))).text
  const [paid, cancelled] = [await links.openCharge(link.url), await links.openCharge(link.url)]
  await links.complete(paid)
  await shop.simulate('cancel', cancelled)
  expect(await pageOf(paid)).toContain('href="https://loja.example/obrigado"')
  expect(await pageOf(cancelled)).toContain(`href="${link.url}"`)
})

test('a form of another site opens no charge, and one address cannot take a whole stock', async () => {
  const link = await links.make({ stock: 100 })
  for (const site of ['cross-site', 'same-site'])
    expect((await call(link.url, form({}, { 'sec-fetch-site': site }))).status).toBe(200)
  expect(await links.read(link.id)).toMatchObject({ openCount: 0 })
  const answers = await Promise.all(times(14, () => links.pay(link.url)))
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(10)
  expect(answers.find(({ status }) => status === 409)?.text).toContain('Foram muitas tentativas')
})

test('what a merchant writes is shown and never run; the page says its state in both languages', async () => {
  const link = await links.make({ title: '<b>Bolo</b>', description: 'Linha 1\nLinha 2', stock: 2 })
  const { headers, text } = await call(`${link.url}?lang=en`)
  expect(text).toContain('&lt;b&gt;Bolo&lt;/b&gt;')
  for (const part of ['Pay with Pix', '2 left', 'Padaria São João Ltda', 'R$\u00a010.00']) expect(text).toContain(part)
  expect(headers.get('content-security-policy')).toMatch(
    /script-src 'none'; .*form-action 'self'; frame-ancestors 'none'/,
  )
  expect((await call(`${trilho.url}/l/made-up`)).status).toBe(404)
  expect((await call(`${link.url}/qr.svg`)).text).toContain('<svg')
})

test('the same Idempotency-Key makes one link, and another body under it is refused', async () => {
  const body = { title: 'Rifa', amount: '5.00', stock: 10 }
  const headers = { 'idempotency-key': 'raffle' }
  const answers = await Promise.all(times(5, () => shop.post('/payment-links', body, headers)))
  expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1)
  expect(answers.filter(answer => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
  const other = await shop.post('/payment-links', { ...body, stock: 11 }, headers)
  expect(other.body.error.details.reason).toBe('OrderIdConflict')
})

test.each([
  ['a fixed amount with bounds', { minAmount: '1.00' }, '/amount'],
  ['bounds the wrong way round', { amount: undefined, minAmount: '2.00', maxAmount: '1.00' }, '/minAmount'],
  ['an end in the past', { endsAt: '2020-01-01T00:00:00Z' }, '/endsAt'],
  ['a stock of none', { stock: 0 }, '/stock'],
  ['a title of spaces', { title: '  ' }, '/title'],
])('a link with %s is refused, saying where', async (_what, body, path) => {
  const answer = await shop.post('/payment-links', { title: 'Bolo', amount: '10.00', ...body })
  expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path])
})

test('another merchant finds neither the link nor its transactions', async () => {
  const { id } = await links.make()
  const other = await trilho.newMerchant()
  for (const answer of [
    await other.get(`/payment-links/${id}`),
    await other.put(`/payment-links/${id}`, { state: 'Closed' }),
    await other.get(`/payment-links/${id}/transactions`),
  ])
    expect([answer.status, answer.body.error.details.reason]).toEqual([404, 'PaymentLinkNotFound'])
  expect((await other.get('/payment-links')).body.data.items).toEqual([])
  const { items, nextCursor } = (await shop.get('/payment-links?state=Active&dataset.limit=5')).body.data
  expect([items.length, typeof nextCursor]).toEqual([5, 'string'])
})
