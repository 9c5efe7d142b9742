import { inflateSync } from 'node:zlib'

/** The printed text without spaces: the file has letters as hexadecimal numbers, in pieces. */
export function textOfPdf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)
  const drawn = [...streams].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const pieces = drawn.join('').matchAll(/<([0-9a-f]+)>/g)
  return [...pieces]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('')
    .replaceAll(/\s/g, '')
}
