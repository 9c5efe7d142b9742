import { crc32, deflateSync } from 'node:zlib'
import QRCode from 'qrcode'

const look = { errorCorrectionLevel: 'M' } as const
const margin = 4

export const qrSvg = (code: string): Promise<string> => QRCode.toString(code, { ...look, margin, type: 'svg' })

/** The form of an answer: as its address ends, else as the caller accepts. Browsers see a picture, programs get text. */
export function formOfQr(extension: string, accept = ''): 'image/svg+xml' | 'image/png' | 'text/plain' {
  if (extension !== '') return extension === '.svg' ? 'image/svg+xml' : 'image/png'
  if (accept.includes('image/svg+xml') && !/text\/html|image\/png/.test(accept)) return 'image/svg+xml'
  return /text\/html|image\//.test(accept) ? 'image/png' : 'text/plain'
}

/** The dark modules of a code, as runs in its rows: for paper. Its quiet zone is around it. */
export function qrRuns(code: string): { size: number; runs: { x: number; y: number; width: number }[] } {
  const { size, data } = QRCode.create(code, look).modules
  const isDark = (x: number, y: number) => x >= 0 && x < size && data[y * size + x] === 1
  const modules = Array.from({ length: size * size }, (_, at) => ({ x: at % size, y: Math.floor(at / size) }))
  const runs = modules
    .filter(({ x, y }) => isDark(x, y) && !isDark(x - 1, y))
    .map(({ x, y }) => {
      let end = x
      while (isDark(end, y)) end++
      return { x, y, width: end - x }
    })
  return { size, runs }
}

/** Black on white at one bit a pixel, and eight pixels a module: a module is one byte, and the image is made in no time. */
export function qrPng(code: string): Buffer {
  const { size, data } = QRCode.create(code, look).modules
  const modules = size + 2 * margin
  const lines = Array.from({ length: modules }, (_, y) => {
    const line = Buffer.alloc(1 + modules, 0xff)
    line[0] = 0
    for (let x = 0; x < size; x++) if (data[(y - margin) * size + x] === 1 && y >= margin) line[1 + margin + x] = 0
    return Buffer.concat(Array.from({ length: 8 }, () => line))
  })
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(modules * 8, 0)
  header.writeUInt32BE(modules * 8, 4)
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(4 + body.length + 4)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), 4 + body.length)
  return framed
}
