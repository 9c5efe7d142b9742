import { describe, expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, send, uploadAddress, uploadBody } from '../../../../test/kit/invoices.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../../test/kit/portal-roles.ts'
import { dataFolder } from '../../../../test/kit/server-process.ts'

const trilho = await openTrilho({ TRILHO_DATA: await dataFolder() })
const payer = await newPayer(trilho)
const { merchantId } = payer
const people = await everybody(trilho, merchantId)
const { finance, approver, operator } = people
const base = `/merchants/${merchantId}`

const documentsOf = async (requestId: string) =>
  (await approver.get(`${base}/requests/${requestId}/documents`)).body.data.items
const contentOf = (id: string) => `${base}/documents/${id}/content`

/** Uploads as the browser does: requests an address, then sends the bytes to it with PUT. */
async function upload(requestId: string, bytes: Buffer, fileName: string): Promise<string> {
  const { status, body } = await finance.post(`${base}/requests/${requestId}/documents`, { fileName })
  expect(status).toBe(201)
  expect(body.data.address).toMatch(/^\/uploads\//)
  expect((await send(trilho.url + body.data.address, bytes)).status).toBe(200)
  return body.data.id
}

test('an invoice is uploaded, listed with what it really is, and in the log', async () => {
  const { id: requestId } = await payer.createRequest()
  const id = await upload(requestId, invoices.pdf, 'Nota Fiscal 42.pdf')
  expect(await documentsOf(requestId)).toStrictEqual([
    {
      id,
      state: 'Uploaded',
      name: 'Nota Fiscal 42.pdf',
      fileName: 'Nota Fiscal 42.pdf',
      contentType: 'application/pdf',
      sizeBytes: invoices.pdf.length,
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  const byApi = await payer.get(`/documents?ownerType=Transaction&type=Invoice&owner=${requestId}`)
  expect(byApi.body.data.items).toMatchObject([{ id, properties: { name: 'Nota Fiscal 42.pdf' } }])
  expect((await auditEntriesOf(trilho, finance)).at(-1)).toMatchObject({
    act: 'document.upload',
    subject: id,
    details: { fileName: 'Nota Fiscal 42.pdf', requestId },
  })
})

describe('looking at an invoice', () => {
  test.each([
    ['pdf', 'application/pdf', 'inline'],
    ['png', 'image/png', 'inline'],
    ['jpeg', 'image/jpeg', 'inline'],
    ['xml', 'application/xml', 'attachment'],
  ] as const)('a %s comes as %s, %s, and cannot run anything', async (kind, contentType, disposition) => {
    const { id: requestId } = await payer.createRequest()
    const id = await upload(requestId, invoices[kind], `Nota "42".${kind}`)
    for (const who of [approver, operator]) {
      const { status, headers, text } = await who.get(contentOf(id))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(contentType)
      expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; filename="Nota _42_\\.`))
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cache-control')).toContain('no-store')
      if (kind === 'xml') expect(text).toBe(invoices.xml.toString())
    }
    expect((await approver.get(`${contentOf(id)}?download=true`)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    )
  })

  test('a file that has not come cannot be looked at', async () => {
    const { id: requestId } = await payer.createRequest()
    await uploadAddress(payer, requestId)
    const [document] = await documentsOf(requestId)
    expect(document).toMatchObject({ state: 'Pending', contentType: null, sizeBytes: null })
    const { status, body } = await approver.get(contentOf(document.id))
    expect([status, body.error.details.reason]).toEqual([409, 'DocumentNotUploaded'])
  })
})

test('an invoice sent by API is shown under the name it was given there, with its file name', async () => {
  const { id: requestId } = await payer.createRequest()
  const { properties } = uploadBody(requestId, 'nf-42.pdf')
  await send(await uploadAddress(payer, requestId, 'nf-42.pdf'), invoices.pdf)
  expect(await documentsOf(requestId)).toMatchObject([{ name: properties.name, fileName: 'nf-42.pdf' }])
})

describe('taking an invoice away', () => {
  test('while nobody has decided, it is deleted with its bytes, and the audit log names who did it', async () => {
    const { id: requestId } = await payer.createRequest()
    const id = await upload(requestId, invoices.png, 'invoice.png')
    expect((await finance.delete(`${base}/documents/${id}`)).status).toBe(200)
    expect(await documentsOf(requestId)).toEqual([])
    expect((await approver.get(contentOf(id))).status).toBe(404)
    expect((await auditEntriesOf(trilho, finance)).at(-1)).toMatchObject({ act: 'document.delete', subject: id })
  })

  test('what was decided keeps the invoices it was decided on', async () => {
    const { id: requestId } = await payer.createRequest()
    const id = await upload(requestId, invoices.png, 'invoice.png')
    await payer.approve(requestId)
    const { status, body } = await finance.delete(`${base}/documents/${id}`)
    expect([status, body.error.details.reason]).toEqual([409, 'PaymentRequestNotPending'])
    expect(await documentsOf(requestId)).toHaveLength(1)
  })
})

describe('who may', async () => {
  const { id: requestId } = await payer.createRequest()
  const unknown = '019a0000-0000-7000-8000-000000000000'
  const readers = ['owner', 'finance', 'approver', 'viewer', 'operator'] as const
  const calls = [
    [readers, 'GET', `${base}/requests/${requestId}/documents`, undefined],
    [readers, 'GET', contentOf(unknown), undefined],
    [['owner', 'finance'], 'POST', `${base}/requests/${unknown}/documents`, { fileName: 'x.pdf' }],
    [['owner', 'finance'], 'DELETE', `${base}/documents/${unknown}`, undefined],
  ] as const

  test.each(calls)('only %j may %s %s; outsiders find no such merchant', async (may, method, path, body) => {
    await expectOnly(people, may, person => person.send(method, path, body))
    await expectNotFoundByOutsiders(people, person => person.send(method, path, body))
  })

  test("another merchant's invoice is not found under one's own", async () => {
    const other = await trilho.newMerchant()
    const elsewhere = await newPortalPerson(trilho, { merchantId: other.merchantId })
    const id = await upload(requestId, invoices.pdf, 'x.pdf')
    const own = `/merchants/${other.merchantId}`
    for (const answer of [
      await elsewhere.get(`${own}/documents/${id}/content`),
      await elsewhere.delete(`${own}/documents/${id}`),
      await elsewhere.get(`${own}/requests/${requestId}/documents`),
      await elsewhere.post(`${own}/requests/${requestId}/documents`, { fileName: 'x.pdf' }),
    ])
      expect(answer.status).toBe(404)
  })

  test.each([{}, { fileName: ' ' }, { fileName: 'x'.repeat(256) }])('%j names no file', async body => {
    expect((await finance.post(`${base}/requests/${requestId}/documents`, body)).status).toBe(400)
  })
})
