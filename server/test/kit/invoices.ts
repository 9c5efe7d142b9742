import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Answer, call } from './api-client.ts'
import type { Payer } from './company-payments.ts'

/** The smallest files of each kind that an invoice may be. */
export const invoices = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  xml: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<nfeProc versao="4.00"><NFe/></nfeProc>\n'),
} as const

/** A PDF of just so many bytes. */
export const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([invoices.pdf, Buffer.alloc(bytes - invoices.pdf.length, 0x20)])

export const uploadBody = (owner: string, fileName = 'invoice.pdf') => ({
  properties: { name: 'Invoice of November' },
  ownerType: 'Transaction',
  owner,
  type: 'Invoice',
  fileName,
})

/** Requests an upload URL, which must succeed. */
export async function uploadAddress(payer: Payer, owner: string, fileName?: string): Promise<string> {
  const { status, body, text } = await payer.post('/partners-int/documents', uploadBody(owner, fileName))
  if (status !== 201) throw new Error(`no upload address: ${text}`)
  return body.data
}

export const send = (address: string, body: Buffer | string, headers: Record<string, string> = {}): Promise<Answer> =>
  call(address, { method: 'PUT', body: typeof body === 'string' ? body : new Uint8Array(body), headers })

/** A document that waits for its file, and the path of that file on this machine. */
export async function newLocalDocument(payer: Payer, folder: string, fileName?: string) {
  const { id: owner } = await payer.createRequest()
  const address = await uploadAddress(payer, owner, fileName)
  const read = async () =>
    (await payer.get(`/documents?ownerType=Transaction&type=Invoice&owner=${owner}`)).body.data.items[0]
  const id: string = (await read()).id
  const place = join(folder, 'documents', payer.merchantId, id)
  const files = () => readdir(place).catch(() => [])
  const expectNothing = async () => {
    expect(await read()).toMatchObject({ state: 'Pending' })
    expect(await files()).toEqual([])
  }
  return { id, owner, address, read, place, files, expectNothing }
}
