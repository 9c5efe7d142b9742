import { inflateSync } from 'node:zlib'

/** What a file draws, as its operators. Its lines end with `\n` alone: a carriage return before it belongs to the stream. */
const drawnIn = (pdf: Buffer): string =>
  Array.from(pdf.toString('latin1').matchAll(/\bstream\n([^]*?)\nendstream/g), ([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  ).join('\n')

/** The printed text without spaces: the file has letters as hexadecimal numbers, in pieces. */
export function textOfPdf(pdf: Buffer): string {
  const pieces = drawnIn(pdf).matchAll(/<([0-9a-f]+)>/g)
  return [...pieces]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('')
    .replaceAll(/\s/g, '')
}

/** The rectangles it draws, in points; from left to right. */
export const rectanglesOfPdf = (pdf: Buffer) =>
  Array.from(drawnIn(pdf).matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re\b/g), ([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  })).toSorted((a, b) => a.x - b.x)

export const pagesOfPdf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
