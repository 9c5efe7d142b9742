import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw, inflateRawSync } from 'node:zlib'
import { type ZipInputFile, Zip } from 'fflate'
import { UnreadableSheet } from './sheet.ts'

export type ZipFile = { name: string; texts: AsyncIterable<string> | Iterable<string> }

type NewEntry = ZipInputFile & Required<Pick<ZipInputFile, 'crc' | 'size'>>

const deflated = 8
/** Every archive of the same rows is the same: the first day that the format knows, wherever the process is. */
const firstDay = () => new Date(1980, 0, 1)

/** A ZIP archive, written as its files come. fflate writes the format; Node compresses beside the event loop. */
export async function* zip(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Uint8Array[] = []
  const archive = new Zip((error, data) => {
    if (error !== null) throw error
    written.push(data)
  })
  const flush = () => Buffer.concat(written.splice(0))
  for (const { name, texts } of files) {
    const entry: NewEntry = { filename: name, compression: deflated, mtime: firstDay(), crc: 0, size: 0 }
    archive.add(entry)
    const packing = pipeline(Readable.from(measured(texts, entry)), createDeflateRaw(), () => {})
    for await (const piece of packing as AsyncIterable<Buffer<ArrayBuffer>>) {
      entry.ondata?.(null, piece, false)
      yield flush()
    }
    entry.ondata?.(null, new Uint8Array(0), true)
  }
  archive.end()
  yield flush()
}

async function* measured(texts: ZipFile['texts'], entry: NewEntry): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

type Entry = { method: number; packed: number; offset: number }

const endMark = 0x06_05_4b_50
const entryMark = 0x02_01_4b_50

/** The files of a ZIP archive, up to `mostBytes` in all. By hand: fflate trusts the sizes that an archive claims. */
export function unzip(bytes: Buffer, mostBytes: number): (name: string) => string | null {
  const entries = entriesOf(bytes)
  let left = mostBytes
  return name => {
    const entry = entries.get(name)
    if (entry === undefined) return null
    const { method, packed, offset } = entry
    try {
      const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
      const data = bytes.subarray(start, start + packed)
      const unpacked = method === deflated ? inflateRawSync(data, { maxOutputLength: left }) : data
      left -= unpacked.length
      if (left <= 0) throw new UnreadableSheet()
      return unpacked.toString('utf8')
    } catch {
      throw new UnreadableSheet()
    }
  }
}

export const fileNames = (bytes: Buffer): string[] => [...entriesOf(bytes).keys()]

/** By the directory at the end of the archive, which alone says what counts. */
function entriesOf(bytes: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  try {
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end < 0 || bytes.readUInt32LE(end) !== endMark) throw new UnreadableSheet()
    const count = bytes.readUInt16LE(end + 10)
    let at = bytes.readUInt32LE(end + 16)
    for (let i = 0; i < count; i++) {
      if (bytes.readUInt32LE(at) !== entryMark) throw new UnreadableSheet()
      const [nameLength, extra, comment] = [28, 30, 32].map(place => bytes.readUInt16LE(at + place)) as [
        number,
        number,
        number,
      ]
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        packed: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      })
      at += 46 + nameLength + extra + comment
    }
  } catch {
    throw new UnreadableSheet()
  }
  return entries
}
