import { expect, test } from 'vitest'
import { cashInBody, cashOutBody, initiationBody } from '../../../test/kit/api-client.ts'
import { newPayer, requestsPath } from '../../../test/kit/company-payments.ts'
import { testConnection } from '../../../test/kit/test-bank.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { addConnection } from './connections.ts'
import { simulatorConnection } from './simulator/simulator.ts'

/** Production to which nobody has connected a bank yet. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }, { isConnected: false })
const payer = await newPayer(trilho)
const webhook = { url: 'https://hooks.example.invalid/' }

const payments: [path: string, body: object][] = [
  ['/accounts/pix/cashin', cashInBody({ webhook })],
  ['/accounts/pix/cashout', cashOutBody({ webhook })],
  ['/accounts/payment-initiation', initiationBody({ webhook })],
  [requestsPath, payer.requestBody('10')],
]

const written = async () => {
  const [rows] = await trilho.sql`
    select (select count(*)::int from transactions) as transactions,
           (select count(*)::int from payment_requests) as requests,
           (select count(*)::int from bank_orders) as orders,
           (select count(*)::int from postings) as postings,
           (select count(*)::int from webhook_events) as events`
  const { available, held } = await payer.balance()
  return { ...rows, available, held }
}

const expectRefused = async (path: string, body: object) => {
  const before = await written()
  const answer = await payer.post(path, body)
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'BankNotConnected'])
  expect(await written()).toEqual(before)
}

test.each(payments)('without a bank, POST %s is refused and writes nothing', async (path, body) => {
  expect.hasAssertions()
  await expectRefused(path, body)
})

test('a simulator in the table is no bank in production', async () => {
  await addConnection(trilho.needs, simulatorConnection)
  for (const [path, body] of payments) await expectRefused(path, body)
  await trilho.sql`delete from bank_connections`
})

test('as soon as a bank is connected, the same server takes every payment', async () => {
  await addConnection(trilho.needs, testConnection)
  for (const [path, body] of payments) expect((await payer.post(path, body)).status).toBe(201)
})
