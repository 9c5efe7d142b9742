import { expect, test } from 'vitest'
import { cashInBody } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { testTaxNumbers } from '../../money/rails/simulator/test-data.ts'

const trilho = await openTrilho()

/** Asks as a new merchant, who must have no transaction afterwards. */
async function refusalOf(body: object) {
  const api = await trilho.newMerchant()
  const answer = await api.post('/accounts/pix/cashin', body)
  expect((await api.get('/accounts/transactions/pix')).body.data.total).toBe(0)
  return answer
}

const { payment, webhook } = cashInBody()
const withValue = (value: object) => ({ payment: { ...payment, value }, webhook })
const withPayer = (payer: unknown) => ({ payment: { ...payment, payer }, webhook })
const withOrder = (transaction: object) => ({ payment, transaction, webhook })
const withWebhook = (change: object) => ({ payment, webhook: { ...webhook, ...change } })

test.each([
  ['', 'payment', { webhook }],
  ['', 'webhook', { payment }],
  ['/payment', 'value', { payment: {}, webhook }],
  ['/payment/value', 'original', withValue({})],
  ['/payment/payer', 'cpf', withPayer({})],
  ['/webhook', 'url', { payment, webhook: {} }],
])('at "%s" a missing %s is refused, and nothing is written', async (path, missingProperty, body) => {
  const answer = await refusalOf(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toStrictEqual({
    statusCode: 'Error',
    error: {
      name: 'InvalidRequestFormatError',
      code: 'InvalidRequestFormatError',
      message: expect.any(String),
      details: [
        {
          path,
          code: 'required',
          message: `must have required property '${missingProperty}'`,
          info: { missingProperty },
        },
      ],
    },
  })
})

const notAmounts = [
  '0',
  '0.00',
  '-1',
  '+1',
  '1e3',
  '1,5',
  '',
  ' 1',
  '1.',
  '.5',
  '12345678901',
  '1.1234567',
  'NaN',
  '1\n',
]
const notAddresses = [
  '',
  '/hook',
  'example.com/hook',
  'ftp://example.com/hook',
  'javascript:alert(1)',
  'http://user:secret@example.com/hook',
  'http://user@example.com/hook',
  'http:///hook',
  'http://\nexample.com/hook',
  'http://exa mple.com/hook',
  'http://example.com/a hook',
  ' http://example.com/hook',
  'http://example.com/hook\n',
  'http://example.com/\u0000',
  'http://example.com/\ud83d',
  'http://example.com:99999/hook',
]
const notHeaderNames = ['', 'x shop', 'x-shop:', 'x-shóp', 'x\r\ny', 'Host', 'content-length', 'Webhook-Signature']
/** A database keeps neither NUL nor half a character. */
const notTexts = ['a\u0000b', 'half \ud83d']

const wrongValues: [path: string, code: string, wrong: unknown[], body: (wrong: unknown) => object][] = [
  ['/payment', 'type', [null, 'all'], payment => ({ payment, webhook })],
  ['/payment/payer', 'type', ['Maria'], withPayer],
  ['/payment/payer/cpf', 'type', [52_998_224_725], cpf => withPayer({ cpf })],
  ['/payment/payer/cpf', 'pattern', ['', '123', '5299822472a', '529982247255', '529 982'], cpf => withPayer({ cpf })],
  ['/payment/payer/name', 'pattern', notTexts, name => withPayer({ cpf: '52998224725', name })],
  ['/payment/value/original', 'type', [10.5, null], original => withValue({ original })],
  ['/payment/value/original', 'pattern', notAmounts, original => withValue({ original })],
  ['/payment/value/editable', 'type', ['true', 1], editable => withValue({ original: '1', editable })],
  ['/payment/expiresIn', 'type', ['60', 1.5], expiresIn => ({ payment: { ...payment, expiresIn }, webhook })],
  ['/payment/expiresIn', 'minimum', [0, -60], expiresIn => ({ payment: { ...payment, expiresIn }, webhook })],
  ['/transaction/orderId', 'type', [7], orderId => withOrder({ orderId })],
  ['/transaction/orderId', 'minLength', [''], orderId => withOrder({ orderId })],
  ['/transaction/orderId', 'maxLength', ['o'.repeat(256)], orderId => withOrder({ orderId })],
  ['/transaction/orderId', 'pattern', notTexts, orderId => withOrder({ orderId })],
  ['/transaction/orderDescription', 'pattern', notTexts, orderDescription => withOrder({ orderDescription })],
  ['/webhook/url', 'format', notAddresses, url => withWebhook({ url })],
  ['/webhook/customHeaderName', 'format', notHeaderNames, customHeaderName => withWebhook({ customHeaderName })],
  [
    '/webhook/customHeaderValue',
    'pattern',
    ['a\r\nx-other: b', 'a\nb', 'a\u0000b', 'pão'],
    customHeaderValue => withWebhook({ customHeaderName: 'x-shop', customHeaderValue }),
  ],
]

test.each(
  wrongValues.flatMap(([path, code, values, body]) =>
    values.map(wrong => [path, JSON.stringify(wrong).slice(0, 50), code, body(wrong)] as const),
  ),
)('at %s the value %s is refused for its %s, and nothing is written', async (path, _wrong, code, body) => {
  const answer = await refusalOf(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.details).toStrictEqual([
    { path, code, message: expect.any(String), info: expect.any(Object) },
  ])
})

test('every problem of a body is reported at once', async () => {
  const answer = await refusalOf({ payment: { payer: {}, value: { original: '0' } }, webhook: { url: '/hook' } })
  const problems = answer.body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
  expect(problems.sort()).toEqual(['/payment/payer required', '/payment/value/original pattern', '/webhook/url format'])
})

test.each<[taxNumber: string, reason: string]>([
  ['52998224724', 'CounterpartyTaxNumberInvalid'],
  ['529.982.247-24', 'CounterpartyTaxNumberInvalid'],
  ...times(10, digit => [String(digit).repeat(11), 'CounterpartyTaxNumberInvalid'] as [string, string]),
  ...Object.entries(testTaxNumbers)
    .map(([taxNumber, [reason]]) => [taxNumber, reason] as [string, string])
    .filter(([, reason]) => reason.startsWith('Counterparty')),
])('the payer %s is refused with %s, and nothing is written', async (cpf, reason) => {
  const { status, headers, body } = await refusalOf(cashInBody({ payer: { cpf } }))
  const requestId = headers.get('x-request-id')
  expect(status).toBe(409)
  expect(body).toStrictEqual({
    statusCode: 'Error',
    error: {
      name: 'OperationError',
      code: 'OperationError',
      message: expect.any(String),
      details: { reason, message: `TaxNumber:${cpf.replaceAll(/\D/g, '')}`, requestId },
    },
  })
})

test('the test documents about PIX keys may pay', async () => {
  const api = await trilho.newMerchant()
  const aboutKeys = Object.entries(testTaxNumbers).filter(([, [reason]]) => reason.startsWith('PixKey'))
  const answers = await Promise.all(aboutKeys.map(([cpf]) => api.requestCashIn({ payer: { cpf } })))
  expect(answers.map(a => a.status)).toEqual([201, 201])
})
