import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../http/errors.ts'
import { type Storage, type StoredId, startBytes } from './storage.ts'
import { syncFolder } from './file-storage.ts'

type Given = { folder: string; uploadAddress: (id: StoredId, seconds: number) => string }

const content = 'content'

/** A folder for each id. An upload is a `.part` file until it is renamed, so that a reader never sees half a file. */
export function localStorage({ folder, uploadAddress }: Given): Storage {
  const folderOf = ({ merchantId, id }: StoredId) => join(folder, merchantId, id)

  return {
    uploadAddress: async (id, seconds) => uploadAddress(id, seconds),

    async put(id, bytes, mostBytes) {
      const place = folderOf(id)
      const part = join(place, `${randomUUID()}.part`)
      const discard = () => rm(part, { force: true })
      await mkdir(place, { recursive: true, mode: 0o700 })
      try {
        const written = await writePart(part, bytes, mostBytes)
        const keep = async () => {
          // Deletes other uploads of the same id, so that none of them can replace the stored bytes later.
          await discardParts(place, part)
          await rename(part, join(place, content))
          for (const changed of [place, dirname(place), folder]) await syncFolder(changed)
        }
        return { ...written, keep, discard }
      } catch (error) {
        await discard()
        throw error
      }
    },

    // The request that uploads through the server stores or discards the bytes itself.
    incoming: async () => null,

    /** Parts of uploads that a crash interrupted. */
    discardIncoming: id => discardParts(folderOf(id)),

    async get(id) {
      const file = await open(join(folderOf(id), content))
      return file.createReadStream()
    },

    delete: id => rm(folderOf(id), { recursive: true, force: true }),
  }
}

async function discardParts(place: string, kept?: string): Promise<void> {
  const names = await readdir(place).catch(() => [])
  const parts = names.filter(name => name !== content).map(name => join(place, name))
  await Promise.all(parts.filter(part => part !== kept).map(part => rm(part, { force: true })))
}

async function writePart(path: string, bytes: Readable, mostBytes: number) {
  const file = await open(path, 'wx', 0o600)
  const seen = { sizeBytes: 0, start: Buffer.alloc(startBytes) }
  try {
    await file.writeFile(measured(bytes, mostBytes, seen))
    await file.sync()
    return { ...seen, start: seen.start.subarray(0, seen.sizeBytes) }
  } finally {
    await file.close()
  }
}

/** Passes the bytes on in chunks. Stopping early leaves the sender's connection open for the response. */
async function* measured(bytes: Readable, mostBytes: number, seen: { sizeBytes: number; start: Buffer }) {
  for await (const piece of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (seen.sizeBytes < startBytes) piece.copy(seen.start, seen.sizeBytes)
    seen.sizeBytes += piece.length
    if (seen.sizeBytes > mostBytes) throw new ApiError('BodyTooLarge')
    yield piece
  }
}
