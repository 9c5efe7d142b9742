import { oneLine } from '../../../platform/http/html.ts'
import type { DocumentItem } from './portal-schemas.ts'
import type { Document } from './sql.ts'

export const documentView = (document: Document) => ({
  id: document.id,
  type: 'Invoice' as const,
  state: document.state === 'Uploaded' ? ('Uploaded' as const) : ('Pending' as const),
  properties: { name: document.name, extension: document.extension },
  owner: document.requestId ?? '',
  ownerType: 'Transaction' as const,
})

/** Always a download, with the merchant's file name and the extension of the detected type. */
export function attachmentHeaders({
  fileName,
  extension,
  contentType,
  sizeBytes,
}: Pick<Document, 'fileName' | 'extension' | 'contentType' | 'sizeBytes'>): Record<string, string> {
  const base = oneLine(fileName.replace(/^.*[/\\]/s, '').replace(/\.[^.]*$/, '')) || 'invoice'
  const name = `${base}.${extension}`
  const plain = name.replace(/[^\w .-]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return {
    'content-type': contentType ?? 'application/octet-stream',
    'content-length': String(sizeBytes ?? 0),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${exact}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
}

/** Images and PDFs open in a page of the portal; other files are only downloaded. */
export function previewHeaders(document: Document): Record<string, string> {
  const headers = attachmentHeaders(document)
  if (!isShown(document.contentType)) return headers
  return {
    ...headers,
    'content-disposition': `${headers['content-disposition']}`.replace(/^attachment/, 'inline'),
    'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
  }
}

const isShown = (contentType: string | null) => /^(?:image\/(?:png|jpeg)|application\/pdf)$/.test(contentType ?? '')

export const documentItem = (document: Document): DocumentItem => ({
  id: document.id,
  state: document.state === 'Uploaded' ? 'Uploaded' : 'Pending',
  name: document.name,
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes === null ? null : Number(document.sizeBytes),
  createdAt: document.createdAt.toISOString(),
})

/** Without the origin: the portal may be open under another name of this server. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}
