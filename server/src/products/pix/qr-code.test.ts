import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils'
import jsQR from 'jsqr'
import { hasError, isDynamicPix, parsePix } from 'pix-utils'
import { parseEmv } from 'pix-utils/dist/main/emvHandler.js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { withOther } from '../../../test/kit/with-other.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant()

type CodeAndPicture = { qrCode: string; qrCodeLocation: string }
const requestQr = async (cashIn: object = {}): Promise<CodeAndPicture> =>
  (await api.requestCashIn(cashIn)).body.data.payment

/** What the field of a code says, as another maker's program reads it. */
function fieldOf(qrCode: string, id: number) {
  const fields = parseEmv({ emvCode: qrCode })
  if (!fields.isValid) throw new Error(`pix-utils refuses ${qrCode}`)
  return fields.getTag(id) || null
}

/** The charge at the address inside the code. The code has no room for the port of a test. */
const chargeOf = (qrCode: string) =>
  call(`${trilho.url}${/\/pix\/[\w-]+/.exec(getPixPayloadInfo(qrCode)?.url ?? '')?.[0]}`)

const bytesOf = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

function readPicture(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data
}

const pngSignature = '89504e470d0a1a0a'
const signatureOf = (bytes: Buffer) => bytes.subarray(0, 8).toString('hex')

test.each([
  ['named', {}],
  ['anonymous', { payer: null }],
  ['editable', { editable: true }],
])('the code of a %s cash-in is read by pix-utils and brazilian-utils', async (_title, request) => {
  const { qrCode } = await requestQr({ amount: '10.5', ...request })
  const merchant = { merchantName: 'Padaria Sao Joao Ltda', merchantCity: 'Sao Paulo' }
  const theirs = parsePix(qrCode)
  if (hasError(theirs) || !isDynamicPix(theirs)) throw new Error(`pix-utils refuses ${qrCode}`)
  expect(theirs).toMatchObject({ ...merchant, transactionCurrency: '986', countryCode: 'BR' })
  expect(fieldOf(qrCode, 54)).toBe('10.50')
  expect(getPixPayloadInfo(qrCode)).toEqual({ ...merchant, url: theirs.url, pointOfInitiation: 'dynamic' })
})

test.each([
  ['10.500000', '10.50'],
  ['0.01', '0.01'],
  ['9999999999.99', '9999999999.99'],
])('the amount %s is in the code as %s', async (amount, written) => {
  expect(fieldOf((await requestQr({ amount })).qrCode, 54)).toBe(written)
})

test.each(['0.000001', '10.505', '9999999999.999999'])(
  'the amount %s has parts of a cent: it is not in the code, but at its address',
  async amount => {
    const { qrCode } = await requestQr({ amount })
    expect(fieldOf(qrCode, 54)).toBeNull()
    expect((await chargeOf(qrCode)).body.data.amount).toBe(amount.padEnd(amount.indexOf('.') + 7, '0'))
  },
)

test('the address inside a code shows a bank what to pay, and the state of the charge', async () => {
  const answer = await api.requestCashIn({ amount: '12', editable: true, expiresIn: 60, webhook: { url: sink.url } })
  const { transaction, payment } = answer.body.data
  const charge = await chargeOf(payment.qrCode)
  expect(charge.status).toBe(200)
  expect(charge.body).toStrictEqual({
    statusCode: 'Done',
    data: {
      state: 'Registered',
      amount: '12.000000',
      editable: true,
      receiverName: 'Padaria São João Ltda',
      expiresAt: new Date(Date.parse(transaction.date) + 60_000).toISOString(),
      isPaid: false,
    },
  })
  await api.simulate('complete', transaction.id)
  expect((await chargeOf(payment.qrCode)).body.data.state).toBe('Completed')
})

test('the picture is a PNG in base64, as text, and shows the code', async () => {
  const { qrCode, qrCodeLocation } = await requestQr()
  const { status, headers, text } = await call(qrCodeLocation)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(headers.get('vary')).toBe('accept')
  expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  const png = Buffer.from(text, 'base64')
  expect(signatureOf(png)).toBe(pngSignature)
  expect(readPicture(png)).toBe(qrCode)
})

test.each([
  ['.png at the end', '.png', '*/*'],
  ['.png at the end and another Accept', '.png', 'image/svg+xml'],
  ['Accept: image/png', '', 'image/png'],
  ["Firefox's Accept", '', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ["Chrome's Accept", '', 'text/html,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'],
  ["an older Firefox's Accept", '', 'text/html,image/png,image/svg+xml;q=0.8,*/*;q=0.5'],
  ["an image element's Accept", '', 'image/webp,*/*'],
])('with %s the picture is the PNG itself', async (_title, ending, accept) => {
  const { qrCode, qrCodeLocation } = await requestQr()
  const { type, bytes } = await bytesOf(qrCodeLocation + ending, { accept })
  expect(type).toBe('image/png')
  expect(signatureOf(bytes)).toBe(pngSignature)
  expect(readPicture(bytes)).toBe(qrCode)
})

test.each([
  ['.svg at the end', '.svg', '*/*'],
  ['.svg at the end and another Accept', '.svg', 'image/png'],
  ['Accept: image/svg+xml', '', 'image/svg+xml'],
])('with %s the picture is an SVG', async (_title, ending, accept) => {
  const { qrCodeLocation } = await requestQr()
  const { type, bytes } = await bytesOf(qrCodeLocation + ending, { accept })
  expect(type).toMatch(/^image\/svg\+xml/)
  expect(bytes.toString()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>\s*$/s)
})

test('an address with any one character changed is not found', async () => {
  const { qrCodeLocation } = await requestQr()
  const start = qrCodeLocation.lastIndexOf('/') + 1
  const changed = Array.from(qrCodeLocation.slice(start), (_, i) => withOther(qrCodeLocation, start + i))
  const answers = await Promise.all(changed.map(url => call(url)))
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([404]))
})

test('the last character of an address has one spelling', async () => {
  const { qrCodeLocation } = await requestQr()
  const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
  const answers = await Promise.all(alphabet.map(last => call(qrCodeLocation.slice(0, -1) + last)))
  expect(answers.filter(a => a.status === 200)).toHaveLength(1)
})

test.each([
  ['shortened', (token: string) => token.slice(0, -1)],
  ['cut in half', (token: string) => token.slice(0, 21)],
  ['lengthened', (token: string) => `${token}A`],
  ['padded', (token: string) => `${token}=`],
  ['interrupted by a unmatched character', (token: string) => `${token.slice(0, 9)}~${token.slice(9)}`],
  ['made up', () => 'A'.repeat(43)],
  ['left out', () => ''],
  ['replaced by a path', () => '..%2f..%2fetc%2fpasswd'],
  ['given another ending', (token: string) => `${token}.gif`],
])('an address with its token %s is not found', async (_title, change) => {
  const token = (await requestQr()).qrCodeLocation.slice(-43)
  for (const kind of ['qr', 'pix']) {
    const { status, body } = await call(`${trilho.url}/${kind}/${change(token)}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ statusCode: 'Error', error: { name: 'NotFoundError' } })
    expect(['AddressNotFound', 'RouteNotFound']).toContain(body.error.details.reason)
  }
})

test('the address of a receipt does not open a code, nor the address of a code a receipt', async () => {
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  await api.simulate('complete', id)
  const { transaction, payment } = (await api.read(id)).body.data
  const addressNotFound = { error: { name: 'NotFoundError', details: { reason: 'AddressNotFound' } } }
  expect((await call(transaction.receiptUrl.replace('/receipts/', '/qr/'))).body).toMatchObject(addressNotFound)
  expect((await call(transaction.receiptUrl.replace('/receipts/', '/pix/'))).body).toMatchObject(addressNotFound)
  expect((await call(payment.qrCodeLocation.replace('/qr/', '/receipts/'))).status).toBe(404)
})

test("the addresses of a merchant's charges have nothing in common with each other or with the ids", async () => {
  const answers = await Promise.all([api.requestCashIn(), api.requestCashIn()])
  const tokens = answers.map(a => a.body.data.payment.qrCodeLocation.slice(-43))
  expect(tokens[0].slice(0, 8)).not.toBe(tokens[1].slice(0, 8))
  expect(tokens[0].slice(-8)).not.toBe(tokens[1].slice(-8))
})
