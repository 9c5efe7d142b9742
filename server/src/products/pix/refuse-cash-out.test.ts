import { expect, test } from 'vitest'
import { cashOutBody } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { testTaxNumbers } from '../../money/rails/simulator/test-data.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant({ balance: '100' })

/** All that a cash-out writes. */
const written = () => trilho.sql`
  select (select count(*) from transactions) as transactions, (select count(*) from postings) as postings,
         (select count(*) from bank_orders) as orders, (select count(*) from webhook_events) as events,
         (select json_agg(b order by merchant_id) from balances b) as balances`

/** Asks, and sees that nothing was written. */
async function refusalOf(body: object) {
  const before = await written()
  const answer = await api.post('/accounts/pix/cashout', body)
  expect(await written()).toEqual(before)
  return answer
}

/** The one form of a 409. */
const operationError = (reason: string, message: unknown, requestId: string | null) => ({
  statusCode: 'Error',
  error: {
    name: 'OperationError',
    code: 'OperationError',
    message: expect.any(String),
    details: { reason, message, requestId },
  },
})

async function expectRefused(request: Parameters<typeof cashOutBody>[0], reason: string, message: unknown) {
  const { status, headers, body } = await refusalOf(cashOutBody(request))
  expect(status).toBe(409)
  expect(body).toStrictEqual(operationError(reason, message, headers.get('x-request-id')))
}

const { payment, webhook } = cashOutBody()
const withPayment = (change: object) => ({ payment: { ...payment, ...change }, webhook })
const without = (name: keyof typeof payment) => ({ payment: { ...payment, [name]: undefined }, webhook })

test.each([
  ['', 'payment', { webhook }],
  ['', 'webhook', { payment }],
  ['/payment', 'recipient', without('recipient')],
  ['/payment', 'key', without('key')],
  ['/payment', 'value', without('value')],
  ['/payment/recipient', 'name', withPayment({ recipient: { cpf: cpf.joao } })],
  ['/payment/recipient', 'cpf', withPayment({ recipient: { name: 'João' } })],
  ['/payment/key', 'value', withPayment({ key: { type: 'CPF' } })],
  ['/webhook', 'url', { payment, webhook: {} }],
])('at "%s" a missing %s is refused, and nothing is written', async (path, missingProperty, body) => {
  const answer = await refusalOf(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.name).toBe('InvalidRequestFormatError')
  expect(answer.body.error.details).toStrictEqual([
    { path, code: 'required', message: `must have required property '${missingProperty}'`, info: { missingProperty } },
  ])
})

test.each(['cnpj', 'cpf', 'RANDOM', ''])('a key of type "%s" is refused with the types there are', async type => {
  const { status, body } = await refusalOf(cashOutBody({ key: { type, value: 'joao@example.com' } }))
  expect(status).toBe(400)
  expect(body.error.details).toStrictEqual([
    {
      path: '/payment/key/type',
      code: 'enum',
      message: expect.any(String),
      info: { allowedValues: ['CPF', 'EMAIL', 'PHONE', 'EVP', 'CNPJ'] },
    },
  ])
})

const notAmounts = ['0', '0.00', '-1', '1e3', '1,5', '', ' 1', '1.', '.5', '12345678901', '1.1234567', 10.5, null]
const wrongValues: [path: string, wrong: unknown[], body: (wrong: unknown) => object][] = [
  ['/payment/value', [...notAmounts, { original: '1' }], value => withPayment({ value })],
  ['/payment/recipient', [null, 'João'], recipient => withPayment({ recipient })],
  ['/payment/recipient/name', ['', 7, 'a\u0000b'], name => withPayment({ recipient: { name, cpf: cpf.joao } })],
  ['/payment/recipient/cpf', ['', '123', '5299822472a', 7], cpf => withPayment({ recipient: { name: 'João', cpf } })],
  ['/payment/key', [null, 'joao@example.com'], key => withPayment({ key })],
  ['/payment/key/value', ['', 7, 'a\u0000b', 'k'.repeat(256)], value => withPayment({ key: { type: 'EMAIL', value } })],
  ['/webhook/url', ['', '/hook', 'ftp://example.com/'], url => ({ payment, webhook: { url } })],
  ['/transaction/orderId', ['', 7, 'o'.repeat(256)], orderId => ({ payment, webhook, transaction: { orderId } })],
]

test.each(
  wrongValues.flatMap(([path, values, body]) =>
    values.map(wrong => [path, JSON.stringify(wrong).slice(0, 50), body(wrong)] as const),
  ),
)('at %s the value %s is refused, and nothing is written', async (path, _wrong, body) => {
  const answer = await refusalOf(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.details.map((problem: { path: string }) => problem.path)).toEqual([path])
})

test('a key without a type is refused, and the key type is named', async () => {
  await expectRefused(
    { key: { value: 'joao@example.com' } },
    'PixKeyTypeNotAllowed',
    expect.stringMatching(/^the key type is missing\b.*CPF, EMAIL, PHONE, EVP, CNPJ/),
  )
})

test.each([
  ['CPF', '39053344706'],
  ['CPF', '3905334470'],
  ['CPF', '11111111111'],
  ['CPF', 'joao@example.com'],
  ['EMAIL', 'joao'],
  ['EMAIL', 'joao@example'],
  ['EMAIL', '@example.com'],
  ['EMAIL', 'joao souza@example.com'],
  ['EMAIL', 'a@b@example.com'],
  ['EMAIL', `${'j'.repeat(66)}@example.com`],
  ['PHONE', '11987654321'],
  ['PHONE', '5511987654321'],
  ['PHONE', '+55 11 98765-4321'],
  ['PHONE', '+5501987654321'],
  ['PHONE', '+5511987654'],
  ['PHONE', '+55119876543210'],
  ['PHONE', '+14155552671'],
  ['EVP', '123e4567e89b42d3a456426614174000'],
  ['EVP', '123e4567-e89b-42d3-a456-42661417400g'],
  ['EVP', cpf.joao],
])('as a %s key, %s does not fit and is refused', async (type, value) => {
  await expectRefused({ key: { type, value } }, 'PixKeyInvalid', expect.stringContaining(type))
})

test.each(['39053344706', '390.533.447-06', ...times(10, digit => String(digit).repeat(11))])(
  'the recipient %s is not genuine and is refused',
  async fake => {
    const recipient = { name: 'João', cpf: fake }
    await expectRefused({ recipient }, 'CounterpartyTaxNumberInvalid', `TaxNumber:${fake.replaceAll(/\D/g, '')}`)
  },
)

const keys = [
  { type: 'EMAIL', value: 'joao@example.com' },
  { type: 'PHONE', value: '+5511987654321' },
  { type: 'EVP', value: '123e4567-e89b-42d3-a456-426614174000' },
]

test.each(
  Object.entries(testTaxNumbers).flatMap(([taxNumber, [reason]]) =>
    [...keys, { type: 'CPF', value: taxNumber }].map(key => [taxNumber, key.type, reason, key] as const),
  ),
)('the test document %s with a key of type %s is refused with %s', async (taxNumber, _type, reason, key) => {
  const message = reason === 'PixKeyNotFound' ? expect.stringContaining(key.type) : `TaxNumber:${taxNumber}`
  await expectRefused({ recipient: { name: 'Teste', cpf: taxNumber }, key }, reason, message)
})

test('a CPF key of another person than the recipient is refused', async () => {
  const recipient = { name: 'João', cpf: cpf.joao }
  const key = { type: 'CPF', value: cpf.maria }
  await expectRefused({ recipient, key }, 'PixKeyOwnerMismatch', `TaxNumber:${cpf.joao}`)
})

test.each([
  ['100.000001', '0', 0n],
  ['100', '0.01', 0n],
  ['99.99', '0', 20_000n],
  ['9999999999.999999', '0', 0n],
])('%s, charged with %s and a rate of %s, is more than there is and is refused', async (amount, chargeFixed, rate) => {
  const merchant = await trilho.newMerchant({ balance: '100', chargeFixed, chargeRate: rate })
  const before = await written()
  const { status, headers, body } = await merchant.requestCashOut({ amount })
  expect(status).toBe(409)
  const message = expect.stringMatching(/^\d+\.\d{6} is needed, 100\.000000 is available$/)
  expect(body).toStrictEqual(operationError('InsufficientBalance', message, headers.get('x-request-id')))
  expect(await written()).toEqual(before)
})

test('all there is, charges included, can be paid out to the last millionth', async () => {
  const merchant = await trilho.newMerchant({ balance: '100.100001', chargeFixed: '0.10' })
  expect((await merchant.requestCashOut({ amount: '100.000001' })).status).toBe(201)
  expect(await merchant.balance()).toMatchObject({ available: '0.000000', held: '100.100001' })
})

test('held money cannot be paid out a second time', async () => {
  const merchant = await trilho.newMerchant({ balance: '10' })
  await merchant.createCashOut({ amount: '6' })
  const { body } = await merchant.requestCashOut({ amount: '6' })
  expect(body.error.details).toMatchObject({
    reason: 'InsufficientBalance',
    message: '6.000000 is needed, 4.000000 is available',
  })
})
