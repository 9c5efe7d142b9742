import { expect, test } from 'vitest'
import type { Answer } from '../../../test/kit/api-client.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { businessDayFrom } from '../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

/** What can go wrong with a boleto, played in a sandbox. */
const trilho = await openTrilho()
const sink = await openSink()

const due = businessDayFrom(addDays(dayOf(new Date()), 20))
const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
type Form = { document?: string; methods?: string[] }
const request = ({ document = cpf.maria, methods = ['pix', 'boleto'] }: Form = {}) => ({
  payer: { name: 'Maria da Silva', cpf: document, address },
  amount: '100.00',
  dueDate: due,
  methods,
  webhook: { url: sink.url },
})

type Api = Awaited<ReturnType<typeof trilho.newMerchant>>
async function make(api: Api) {
  const { status, body } = await api.post('/bills', request())
  expect([status, body]).toMatchObject([201, {}])
  return body.data
}
const read = async (api: Api, id: string) => (await api.get(`/bills/${id}`)).body.data
const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason]

test('a bill that is paid by its boleto and then by Pix stays paid once: the Pix is kept apart and returned to its payer', async () => {
  const api = await trilho.newMerchant({ chargeFixed: '1', chargeRate: 0n })
  const { id } = await make(api)
  await api.simulate('pay-boleto', id)
  const second = await api.simulate('complete', id, { amount: '100.00' })
  expect([second.status, second.body.data]).toMatchObject([200, { transactionState: 'Registered' }])
  const held = () => trilho.sql<{ state: string; amount: bigint }[]>`
    select state, amount from transactions where operation = 'unmatchedPayment' and counterparty is null
     and order_description = 'SecondPayment'`
  expect(await read(api, id)).toMatchObject({ state: 'Paid', payment: { method: 'boleto', isSettled: false } })
  expect(await api.balance()).toMatchObject({ available: '0.000000', toSettle: '100.000000' })
  const finance = await newPortalPerson(trilho, { merchantId: api.merchantId, roles: ['finance'] })
  const shown = async () =>
    (await finance.get(`/merchants/${api.merchantId}/transactions/${id}`)).body.data.unmatched as object[]
  expect(await shown()).toMatchObject([{ reason: 'SecondPayment', amount: '100.000000' }])
  await trilho.needs.bankOrders.stepAndWait()
  expect(await held()).toMatchObject([{ state: 'Refunded' }])
  await api.simulate('settle-boleto', id)
  expect(await api.balance()).toMatchObject({ available: '99.000000', toSettle: '0.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('slowBoleto: a boleto is registered only when the bank has time, and until then nobody can pay it', async () => {
  const api = await trilho.newMerchant()
  await api.post('/sandbox/troubles', { kind: 'slowBoleto', seconds: 600 })
  const { id, ...made } = await make(api)
  expect(made).toMatchObject({ state: 'Open', transactionState: 'Created', boleto: { typedLine: null }, qrCode: null })
  expect(reasonOf(await api.simulate('pay-boleto', id))).toEqual([409, 'TransactionStateNotAllowed'])
  await trilho.needs.bankOrders.stepAndWait()
  expect((await read(api, id)).transactionState).toBe('Created')
  await trilho.sql`update bank_orders set next_step_at = now() - interval '1 s' where transaction_id = ${id}`
  await trilho.needs.bankOrders.stepAndWait()
  expect(await read(api, id)).toMatchObject({
    transactionState: 'Registered',
    boleto: { typedLine: expect.stringMatching(/^\d{47}$/) },
  })
  expect((await api.get('/sandbox/troubles')).body.data.items).toEqual([])
})

test('boletoRefused: the bank refuses the next boleto and its bill fails, and the one after is registered', async () => {
  const api = await trilho.newMerchant()
  await api.post('/sandbox/troubles', { kind: 'boletoRefused' })
  const { id } = await make(api)
  expect(await read(api, id)).toMatchObject({
    state: 'Cancelled',
    transactionState: 'Error',
    boleto: { barcode: null },
  })
  expect((await api.read(id)).body.data.transaction.stateErrorCause).toBe('BoletoNotRegistered')
  expect(await make(api)).toMatchObject({ transactionState: 'Registered' })
})

test.each([
  ['90000000175', 'CounterpartyTaxNumberInvalid'],
  ['90000000256', 'CounterpartyServiceError'],
])('the test document %s refuses a bill with %s, with a boleto and without', async (document, reason) => {
  const api = await trilho.newMerchant()
  for (const methods of [['pix'], ['pix', 'boleto']])
    expect(reasonOf(await api.post('/bills', request({ document, methods })))[1]).toBe(reason)
  expect((await api.get('/bills')).body.data.items).toEqual([])
})
