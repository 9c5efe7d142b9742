import { expect, test } from 'vitest'
import { newPayer } from '../../server/test/kit/company-payments.ts'
import { openTrilho, times } from '../../server/test/kit/trilho.ts'
import { TrilhoError, decimal, micros } from '../src/index.ts'
import { between, charge, connect } from './kit.ts'

const server = await openTrilho()
const merchant = await newPayer(server, { balance: '10' })
const { trilho } = connect(server.url, merchant)

test('micros are exact, as text and as bigint, both ways', () => {
  const pairs = {
    '10.50': 10_500_000n,
    '0.000001': 1n,
    '9999999999.999999': 9_999_999_999_999_999n,
    '-1.25': -1_250_000n,
  }
  for (const [text, amount] of Object.entries(pairs)) expect([micros(text), decimal(amount)]).toEqual([amount, text])
  expect([micros('7'), decimal(0n), decimal(-1n)]).toEqual([7_000_000n, '0.00', '-0.000001'])
  for (const wrong of ['', '1,50', '1.1234567', ' 1', '1e3', 'abc']) expect(() => micros(wrong)).toThrow(TypeError)
})

test('a bigint is paid as micros, and a number is refused before anything is sent', async () => {
  const line = between(() => undefined)
  const client = connect(server.url, merchant, line).trilho
  const asked = charge(12_345_670n)
  const { transaction } = await client.pix.createCashIn(asked)
  expect((await client.transactions.read(transaction.id)).transaction.amount).toBe('12.345670')
  expect(asked).toEqual(charge(12_345_670n))
  const sent = line.sent.length
  // @ts-expect-error -- the type refuses it as well
  const float = client.pix.createCashIn(charge(10.5))
  await expect(float).rejects.toThrow(/payment\.value\.original is a number/)
  expect(line.sent).toHaveLength(sent)
})

test('failures are distinguished by their reason, with status, details and request id', async () => {
  const { webhook } = charge('1')
  const recipient = { name: 'João de Souza', cpf: '39053344705' }
  const payment = { recipient, key: { type: 'EMAIL', value: 'joao@example.com' }, value: '10.01' } as const
  const error = await trilho.pix.createCashOut({ payment, webhook }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TrilhoError)
  expect(error).toMatchObject({ name: 'TrilhoError', status: 409, reason: 'InsufficientBalance' })
  const { requestId } = error as TrilhoError
  expect(server.logged.some(line => line.includes(requestId))).toBe(true)
  const refused = { payment: { payer: { cpf: '90000000175' }, value: { original: '1' } }, webhook }
  await expect(trilho.pix.createCashIn(refused)).rejects.toMatchObject({
    reason: 'CounterpartyTaxNumberInvalid',
    details: 'TaxNumber:90000000175',
  })
})

test('a request of the wrong form says everything that is wrong with it', async () => {
  await expect(trilho.pix.createCashIn({} as never)).rejects.toMatchObject({
    status: 400,
    reason: 'InvalidRequestFormat',
    problems: [{ code: 'required' }, { code: 'required' }],
    message: expect.stringMatching(/payment is missing.*webhook is missing/),
  })
})

test('an unreachable server is distinguished from one that does not speak the API', async () => {
  const nobody = connect('http://127.0.0.1:9', merchant, { retries: 0 }).trilho
  await expect(nobody.account.readBalance()).rejects.toMatchObject({ reason: 'ConnectionFailed', status: null })
  const page = between(({ path }) => (path === '/login' ? undefined : new Response('<html>', { status: 200 })))
  const other = connect(server.url, merchant, page).trilho
  await expect(other.account.readBalance()).rejects.toMatchObject({ reason: 'UnexpectedAnswer', status: 200 })
})

test('an id that is missing, or leads elsewhere, and a query nobody knows are refused before anything is sent', async () => {
  const line = between(() => undefined)
  const client = connect(server.url, merchant, line).trilho
  for (const wrong of ['', '..', undefined])
    await expect(client.transactions.read(wrong as string)).rejects.toThrow(TypeError)
  const query = client.transactions.list({ 'dataset.limit': 5 } as never)
  await expect(query).rejects.toThrow(/the query has no dataset\.limit/)
  expect(line.sent).toEqual([])
  await expect(client.transactions.read('../balance')).rejects.toMatchObject({ reason: 'TransactionNotFound' })
})

test('all pages are iterated, by cursor and by offset, each item once', async () => {
  const buyer = await newPayer(server)
  const line = between(() => undefined)
  const client = connect(server.url, buyer, line).trilho
  const made = await Promise.all(times(12, () => client.pix.createCashIn(charge('10.50'))))
  const read: string[] = []
  for await (const { id } of client.transactions.each({ limit: 5 })) read.push(id)
  expect(read.toSorted()).toEqual(made.map(({ transaction }) => transaction.id).toSorted())
  expect(line.sentTo('/accounts/transactions/pix')).toHaveLength(3)

  const asked = await Promise.all(times(6, () => buyer.createRequest()))
  const period = { startDate: new Date(0), endDate: new Date('2100-01-01') }
  const requests: string[] = []
  for await (const { id } of client.paymentRequests.each({ status: 'Pending', limit: 5, ...period })) {
    // One more item shifts all others by one.
    if (requests.length === 0) await buyer.createRequest()
    requests.push(id)
  }
  expect(requests.toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
})

test('stopping an iteration reads no further page', async () => {
  const line = between(() => undefined)
  const client = connect(server.url, merchant, line).trilho
  for await (const _ of client.transactions.each({ limit: 5 })) break
  expect(line.sentTo('/accounts/transactions/pix')).toHaveLength(1)
})
