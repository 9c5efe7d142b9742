/** The types a document may have, detected from its bytes and never from its name. */
export type FileKind = { contentType: string; extensions: readonly [string, ...string[]] }

const fileKinds: (FileKind & { starts: (start: Buffer) => boolean })[] = [
  { contentType: 'application/pdf', extensions: ['pdf'], starts: start => /^%PDF-\d\.\d/.test(textOf(start, 8)) },
  {
    contentType: 'image/png',
    extensions: ['png'],
    starts: start => textOf(start, 8) === '\x89PNG\r\n\x1a\n' && start.toString('latin1', 12, 16) === 'IHDR',
  },
  { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], starts: start => textOf(start, 3) === '\xff\xd8\xff' },
  { contentType: 'application/xml', extensions: ['xml'], starts: startsAsXml },
]

export const kindOf = (start: Buffer): FileKind | null => fileKinds.find(kind => kind.starts(start)) ?? null

/** The extension of a file name, in lower case; empty if it has none. */
export const extensionOf = (fileName: string): string => /\.([a-z\d]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

const textOf = (start: Buffer, length: number) => start.toString('latin1', 0, length)

/**
 * Before its root element an XML file has only a declaration, comments and instructions. A DOCTYPE is refused because
 * it can make a parser open other files or grow without limit; HTML and SVG are refused because a browser would execute
 * them.
 */
function startsAsXml(start: Buffer): boolean {
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if (text.includes('\0')) return false
  let at = /^<\?xml\s[^<>]*\?>/.exec(text)?.[0].length ?? 0
  while (at !== -1) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
    if (text.startsWith('<!--', at)) at = endOf(text, '-->', at + 4)
    else if (/^<\?(?!xml\s)/i.test(text.slice(at, at + 6))) at = endOf(text, '?>', at + 2)
    else return isInvoiceRoot(text.slice(at, at + 256))
  }
  return false
}

function isInvoiceRoot(text: string): boolean {
  const [, name = ''] = /^<([a-z_\x80-\xff][\w.:\x80-\xff-]*)[\s/>]/i.exec(text) ?? []
  return name !== '' && !/^(?:.*:)?(?:html|svg)$/i.test(name)
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}
