import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive, as a stream of texts. */
export type ZipFile = { name: string; texts: AsyncIterable<string> | Iterable<string> }

type Written = { name: Buffer; crc: number; packed: number; bytes: number; offset: number }

/** Sizes come after the bytes, because they are not known before; names are UTF-8. */
const flags = 0x08_08
const deflated = 8
const version = 20
/** Every archive of the same rows is the same: the first day that the format knows. */
const firstDay = 0x21

/** A ZIP archive, written as its files come: none of them is kept whole in memory. */
export async function* zip(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let offset = 0
  for (const { name, texts } of files) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, bytes: 0, offset }
    yield localHeader(entry)
    const packing = pipeline(Readable.from(measured(texts, entry)), createDeflateRaw(), () => {})
    for await (const piece of packing as AsyncIterable<Buffer>) {
      entry.packed += piece.length
      yield piece
    }
    yield descriptor(entry)
    offset += 30 + entry.name.length + entry.packed + 16
    directory.push(entry)
  }
  const entries = Buffer.concat(directory.map(centralHeader))
  yield entries
  yield endOf(directory.length, entries.length, offset)
}

async function* measured(texts: ZipFile['texts'], entry: Written): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.bytes += bytes.length
    yield bytes
  }
}

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2))
  return bytes
}
const longs = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => bytes.writeUInt32LE(value >>> 0, i * 4))
  return bytes
}

const localHeader = ({ name }: Written) =>
  Buffer.concat([
    longs(0x04_03_4b_50),
    words(version, flags, deflated, 0, firstDay),
    longs(0, 0, 0),
    words(name.length, 0),
    name,
  ])

const descriptor = ({ crc, packed, bytes }: Written) => longs(0x08_07_4b_50, crc, packed, bytes)

const centralHeader = ({ name, crc, packed, bytes, offset }: Written) =>
  Buffer.concat([
    longs(0x02_01_4b_50),
    words(version, version, flags, deflated, 0, firstDay),
    longs(crc, packed, bytes),
    words(name.length, 0, 0, 0, 0),
    longs(0, offset),
    name,
  ])

const endOf = (count: number, bytes: number, offset: number) =>
  Buffer.concat([longs(0x06_05_4b_50), words(0, 0, count, count), longs(bytes, offset), words(0)])
