import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Bucket, longestCallMs, openBucket } from './s3-storage.ts'

type Pieces = AsyncIterable<string | Buffer>

/** Files that are written as a stream, read as a whole and deleted later. Names are generated: a folder and a file. */
export type FileStorage = {
  /** Durable when it resolves; a reader never sees half a file. Returns the size in bytes. */
  write: (name: string, pieces: Pieces) => Promise<number>
  read: (name: string) => Promise<Readable>
  delete: (name: string) => Promise<void>
}

export const localFiles = (folder: string): FileStorage => ({
  async write(name, pieces) {
    const path = join(folder, name)
    const part = `${path}.${randomUUID()}.part`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    try {
      for await (const piece of pieces) await file.appendFile(piece)
      await file.sync()
      const { size } = await file.stat()
      await rename(part, path)
      for (const changed of [dirname(path), folder]) await syncFolder(changed)
      return size
    } catch (error) {
      await rm(part, { force: true })
      throw error
    } finally {
      await file.close()
    }
  },
  read: async name => (await open(join(folder, name))).createReadStream(),
  delete: name => rm(join(folder, name), { force: true }),
})

export function bucketFiles(place: Bucket, callMs = longestCallMs): FileStorage {
  let opened: ReturnType<typeof openBucket> | undefined
  const bucket = () => (opened ??= openBucket(place, callMs))
  const keyOf = (name: string) => `files/${name}`
  return {
    write: async (name, pieces) => (await bucket()).upload(keyOf(name), pieces),
    read: async name => (await bucket()).get(keyOf(name)),
    delete: async name => void (await (await bucket()).delete(keyOf(name))),
  }
}

/** Makes a new or renamed entry of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
