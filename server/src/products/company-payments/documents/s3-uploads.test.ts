import { expect, test } from 'vitest'
import { call } from '../../../../test/kit/api-client.ts'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, pdfOf, send, uploadAddress } from '../../../../test/kit/invoices.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { openS3 } from '../../../../test/kit/s3-server.ts'
import { leaseDocument } from './store-upload.ts'
import { firstLookAfterMs, lastLookAfterMs, mostBytes } from './states.ts'
import { reapUploads } from './reap-uploads.ts'
import { confirmUpload } from './sql.ts'

const s3 = await openS3()
const trilho = await openTrilho(s3.settings)
const payer = await newPayer(trilho)

async function newDocument(fileName?: string) {
  const { id: owner } = await payer.createRequest()
  const address = await uploadAddress(payer, owner, fileName)
  const id: string = (await trilho.sql`select id from documents where request_id = ${owner}`)[0]?.id
  const list = async () =>
    (await payer.get(`/documents?ownerType=Transaction&type=Invoice&owner=${owner}`)).body.data.items[0]
  const stored = async () => (await trilho.sql`select state from documents where id = ${id}`).map(({ state }) => state)
  const content = async () => {
    const headers = { authorization: `Bearer ${payer.token}` }
    return Buffer.from(await (await fetch(`${trilho.url}/documents/${id}/content`, { headers })).arrayBuffer())
  }
  return { id, address, list, stored, content, objects: () => s3.objectsOf(id) }
}

async function workAfter(ms: number) {
  trilho.clock.aheadMs += ms
  await reapUploads(trilho.needs)
  trilho.clock.aheadMs -= ms
}

test('the portal’s page may send to the bucket, and to nobody else', async () => {
  const policy = (await call(`${trilho.url}/portal`)).headers.get('content-security-policy')
  expect(policy).toContain(`connect-src 'self' ${s3.endpoint};`)
  const finance = await newPortalPerson(trilho, { merchantId: payer.merchantId, roles: ['finance'] })
  const { id } = await payer.createRequest()
  const path = `/merchants/${payer.merchantId}/requests/${id}/documents`
  const { address } = (await finance.post(path, { fileName: 'invoice.pdf' })).body.data
  expect(new URL(address).origin).toBe(s3.endpoint)
  expect((await send(address, invoices.pdf)).status).toBe(200)
  expect((await finance.get(path)).body.data.items).toMatchObject([{ state: 'Uploaded' }])
})

test('the address leads to the bucket, is signed, and shows its 300 seconds', async () => {
  const { address } = await newDocument()
  const url = new URL(address)
  expect(url.origin).toBe(s3.endpoint)
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300')
  expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/)
  expect(url.search).not.toMatch(/checksum|crc32/i)
  const altered = address.replace(/X-Amz-Expires=300/, 'X-Amz-Expires=3000')
  expect((await send(altered, invoices.pdf)).status).toBe(403)
})

test.each(['pdf', 'png', 'jpeg', 'xml'] as const)(
  'a %s in the bucket is Uploaded when it is listed, and downloads',
  async kind => {
    const document = await newDocument(`invoice.${kind}`)
    expect(await document.list()).toMatchObject({ state: 'Pending' })
    expect((await send(document.address, invoices[kind])).status).toBe(200)
    expect(await document.list()).toMatchObject({ state: 'Uploaded', properties: { extension: kind } })
    expect(await document.content()).toEqual(invoices[kind])
    expect(await document.objects()).toEqual(['content'])
  },
)

test('a file in the bucket can be downloaded without being listed before', async () => {
  const document = await newDocument()
  await send(document.address, invoices.pdf)
  expect(await document.content()).toEqual(invoices.pdf)
  expect(await document.stored()).toEqual(['Uploaded'])
})

test('a file in the bucket that nobody asks for is found by the worker', async () => {
  const document = await newDocument()
  await send(document.address, invoices.pdf)
  await workAfter(firstLookAfterMs / 2)
  expect(await document.stored()).toEqual(['Pending'])
  await workAfter(firstLookAfterMs)
  expect(await document.stored()).toEqual(['Uploaded'])
})

test.each([
  ['empty', Buffer.alloc(0)],
  ['not what an invoice may be', Buffer.from('<!DOCTYPE html>')],
  ['larger than 10 MB', pdfOf(mostBytes + 1)],
])(
  'a file that is %s is deleted from the bucket, and the document stays Pending until it is cleaned away',
  async (_, file) => {
    const document = await newDocument()
    expect((await send(document.address, file)).status).toBe(200)
    expect(await document.objects()).toEqual(['incoming'])
    expect(await document.list()).toMatchObject({ state: 'Pending' })
    expect(await document.objects()).toEqual([])
    await workAfter(lastLookAfterMs)
    expect(await document.stored()).toEqual([])
  },
)

test('an address used again after the file was kept changes nothing, and what it brought is cleaned away', async () => {
  const document = await newDocument()
  await send(document.address, invoices.pdf)
  await document.list()
  await send(document.address, invoices.png)
  expect(await document.list()).toMatchObject({ state: 'Uploaded', properties: { extension: 'pdf' } })
  expect(await document.content()).toEqual(invoices.pdf)
  await workAfter(firstLookAfterMs)
  await workAfter(lastLookAfterMs)
  expect(await document.objects()).toEqual(['content'])
  expect(await document.content()).toEqual(invoices.pdf)
})

test('listed ten times at once, a file is kept once', async () => {
  const document = await newDocument()
  await send(document.address, invoices.pdf)
  const seen = await Promise.all(times(10, document.list))
  expect(seen.map(item => item.state)).toEqual(times(10, () => 'Uploaded'))
  expect(await document.objects()).toEqual(['content'])
})

test('a list waits for the process that is storing the file', async () => {
  const document = await newDocument()
  const lease = await leaseDocument(trilho.needs, { merchantId: payer.merchantId, id: document.id })
  if (lease === undefined) throw new Error('somebody else has the lease')
  const listing = document.list()
  const uploaded = { ...lease.document, state: 'Uploaded', contentType: 'application/pdf', sizeBytes: 1n } as const
  await confirmUpload(trilho.sql, lease, uploaded)
  expect(await listing).toMatchObject({ state: 'Uploaded' })
})

test('deleting a document removes its bytes from the bucket, and so goes what comes afterwards', async () => {
  const document = await newDocument()
  await send(document.address, invoices.pdf)
  await document.list()
  expect((await payer.delete(`/documents/${document.id}`)).status).toBe(200)
  expect(await document.objects()).toEqual([])
  await send(document.address, invoices.pdf)
  expect(await document.list()).toBeUndefined()
  await workAfter(lastLookAfterMs)
  expect(await document.objects()).toEqual([])
  expect(await document.stored()).toEqual([])
})

test('the server itself takes no uploads', async () => {
  expect((await call(`${trilho.url}/uploads/x`, { method: 'PUT' })).status).toBe(404)
})

test('while the bucket is away documents are still listed and deleted, and their bytes are the worker’s', async () => {
  const document = await newDocument()
  await send(document.address, invoices.pdf)
  await s3.close()
  expect(await document.list()).toMatchObject({ state: 'Pending' })
  expect((await payer.delete(`/documents/${document.id}`)).status).toBe(200)
  expect(await document.list()).toBeUndefined()
  await expect(workAfter(lastLookAfterMs)).rejects.toThrow('ECONNREFUSED')
  expect(await document.stored()).toEqual(['Deleted'])
})
