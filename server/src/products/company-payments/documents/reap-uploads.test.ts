import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { invoices, send, uploadAddress } from '../../../../test/kit/invoices.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { dataFolder } from '../../../../test/kit/server-process.ts'
import { reapUploads } from './reap-uploads.ts'

const folder = await dataFolder()
const trilho = await openTrilho({ TRILHO_DATA: folder })
const payer = await newPayer(trilho)
const { id: owner } = await payer.createRequest()
const hour = 60 * 60_000

/** A document with the files that a server leaves behind when it is killed during an upload. */
async function newDocument(state: 'Pending' | 'Uploaded' | 'Deleted') {
  const address = await uploadAddress(payer, owner)
  const id: string = (await trilho.sql`select id from documents order by id desc limit 1`)[0]?.id
  const place = join(folder, 'documents', payer.merchantId, id)
  if (state !== 'Pending') await send(address, invoices.pdf)
  if (state === 'Deleted') await payer.delete(`/documents/${id}`)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'left-over.part'), 'half a')
  const row = async () => (await trilho.sql`select state from documents where id = ${id}`)[0]?.state
  return { id, row, files: async () => (await readdir(place).catch(() => ['(none)'])).sort() }
}

/** Three workers do at once what is due after this time; returns how many documents each found. */
async function workAfter(ms: number): Promise<number> {
  trilho.clock.aheadMs = ms
  const found = await Promise.all(times(3, () => reapUploads(trilho.needs)))
  trilho.clock.aheadMs = 0
  return found.reduce((sum, n) => sum + n, 0)
}

test('uploads never finished are cleaned away after an hour, row and bytes; what was uploaded stays', async () => {
  const [pending, uploaded, deleted] = [
    await newDocument('Pending'),
    await newDocument('Uploaded'),
    await newDocument('Deleted'),
  ]
  expect(await workAfter(5 * 60_000)).toBe(0)
  expect(await workAfter(hour - 10_000)).toBe(3)
  expect([await pending.row(), await uploaded.row(), await deleted.row()]).toEqual(['Pending', 'Uploaded', 'Deleted'])
  expect(await pending.files()).toEqual(['left-over.part'])

  expect(await workAfter(hour + 1_000)).toBe(3)
  expect([await pending.row(), await uploaded.row(), await deleted.row()]).toEqual([undefined, 'Uploaded', undefined])
  expect(await pending.files()).toEqual(['(none)'])
  expect(await deleted.files()).toEqual(['(none)'])
  expect(await uploaded.files()).toEqual(['content'])
  expect((await payer.get(`/documents/${uploaded.id}/content`)).status).toBe(200)
  expect(await workAfter(2 * hour)).toBe(0)

  await payer.delete(`/documents/${uploaded.id}`)
  expect(await workAfter(2 * hour)).toBe(1)
  expect(await uploaded.row()).toBeUndefined()
})

test('a worker that dies at it leaves the work to the next, a minute later', async () => {
  const document = await newDocument('Pending')
  const dying = { ...trilho.needs.storage, delete: () => Promise.reject(new Error('disk is away')) }
  trilho.clock.aheadMs = hour
  await expect(reapUploads({ ...trilho.needs, storage: dying })).rejects.toThrow('disk is away')
  expect(await reapUploads(trilho.needs)).toBe(0)
  expect(await document.row()).toBe('Pending')
  expect(await workAfter(hour + 61_000)).toBe(1)
  expect(await document.row()).toBeUndefined()
})

test('where the bytes cannot be deleted, the document is gone all the same, and the worker deletes them', async () => {
  const document = await newDocument('Uploaded')
  const { storage } = trilho.needs
  const before = storage.delete
  storage.delete = () => Promise.reject(new Error('disk is away'))
  expect((await payer.delete(`/documents/${document.id}`)).status).toBe(200)
  storage.delete = before
  expect((await payer.get(`/documents/${document.id}/content`)).status).toBe(404)
  expect(await document.files()).toEqual(['content', 'left-over.part'])
  await workAfter(hour / 2)
  expect(await document.files()).toEqual(['(none)'])
})
