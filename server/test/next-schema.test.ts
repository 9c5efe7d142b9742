import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { type Answer, call } from './kit/api-client.ts'
import { newPayer } from './kit/company-payments.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const payer = await newPayer(trilho)
const owner = await newPortalPerson(trilho, { merchantId: payer.merchantId })
const operator = await newPortalPerson(trilho, { isOperator: true })
const webhook = { url: sink.url }
const shop = `/merchants/${payer.merchantId}`

/** A sample of everything that writes or reads a table. */
async function aDay(number: number): Promise<void> {
  const must = async (answer: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body.data
  }
  const cashIn = await payer.createCashIn({ webhook, transaction: { orderId: `order-${number}` } })
  await must(payer.simulate('complete', cashIn))
  await must(payer.refund(cashIn, { amount: '1.00' }))
  const cashOut = await payer.createCashOut({ webhook })
  for (const act of ['register', 'complete']) await must(payer.simulate(act, cashOut))
  await sink.waitForEvents(cashOut, 2)
  await must(payer.post('/accounts/payment-initiation', initiation))
  const request = await payer.createRequest()
  await must(payer.approve(request.id))
  await must(payer.read(cashIn))
  await must(payer.get('/accounts/transactions/pix?limit=5'))
  await must(payer.get('/accounts/statement'))
  await must(payer.get('/webhooks/deliveries'))
  const receiver = { fantasyName: 'Moinho', cnpj: '45997418000153' }
  await must(owner.post(`${shop}/receivers`, receiver))
  await must(owner.post(`${shop}/keys`, { name: `Caixa ${number}`, scopes: ['payments'] }))
  for (const path of ['home', 'transactions', 'statement', 'requests', 'receivers', 'members', 'keys'])
    await must(owner.get(`${shop}/${path}`))
  await must(operator.put(`/operator/merchants/${payer.merchantId}/limits`, limits))
  for (const path of ['platform', 'merchants', 'people']) await must(operator.get(`/operator/${path}`))
}

const limits = {
  cashOutLimit: '500',
  cashOutDailyLimit: '5000',
  companyPaymentLimit: null,
  companyPaymentDailyLimit: '5000',
}
const initiation = {
  payment: {
    payer: { taxNumber: '52998224725' },
    value: { original: '5.00' },
    redirectUrl: 'https://shop.example.com/',
  },
  webhook,
}

/** The largest change a migration may make while the previous release runs: one more not-null column in every table. */
async function addColumns(): Promise<void> {
  const tables = await trilho.sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables)
    await trilho.sql.unsafe(`alter table ${name} add column of_next_release text not null default 'set'`)
}

test('a process continues to work when the next release has added a column to every table', async () => {
  await aDay(1)
  await addColumns()
  await aDay(2)
  await aDay(3)
  expect((await call(`${trilho.url}/readyz`)).status).toBe(200)
  expect(await auditBooks(trilho)).toEqual([])
})
