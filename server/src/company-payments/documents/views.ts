import { oneLine } from '../../lib/html.ts'
import type { Document } from './sql.ts'

export const documentView = (document: Document) => ({
  id: document.id,
  type: 'Invoice' as const,
  state: document.state,
  properties: { name: document.name, extension: document.extension },
  owner: document.requestId,
  ownerType: 'Transaction' as const,
})

/** Saved, never shown: under the name the merchant gave it, with the extension of what it really is. */
export function attachmentHeaders({ fileName, extension, contentType, sizeBytes }: Document): Record<string, string> {
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
