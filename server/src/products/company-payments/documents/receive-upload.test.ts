import { readFile, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, newLocalDocument, pdfOf, send } from '../../../../test/kit/invoices.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { dataFolder } from '../../../../test/kit/server-process.ts'
import { mostBytes } from './states.ts'

const folder = await dataFolder()
const trilho = await openTrilho({ TRILHO_DATA: folder })
const payer = await newPayer(trilho)

const newDocument = (fileName?: string) => newLocalDocument(payer, folder, fileName)

test.each([
  ['pdf', 'invoice.pdf', 'pdf'],
  ['png', 'invoice.PNG', 'png'],
  ['jpeg', 'photo.jpeg', 'jpeg'],
  ['jpeg', 'photo.jpg', 'jpg'],
  ['xml', 'nfe.xml', 'xml'],
  ['xml', 'nfe.hta', 'xml'],
  ['pdf', 'run-me.exe', 'pdf'],
  ['png', 'no-extension', 'png'],
] as const)(
  'a %s sent as %s is Uploaded, with the extension %s, whatever its headers say',
  async (kind, name, extension) => {
    const { address, read, files, place } = await newDocument(name)
    expect(await read()).toMatchObject({ state: 'Pending' })
    const { status, body } = await send(address, invoices[kind], { 'content-type': 'text/html' })
    expect(status).toBe(200)
    expect(body).toStrictEqual({ statusCode: 'Done' })
    expect(await read()).toMatchObject({ state: 'Uploaded', properties: { name: 'Invoice of November', extension } })
    expect(await files()).toEqual(['content'])
    expect(await readFile(join(place, 'content'))).toEqual(invoices[kind])
  },
)

test('neither a token nor a content type is needed, and the optional prefixes work', async () => {
  const { address, read } = await newDocument()
  const prefixed = address.replace('/uploads/', '/v1/partners-int/uploads/')
  const response = await new Promise<number | undefined>((resolve, reject) => {
    const sending = httpRequest(prefixed, { method: 'PUT' }, answer => resolve(answer.resume().statusCode))
    sending.on('error', reject).end(invoices.pdf)
  })
  expect(response).toBe(200)
  expect(await read()).toMatchObject({ state: 'Uploaded' })
})

test('an address takes one file: a second is refused and changes nothing', async () => {
  const { address, files, place } = await newDocument()
  expect((await send(address, invoices.pdf)).status).toBe(200)
  const { status, body } = await send(address, invoices.png)
  expect(status).toBe(409)
  expect(body.error).toMatchObject({ name: 'OperationError', details: { reason: 'DocumentAlreadyUploaded' } })
  expect(await files()).toEqual(['content'])
  expect(await readFile(join(place, 'content'))).toEqual(invoices.pdf)
})

test('ten files sent to one address at once: one is kept, whole, and nothing else stays', async () => {
  const { address, read, files, place } = await newDocument()
  const candidates = times(10, n => pdfOf(200_000 + n))
  const answers = await Promise.all(candidates.map(candidate => send(address, candidate)))
  expect(answers.map(answer => answer.status).sort()).toEqual([200, ...times(9, () => 409)])
  const kept = candidates[answers.findIndex(answer => answer.status === 200)]
  expect(await readFile(join(place, 'content'))).toEqual(kept)
  expect(await files()).toEqual(['content'])
  expect(await read()).toMatchObject({ state: 'Uploaded' })
})

test.each([
  ['an empty file', '', 'the file is empty'],
  ['text that is called invoice.pdf', 'Dear customer', undefined],
  ['HTML', '<!DOCTYPE html><script>alert(1)</script>', undefined],
  ['XML with a doctype', '<?xml version="1.0"?><!DOCTYPE x><x/>', undefined],
])('%s is refused and leaves nothing; the address can still be used', async (_title, content, message) => {
  const document = await newDocument('invoice.pdf')
  const { status, body } = await send(document.address, content, { 'content-type': 'application/pdf' })
  expect(status).toBe(415)
  expect(body.error).toMatchObject({ name: 'UnsupportedMediaTypeError', details: { reason: 'DocumentTypeNotAllowed' } })
  expect(body.error.details.message).toBe(message)
  await document.expectNothing()
  expect((await send(document.address, invoices.pdf)).status).toBe(200)
})

test('10 MB are taken and a byte more is refused, and leaves nothing', async () => {
  const [fits, over] = [await newDocument(), await newDocument()]
  expect((await send(fits.address, pdfOf(mostBytes))).status).toBe(200)
  expect((await stat(join(fits.place, 'content'))).size).toBe(10 * 1024 * 1024)
  const { status, body } = await send(over.address, pdfOf(mostBytes + 1))
  expect(status).toBe(413)
  expect(body.error.details.reason).toBe('BodyTooLarge')
  await over.expectNothing()
})

/** Sends in chunks, without a content-length. */
function sendInPieces(address: string) {
  const sending = httpRequest(address, { method: 'PUT' })
  const answered = new Promise<number | undefined>(resolve => {
    sending.on('response', answer => resolve(answer.resume().statusCode))
    sending.on('error', () => {})
  })
  return { sending, answered }
}

test('a file without a stated length is cut off at 10 MB, and leaves nothing', async () => {
  const document = await newDocument()
  const { sending, answered } = sendInPieces(document.address)
  const piece = pdfOf(1024 * 1024)
  let ended = false
  void answered.then(() => (ended = true))
  for (let sent = 0; sent < 50 && !ended; sent++) await new Promise(resolve => sending.write(piece, resolve))
  sending.destroy()
  expect(await answered).toBe(413)
  await document.expectNothing()
})

test('a file is on the disk while it is still coming, not in memory; nobody sees it before it is whole', async () => {
  const { address, read, files, place } = await newDocument()
  const { sending, answered } = sendInPieces(address)
  const half = pdfOf(2 * 1024 * 1024)
  sending.write(half)
  const onDisk = async () => {
    const [name] = await files()
    return name === undefined ? 0 : (await stat(join(place, name))).size
  }
  await expect.poll(onDisk, { interval: 5 }).toBe(half.length)
  expect(await files()).toEqual([expect.stringMatching(/\.part$/)])
  expect(await read()).toMatchObject({ state: 'Pending' })
  sending.end(half)
  expect(await answered).toBe(200)
  expect(await files()).toEqual(['content'])
  expect((await stat(join(place, 'content'))).size).toBe(2 * half.length)
})

test('an upload that breaks off leaves nothing, and the address can still be used', async () => {
  const document = await newDocument()
  const { sending } = sendInPieces(document.address)
  sending.write(pdfOf(100_000))
  await expect.poll(document.files, { interval: 5 }).toHaveLength(1)
  sending.destroy()
  await expect.poll(document.files, { interval: 5 }).toEqual([])
  await document.expectNothing()
  expect((await send(document.address, invoices.pdf)).status).toBe(200)
})

test('an upload that takes longer than it may is broken off, and leaves nothing', async () => {
  const document = await newDocument()
  const time = new AbortController()
  const timeOut = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    expect(ms).toBe(300_000)
    return time.signal
  })
  const { sending } = sendInPieces(document.address)
  const closed = new Promise(resolve => sending.once('close', resolve))
  sending.write(pdfOf(100_000))
  await expect.poll(document.files, { interval: 5 }).toHaveLength(1)
  timeOut.mockRestore()
  time.abort()
  await closed
  await expect.poll(document.files, { interval: 5 }).toEqual([])
  await document.expectNothing()
})
