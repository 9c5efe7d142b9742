import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A file of an archive, as a stream of texts. */
export type ZipFile = { name: string; texts: AsyncIterable<string> | Iterable<string> }

type Entry = ZipInputFile & Required<Pick<ZipInputFile, 'crc' | 'size'>>

const deflated = 8
/** Every archive of the same rows is the same: the first day that the format knows. */
const firstDay = new Date(1980, 0, 1)

/**
 * A ZIP archive, written as its files come: none of them is kept whole in memory. fflate writes the format; Node compresses,
 * because it does so beside the event loop.
 */
export async function* zip(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Uint8Array[] = []
  const archive = new Zip((error, data) => {
    if (error !== null) throw error
    written.push(data)
  })
  const flush = () => Buffer.concat(written.splice(0))
  for (const { name, texts } of files) {
    const entry: Entry = { filename: name, compression: deflated, mtime: firstDay, crc: 0, size: 0 }
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

async function* measured(texts: ZipFile['texts'], entry: Entry): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}
