import { expect, test } from 'vitest'
import { call } from './kit/api-client.ts'
import { linksOf } from './kit/payment-links.ts'
import { batchesOf, payoutRow } from './kit/payout-batches.ts'
import { nubank, payer, returnedState } from './kit/payer.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { cpf, openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant({ balance: '1000' })
const owner = await newPortalPerson(trilho, { merchantId: api.merchantId })

/** A numeric and an alphanumeric one. */
const companies = [
  ['11.444.777/0001-61', '11444777000161'],
  ['12.abc.345/01de-35', '12ABC34501DE35'],
] as const

test.each(companies)(
  'a charge for the company %s is shown with its CNPJ in reads, event and search',
  async (cnpj, plain) => {
    const id = await api.createCashIn({ payer: { cnpj, name: 'Moinho Estrela Ltda' }, webhook: { url: sink.url } })
    const named = { name: 'Moinho Estrela Ltda', cpf: null, cnpj: plain }
    expect((await api.read(id)).body.data.payment.payer).toEqual(named)
    expect((await api.simulate('complete', id)).status).toBe(200)
    const { receiptUrl, ...transaction } = (await api.read(id)).body.data.transaction
    expect(transaction.payer).toMatchObject({ name: 'Moinho Estrela Ltda', taxNumber: plain })
    expect(sink.eventsOf(id).map(({ body }) => body['payer'])).toMatchObject([{ taxNumber: plain }])
    expect((await call(receiptUrl)).text).toContain(`**.***.${plain.slice(5, 8)}/${plain.slice(8, 12)}-**`)
    const found = await owner.get(`/merchants/${api.merchantId}/transactions?q=${encodeURIComponent(cnpj)}`)
    expect(found.body.data.items.map((item: { id: string }) => item.id)).toEqual([id])
    const csv = (await owner.get(`/merchants/${api.merchantId}/transactions.csv`)).text
    expect(csv).toContain('Moinho Estrela Ltda')
  },
)

const maria = { name: 'Maria', cpf: cpf.maria }
const bothNamed = { ...maria, cnpj: companies[0][0] }
const payout = (recipient: object) => api.requestCashOut({ recipient })
const charge = (payer: object) => api.requestCashIn({ payer })

test.each([
  ['the payer of a charge', charge, '/payment/payer'],
  ['the recipient of a payout', payout, '/payment/recipient'],
])(
  '%s with CPF and CNPJ is refused once and clearly, without either it is the CPF that is missing',
  async (_who, send, path) => {
    const both = await send(bothNamed)
    expect(both.status).toBe(400)
    expect(both.body.error.details).toEqual([
      { path, code: 'oneOf', message: 'must have cpf or cnpj, not both', info: { passingSchemas: [0, 1] } },
    ])
    const name = path.slice(1).replace('/', '.')
    expect(both.body.error.message).toBe(`In the body: ${name} must have cpf or cnpj, not both.`)
    const neither = await send({ name: 'Maria' })
    expect(neither.body.error.details).toEqual([
      { path, code: 'required', message: expect.any(String), info: { missingProperty: 'cpf' } },
    ])
    expect(neither.body.error.message).toContain(`${name}.cpf is missing, for example "529.982.247-25"`)
    const malformed = await send({ name: 'Moinho', cnpj: '11.444.777/0001' })
    expect(malformed.body.error.details).toMatchObject([{ path: `${path}/cnpj`, code: 'pattern' }])
    const fake = await send({ name: 'Moinho', cnpj: '11.444.777/0001-62' })
    expect([fake.status, fake.body.error.details]).toMatchObject([
      409,
      { reason: 'CounterpartyTaxNumberInvalid', message: 'TaxNumber:11444777000162' },
    ])
    expect((await send({ ...maria, cnpj: null })).status).toBe(201)
  },
)

test.each(companies)('a payout to the company %s goes to its CNPJ key, and is found by it', async (cnpj, plain) => {
  const recipient = { name: 'Moinho Estrela Ltda', cnpj }
  const id = await api.createCashOut({ recipient, key: { type: 'CNPJ', value: cnpj } })
  expect((await api.read(id)).body.data.payment).toMatchObject({
    receiver: { name: 'Moinho Estrela Ltda', cpf: null, cnpj: plain },
    key: plain,
    keyType: 'CNPJ',
  })
  const wrong = await api.requestCashOut({ recipient, key: { type: 'CNPJ', value: cpf.maria } })
  expect(wrong.body.error.details).toMatchObject({
    reason: 'PixKeyInvalid',
    message: 'the value is not a CNPJ key such as 11.444.777/0001-61',
  })
  const other = await api.requestCashOut({ recipient: maria, key: { type: 'CNPJ', value: cnpj } })
  expect(other.body.error.details.reason).toBe('PixKeyOwnerMismatch')
})

test('a row of a batch pays a company', async () => {
  const batches = batchesOf(api, trilho.needs)
  const company = { name: 'Moinho', taxNumber: companies[1][0], keyType: 'CNPJ', key: companies[1][0] }
  const made = await batches.make([payoutRow('2.00', company), payoutRow('1.00')])
  expect(await batches.pay(made.id)).toMatchObject({ made: { count: 2 } })
  const [row] = await batches.rows(made.id)
  expect(row).toMatchObject({ taxNumber: companies[1][1], key: companies[1][1] })
  expect((await api.read(row?.transactionId ?? '')).body.data.payment.receiver.cnpj).toBe(companies[1][1])
})

test('a company pays by a link: the page takes its CNPJ', async () => {
  const links = linksOf(trilho, api)
  const link = await links.make({ asksPayer: true })
  const id = await links.openCharge(link.url, { name: 'Moinho', cpf: companies[1][0] })
  expect((await api.read(id)).body.data.payment.payer).toEqual({ name: 'Moinho', cpf: null, cnpj: companies[1][1] })
  expect((await links.pay(link.url, { name: 'Moinho', cpf: '11.444.777/0001-62' })).status).toBe(409)
})

test('a company pays by OpenFinance: the person who authorises it enters their CPF, which is not stored', async () => {
  const { id, checkoutUrl } = await api.createInitiation({ taxNumber: companies[0][0] })
  const page = await call(`${checkoutUrl}/consent?institution=${nubank}`)
  expect(page.text).toContain('**.***.777/0001-**')
  expect(page.text).toContain('name="cpf"')
  const posted = await call(`${checkoutUrl}/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ institution: nubank, cpf: '529.982.247-26' }).toString(),
  })
  expect([posted.status, posted.text.includes('aria-invalid')]).toEqual([200, true])
  const bankUrl = await payer.start(checkoutUrl, nubank, '529.982.247-25')
  expect(returnedState(await payer.comeBack(await payer.decide(bankUrl, 'approve')))).toBe('Completed')
  const { transaction, payment } = (await api.read(id)).body.data
  expect(payment.payer).toEqual({ name: null, cpf: null, cnpj: companies[0][1] })
  expect(transaction.payer.taxNumber).toBe(companies[0][1])
})

test('a person in the portal asks a company for money', async () => {
  const body = { amount: '5.00', payer: { cnpj: companies[0][0], name: 'Moinho' }, formKey: crypto.randomUUID() }
  const { status, body: made } = await owner.post(`/merchants/${api.merchantId}/charges`, body)
  expect(status).toBe(201)
  expect((await api.read(made.data.id)).body.data.payment.payer.cnpj).toBe(companies[0][1])
})
