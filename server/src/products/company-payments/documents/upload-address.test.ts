import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, newLocalDocument, send, uploadBody } from '../../../../test/kit/invoices.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { dataFolder } from '../../../../test/kit/server-process.ts'
import { withOther } from '../../../../test/kit/with-other.ts'

const folder = await dataFolder()
const trilho = await openTrilho({ TRILHO_DATA: folder })
const payer = await newPayer(trilho)

const newDocument = (fileName?: string) => newLocalDocument(payer, folder, fileName)

test('the answer is an address that shows its 300 seconds and a signature, and nothing of the ids', async () => {
  const { id: owner } = await payer.createRequest()
  const { status, body } = await payer.post('/partners-int/documents', uploadBody(owner))
  expect(status).toBe(201)
  expect(body).toStrictEqual({ statusCode: 'Done', data: expect.any(String) })
  const url = new URL(body.data)
  expect(url.origin).toBe(trilho.url)
  expect(url.searchParams.get('expires')).toBe('300')
  expect(url.searchParams.get('signature')).toMatch(/^[\w-]{43}$/)
  expect(body.data).not.toContain(payer.merchantId)
})

const change = (address: string, name: string, value: string | null) => {
  const url = new URL(address)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.href
}

test.each([
  ['a longer time', (address: string) => change(address, 'expires', '3000')],
  ['a later date', (address: string) => change(address, 'date', String(Math.floor(Date.now() / 1000) + 60))],
  [
    'another signature',
    (address: string) =>
      change(address, 'signature', withOther(new URL(address).searchParams.get('signature') ?? '', -1)),
  ],
  ['no signature', (address: string) => change(address, 'signature', null)],
  ['nothing but the path', (address: string) => address.split('?')[0] ?? ''],
  ['another document', (address: string) => withOther(address, address.indexOf('uploads/') + 'uploads/'.length)],
])('an address altered to have %s is refused, and leaves nothing', async (_title, alter) => {
  const document = await newDocument()
  const { status, body } = await send(alter(document.address), invoices.pdf)
  expect(status).toBe(403)
  expect(body.error).toMatchObject({ name: 'AuthorizationError', details: { reason: 'UploadAddressInvalid' } })
  await document.expectNothing()
})

test('an address is good until its 300 seconds are over, and not after', async () => {
  const [early, late] = [await newDocument(), await newDocument()]
  trilho.clock.aheadMs = 298_000
  expect((await send(early.address, invoices.pdf)).status).toBe(200)
  trilho.clock.aheadMs = 301_000
  const { status, body } = await send(late.address, invoices.pdf)
  trilho.clock.aheadMs = 0
  expect(status).toBe(403)
  expect(body.error.details.reason).toBe('UploadAddressInvalid')
  await late.expectNothing()
})

test('a document that was deleted takes nothing any more', async () => {
  const { id, address, files } = await newDocument()
  await payer.delete(`/partners-int/documents/${id}`)
  const { status, body } = await send(address, invoices.pdf)
  expect(status).toBe(403)
  expect(body.error.details.reason).toBe('UploadAddressInvalid')
  expect(await files()).toEqual([])
})
