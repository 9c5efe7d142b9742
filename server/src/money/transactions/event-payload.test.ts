import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { setWebhookAddress } from '../webhooks/set-webhook-address.ts'

const trilho = await openTrilho()
// What the approval of a company payment sends is not awaited: a worker sends what waits behind it.
await trilho.startServer({ workers: true })
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant({ balance: '1000' })

/** The merchant's own side of every payment. */
const atThePlatform = {
  bankCode: '999',
  bankIspb: '99999999',
  bankName: 'Trilho',
  accountAgency: null,
  accountNumber: '1000001',
  accountDigit: null,
  accountType: null,
  name: 'Padaria São João Ltda',
  taxNumber: '11222333000181',
}

const lastEventOf = (id: string) => sink.eventsOf(id).at(-1)?.body

test('the Completed event of money in names the payer as the bank reports it, and the merchant as recipient', async () => {
  const id = await api.createCashIn({ webhook })
  await api.simulate('complete', id)
  expect(lastEventOf(id)).toMatchObject({
    transactionState: 'Completed',
    payer: { bankName: 'Banco do Brasil S.A.', name: 'Maria da Silva', taxNumber: cpf.maria },
    recipient: atThePlatform,
  })
})

test('the Completed event of money out names the merchant as payer, and the recipient as the bank reports it', async () => {
  const id = await api.createCashOut({ webhook })
  await api.simulate('complete', id)
  expect(lastEventOf(id)).toMatchObject({
    transactionState: 'Completed',
    payer: atThePlatform,
    recipient: { name: 'João de Souza', taxNumber: cpf.joao },
  })
})

test('reads name the other side only', async () => {
  const [paid, sent] = [await api.createCashIn({ webhook }), await api.createCashOut({ webhook })]
  for (const id of [paid, sent]) await api.simulate('complete', id)
  expect((await api.read(paid)).body.data.transaction).not.toHaveProperty('recipient')
  expect((await api.read(sent)).body.data.transaction).not.toHaveProperty('payer')
})

test.each(['error', 'cancel'])('the event of %s names nobody', async simulation => {
  const id = await api.createCashIn({ webhook })
  await api.simulate(simulation, id)
  expect(lastEventOf(id)).toMatchObject({ payer: null, recipient: null })
})

test('the event of a payment of the wrong amount ends with what was paid', async () => {
  const id = await api.createCashIn({ amount: '100', webhook })
  await api.simulate('complete', id, { amount: '99.99' })
  const event = lastEventOf(id) ?? {}
  expect(event).toMatchObject({ transactionState: 'Error', transactionAmount: '100.000000' })
  expect(Object.entries(event).at(-1)).toEqual(['transactionPaidAmount', '99.990000'])
})

test('no other event has a paid amount besides its own', async () => {
  const id = await api.createCashIn({ webhook })
  await api.simulate('complete', id)
  expect(lastEventOf(id)).not.toHaveProperty('transactionPaidAmount')
})

test('the recipient of a company payment is the bank account that was chosen', async () => {
  const payer = await newPayer(trilho)
  await setWebhookAddress(trilho.needs, { merchantId: payer.merchantId, url: sink.url })
  const { id, refTransaction } = await payer.createRequest()
  await payer.approve(id)
  await payer.simulate('complete', refTransaction)
  const account = {
    bankCode: '341',
    bankIspb: '60701190',
    bankName: 'Itaú Unibanco S.A.',
    accountAgency: '0001',
    accountNumber: '12345-6',
    accountDigit: null,
    accountType: null,
    name: 'Moinho Estrela',
    taxNumber: '11444777000161',
  }
  expect((await payer.read(refTransaction)).body.data.transaction.recipient).toStrictEqual(account)
  const [event] = await sink.waitForEvents(refTransaction, 1)
  expect(event?.body).toMatchObject({ transactionState: 'Completed', payer: atThePlatform, recipient: account })
})
