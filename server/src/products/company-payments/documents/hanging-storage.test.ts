import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../../test/kit/clean-up.ts'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, send, uploadAddress } from '../../../../test/kit/invoices.ts'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { s3Storage } from '../../../platform/storage/s3-storage.ts'
import type { Incoming } from '../../../platform/storage/storage.ts'
import { keepUpload } from './store-upload.ts'
import { lastLookAfterMs, leaseMs } from './states.ts'
import { reapUploads } from './reap-uploads.ts'

const trilho = await openTrilho()
const payer = await newPayer(trilho)
const { storage } = trilho.needs

async function newDocument() {
  const { id: owner } = await payer.createRequest()
  const address = await uploadAddress(payer, owner)
  const id: string = (await trilho.sql`select id from documents where request_id = ${owner}`)[0]?.id
  const state = async () => (await trilho.sql`select state from documents where id = ${id}`)[0]?.state
  return { merchantId: payer.merchantId, id, address, state }
}

/** A call that returns when the test allows it; `asked` resolves once it was made. */
function heldCall() {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const call = () => {
    asked.resolve()
    return answered.promise
  }
  return { call, asked: asked.promise, answer: answered.resolve }
}

/** An uploaded file that is stored only when the test allows it. */
const pdf = (keep: () => Promise<void>): Incoming => ({
  sizeBytes: invoices.pdf.length,
  start: invoices.pdf,
  keep,
  discard: async () => {},
})

/**
 * Nothing locks the document, no transaction is left open, and payments still work. Soon, because documents of other tests
 * are cleaned up beside it.
 */
async function expectNothingHeld(id: string) {
  const isLocked = () =>
    trilho.sql`select 1 from documents where merchant_id = ${payer.merchantId} and id = ${id} for update nowait`.then(
      () => false,
      () => true,
    )
  const open = () => trilho.sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  await expect.poll(async () => [await isLocked(), ...(await open())]).toEqual([false])
  await payer.createCashIn()
}

const holding: [string, (document: Awaited<ReturnType<typeof newDocument>>, call: () => Promise<void>) => unknown][] = [
  ['keeping a file', (document, call) => keepUpload(trilho.needs, document, pdf(call))],
  [
    'deleting a document',
    async ({ id, address }, call) => {
      await send(address, invoices.pdf)
      storage.delete = call
      await payer.delete(`/documents/${id}`)
    },
  ],
  [
    'cleaning up',
    async (_, call) => {
      storage.delete = call
      trilho.clock.aheadMs = lastLookAfterMs
      await reapUploads(trilho.needs).finally(() => (trilho.clock.aheadMs = 0))
    },
  ],
]

test.each(holding)('while the storage does not answer at %s, no transaction is open', async (_, act) => {
  const document = await newDocument()
  const [held, usual] = [heldCall(), storage.delete]
  const acting = act(document, held.call)
  await held.asked
  await expectNothingHeld(document.id)
  held.answer()
  await acting
  storage.delete = usual
})

test('a file that is late changes nothing of what another keeps since', async () => {
  const document = await newDocument()
  const [first, second] = [heldCall(), heldCall()]
  const late = keepUpload(trilho.needs, document, pdf(first.call))
  await first.asked
  expect((await send(document.address, invoices.png)).status).toBe(409)
  trilho.clock.aheadMs = leaseMs + 1
  const png = { ...pdf(second.call), start: invoices.png, sizeBytes: invoices.png.length }
  const newer = keepUpload(trilho.needs, document, png)
  await second.asked
  first.answer()
  await expect(late).rejects.toMatchObject({ reason: 'UploadAddressInvalid' })
  expect(await document.state()).toBe('Pending')
  second.answer()
  expect(await newer).toMatchObject({ state: 'Uploaded', contentType: 'image/png', busyUntil: null })
  trilho.clock.aheadMs = 0
})

test('a file on the disk that is late does not replace what was kept since', async () => {
  const { merchantId, id } = await newDocument()
  const arrive = (bytes: Buffer) => storage.put?.({ merchantId, id }, Readable.from([bytes]), 1_000)
  const [late, newer] = [await arrive(invoices.pdf), await arrive(invoices.png)]
  await newer?.keep()
  await expect(late?.keep()).rejects.toThrow('ENOENT')
  expect(Buffer.concat(await (await storage.get({ merchantId, id })).toArray())).toEqual(invoices.png)
})

test('a bucket that takes calls and never answers is given up in time, whatever is asked', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(async () => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place = { bucket: 'invoices', region: 'us-east-1', endpoint, accessKey: 'a', secret: 's' }
  const [bucket, patient] = [s3Storage(place, 300), s3Storage(place, 3_000)]
  const id = { merchantId: payer.merchantId, id: payer.merchantId }
  await bucket.uploadAddress(id, 1)
  const calls = [bucket.incoming(id), bucket.discardIncoming(id), bucket.get(id), bucket.delete(id)]
  // The client with ten times the timeout must still be waiting.
  const statuses = Promise.allSettled(calls).then(outcomes => outcomes.map(({ status }) => status))
  const patience = patient.get(id).catch(() => 'too late')
  expect(await Promise.race([statuses, patience])).toEqual(calls.map(() => 'rejected'))
})
