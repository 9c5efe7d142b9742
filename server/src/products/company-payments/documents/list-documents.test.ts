import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../../../test/kit/api-client.ts'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, send, uploadAddress, uploadBody } from '../../../../test/kit/invoices.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { dataFolder } from '../../../../test/kit/server-process.ts'
import { waiting } from '../../../../test/kit/meet.ts'

const folder = await dataFolder()
const trilho = await openTrilho({ TRILHO_DATA: folder })
const payer = await newPayer(trilho)
const unknown = '019a0000-0000-7000-8000-000000000000'

const list = (owner: string, client: Pick<typeof payer, 'get'> = payer, more = '') =>
  client.get(`/partners-int/documents?ownerType=Transaction&type=Invoice&owner=${owner}${more}`)
const idsOf = async (owner: string, more = '') =>
  (await list(owner, payer, more)).body.data.items.map((item: { id: string }) => item.id)

async function uploaded(kind: keyof typeof invoices = 'pdf', fileName?: string) {
  const { id: owner } = await payer.createRequest()
  await send(await uploadAddress(payer, owner, fileName), invoices[kind])
  const [id] = await idsOf(owner)
  return { id, owner }
}

test('documents are listed with their owner, newest first, in pages of 50', async () => {
  const { id: owner } = await payer.createRequest()
  expect((await list(owner)).body.data).toStrictEqual({ limit: 50, offset: 0, total: 0, items: [], totalIsExact: true })
  await uploadAddress(payer, owner, 'first.pdf')
  const [first] = await idsOf(owner)
  await uploadAddress(payer, owner, 'second.XML')
  const { status, body } = await list(owner)
  expect(status).toBe(200)
  const common = { type: 'Invoice', state: 'Pending', owner, ownerType: 'Transaction' }
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: {
      limit: 50,
      offset: 0,
      total: 2,
      items: [
        { ...common, id: expect.any(String), properties: { name: 'Invoice of November', extension: 'xml' } },
        { ...common, id: first, properties: { name: 'Invoice of November', extension: 'pdf' } },
      ],
      totalIsExact: true,
    },
  })
  expect(await idsOf(owner, '&limit=1&offset=1')).toEqual([first])
})

const missing = (missingProperty: string) => ({ path: '', code: 'required', info: { missingProperty } })

test.each([
  ['', ['ownerType', 'owner', 'type'].map(missing)],
  [`ownerType=Transaction&type=Invoice`, [missing('owner')]],
  [
    `ownerType=Receiver&type=Invoice&owner=${unknown}`,
    [{ path: '/ownerType', code: 'enum', info: { allowedValues: ['Transaction'] } }],
  ],
  [
    `ownerType=Transaction&type=Receipt&owner=${unknown}`,
    [{ path: '/type', code: 'enum', info: { allowedValues: ['Invoice'] } }],
  ],
])('a list by "%s" is refused', async (query, details) => {
  const { status, body } = await payer.get(`/partners-int/documents?${query}`)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ name: 'InvalidRequestFormatError', details })
})

test.each([
  ['nothing', {}, ['ownerType', 'owner', 'type', 'properties', 'fileName'].map(missing)],
  ['no name', { ...uploadBody(unknown), properties: {} }, [{ ...missing('name'), path: '/properties' }]],
  ['an empty file name', { ...uploadBody(unknown), fileName: '' }, [{ path: '/fileName', code: 'minLength' }]],
  [
    'another type',
    { ...uploadBody(unknown), type: 'Receipt' },
    [{ path: '/type', code: 'enum', info: { allowedValues: ['Invoice'] } }],
  ],
])('an upload address asked for with %s is refused', async (_title, body, details) => {
  const answer = await payer.post('/partners-int/documents', body)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ name: 'InvalidRequestFormatError', details })
})

test("the owner must be the merchant's own payment request", async () => {
  const other = await newPayer(trilho)
  const { id: foreign } = await other.createRequest()
  for (const owner of [foreign, unknown, 'abc'])
    for (const answer of [await payer.post('/partners-int/documents', uploadBody(owner)), await list(owner)]) {
      expect(answer.status).toBe(404)
      expect(answer.body.error).toMatchObject({ name: 'NotFoundError', details: { reason: 'PaymentRequestNotFound' } })
    }
})

test.each([
  ['pdf', 'Nota nº 7.pdf', 'application/pdf', `filename="Nota n_ 7.pdf"; filename*=UTF-8''Nota%20n%C2%BA%207.pdf`],
  ['xml', 'nfe.hta', 'application/xml', `filename="nfe.xml"; filename*=UTF-8''nfe.xml`],
  ['png', '../../etc/passwd', 'image/png', `filename="passwd.png"; filename*=UTF-8''passwd.png`],
  ['jpeg', 'a"\r\nx: y.jpg', 'image/jpeg', `filename="a_ x_ y.jpg"; filename*=UTF-8''a%22%20x%3A%20y.jpg`],
  ['pdf', '.pdf', 'application/pdf', `filename="invoice.pdf"; filename*=UTF-8''invoice.pdf`],
] as const)(
  'a %s named %j is downloaded as an attachment that no browser shows',
  async (kind, name, type, filename) => {
    const { id } = await uploaded(kind, name)
    const response = await fetch(`${trilho.url}/partners-int/documents/${id}/content`, {
      headers: { authorization: `Bearer ${payer.token}` },
    })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(invoices[kind])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(invoices[kind].length),
      'content-disposition': `attachment; ${filename}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
  },
)

test('a document whose file has not come cannot be downloaded yet', async () => {
  const { id: owner } = await payer.createRequest()
  await uploadAddress(payer, owner)
  const [id] = await idsOf(owner)
  const { status, body } = await payer.get(`/documents/${id}/content`)
  expect(status).toBe(409)
  expect(body.error.details.reason).toBe('DocumentNotUploaded')
})

test('deleting a document removes it and its bytes; it is then not found', async () => {
  const { id, owner } = await uploaded()
  const place = join(folder, 'documents', payer.merchantId, id)
  await access(place)
  const { status, body } = await payer.delete(`/partners-int/documents/${id}`)
  expect(status).toBe(200)
  expect(body).toStrictEqual({ statusCode: 'Done' })
  await expect(access(place)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await list(owner)).body.data).toMatchObject({ total: 0, items: [] })
  for (const answer of [await payer.delete(`/documents/${id}`), await payer.get(`/documents/${id}/content`)]) {
    expect(answer.status).toBe(404)
    expect(answer.body.error.details.reason).toBe('DocumentNotFound')
  }
})

test.each([
  ['approve', 'Approved'],
  ['reject', 'Rejected'],
  ['cancelRequest', 'Cancelled'],
] as const)('after %s the documents stay: the request is %s', async (act, status) => {
  const { id, owner } = await uploaded()
  await payer[act](owner)
  const answer = await payer.delete(`/documents/${id}`)
  expect([answer.status, answer.body.error.details.reason]).toEqual([409, 'PaymentRequestNotPending'])
  expect(answer.body.error.details.message).toContain(status)
  expect(await idsOf(owner)).toEqual([id])
  expect((await payer.get(`/documents/${id}/content`)).status).toBe(200)
})

test('of a decision and a deletion at once either the document is gone before, or it stays', async () => {
  const { id, owner } = await uploaded()
  const { deletion } = await trilho.sql.begin(async tx => {
    await tx`update payment_requests set status = 'Approved' where id = ${owner}`
    const deletion = payer.delete(`/documents/${id}`)
    await expect.poll(async () => (await waiting(trilho.sql)).length, { interval: 1 }).toBe(1)
    return { deletion }
  })
  expect((await deletion).status).toBe(409)
})

test("another merchant's document, and an unknown one, are not found", async () => {
  const other = await newPayer(trilho)
  const { id, owner } = await uploaded()
  for (const requested of [id, unknown, 'abc'])
    for (const answer of [
      await other.get(`/documents/${requested}/content`),
      await other.delete(`/documents/${requested}`),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body.error).toMatchObject({ name: 'NotFoundError', details: { reason: 'DocumentNotFound' } })
    }
  expect((await list(owner)).body.data.items).toMatchObject([{ id, state: 'Uploaded' }])
})

test('a download needs the token, even with the right id', async () => {
  const { id } = await uploaded()
  expect((await call(`${trilho.url}/documents/${id}/content`)).status).toBe(401)
})
