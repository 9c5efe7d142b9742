import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { type ShownLink, linksOf, payerOf } from '../../../test/kit/payment-links.ts'
import { assertProperty } from '../../../test/kit/property.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { recordReceivedPayment } from '../../operations/banks/record-received-payment.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { parseBrCode } from '../../../test/kit/br-code.ts'
import { openStaticId } from '../../money/rails/static-ids.ts'

const trilho = await openTrilho()
const second = await trilho.startServer()
const sink = await openSink()
const shop = await trilho.newMerchant()
const links = linksOf(trilho, shop)
const who = { name: payerOf.name, taxNumber: payerOf.cpf }
const pay = (id: string, body: object = {}) => shop.post(`/sandbox/static-qrs/${id}/pay`, { ...who, ...body })
type StaticQr = ShownLink & { qrCode: string }
const makeStatic = async (body: object = {}, api: Pick<typeof shop, 'post'> = shop): Promise<StaticQr> =>
  (await api.post('/static-qrs', { title: 'Balcão', webhook: { url: sink.url }, ...body })).body.data

test('one code is paid many times, each payment a transaction of its own with its webhook event', async () => {
  const link = await makeStatic({ amount: '10.00' })
  expect(parseBrCode(link.qrCode)).toMatchObject({
    location: null,
    amount: 10_000_000n,
    merchantName: 'Padaria Sao Joao Ltda',
  })
  const paid = [await pay(link.id), await pay(link.id)]
  expect(paid.map(({ status }) => status)).toEqual([201, 201])
  const first = paid[0]?.body.data.transactionId
  const { transaction } = (await shop.read(first)).body.data
  expect(transaction).toMatchObject({ state: 'Completed', amount: '10.000000', metadata: { paymentLinkId: link.id } })
  expect(await links.read(link.id)).toMatchObject({ paidCount: 2, openCount: 0, paidAmount: '20.000000' })
  const [event] = await sink.waitForEvents(first, 1)
  expect(event?.body).toMatchObject({ transactionState: 'Completed', paymentLinkId: link.id })
  expect((await call(link.url)).text).toContain(link.qrCode)
  expect((await links.pay(link.url)).status).toBe(409)
  expect((await call(`${link.url}/qr.svg`)).text).toContain('<svg')
})

test('a code without an amount takes any; a closed one that is paid all the same is credited', async () => {
  const link = await makeStatic()
  expect((await pay(link.id)).body.error.details).toMatchObject([{ info: { missingProperty: 'amount' } }])
  expect((await pay(link.id, { amount: '7.25' })).status).toBe(201)
  await links.change(link.id, { state: 'Closed' })
  expect((await call(link.url)).text).toContain('Este link está fechado')
  expect((await pay(link.id, { amount: '1.00' })).status).toBe(201)
  expect(await links.read(link.id)).toMatchObject({ state: 'Closed', paidCount: 2, paidAmount: '8.250000' })
})

test('a static code takes neither stock nor end, and an ordinary link cannot be paid like one', async () => {
  const { id } = await makeStatic()
  for (const change of [{ stock: 3 }, { endsAt: '2099-01-01T00:00:00Z' }])
    expect((await shop.put(`/payment-links/${id}`, change)).body.error.details.reason).toBe(
      'PaymentLinkStateNotAllowed',
    )
  expect((await pay((await links.make()).id)).body.error.details.reason).toBe('PaymentLinkStateNotAllowed')
  const answer = await shop.post('/static-qrs', { title: 'Balcão', amount: '1.001' })
  expect(answer.body.error.details.reason).toBe('AmountNotAllowed')
})

/** Which payment is reported, and to which server. */
const anyReport = fc.record({ server: fc.nat(1), which: fc.nat(4) })

test('however often and wherever a payment by a static code is reported, it is credited once', async () => {
  let runs = 0
  await assertProperty(
    fc.asyncProperty(fc.array(anyReport, { minLength: 4, maxLength: 16 }), async reports => {
      const merchant = await trilho.newMerchant()
      const own = linksOf(trilho, merchant)
      const { id, qrCode } = await makeStatic({}, merchant)
      const staticCode = openStaticId(parseBrCode(qrCode).txid ?? '')
      const run = ++runs
      const payments = times(5, n => ({
        endToEndId: `E99999999${String(run).padStart(11, '0')}${String(n).padStart(12, '0')}`,
        amount: BigInt(n + 1) * 1_000_000n,
        charge: null,
        staticCode,
        at: trilho.needs.clock(),
        payer: null,
        returns: [],
      }))
      const receive = async ({ server, which }: (typeof reports)[number]) => {
        const { needs } = server === 0 ? trilho : second
        await recordReceivedPayment(needs, await needs.railsOf(null), payments[which]!)
      }
      await Promise.all(reports.map(receive))
      const reported = new Set(reports.map(({ which }) => which))
      const sum = [...reported].reduce((all, which) => all + BigInt(which + 1) * 1_000_000n, 0n)
      expect(await merchant.availableBalance()).toBe(`${sum / 1_000_000n}.000000`)
      expect(await own.read(id)).toMatchObject({ paidCount: reported.size, openCount: 0 })
      expect(await auditBooks(trilho.needs)).toEqual([])
    }),
    { runs: 10, endOnFailure: true },
  )
})
