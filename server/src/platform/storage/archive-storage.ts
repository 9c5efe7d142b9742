import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Bucket, longestCallMs, openBucket } from './s3-bucket.ts'
import { syncFolder } from './sync-folder.ts'

/** Files that are written once, whole, and then read by ranges of bytes. Names are generated: a folder and a file. */
export type ArchiveStorage = {
  /** Durable when it is done. */
  write: (name: string, bytes: Buffer) => Promise<void>
  read: (name: string, start: number, bytes: number) => Promise<Buffer>
  delete: (name: string) => Promise<void>
}

export const localArchive = (folder: string): ArchiveStorage => ({
  async write(name, bytes) {
    const path = join(folder, name)
    const part = `${path}.${randomUUID()}.part`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    for (const changed of [dirname(path), folder]) await syncFolder(changed)
  },
  async read(name, start, bytes) {
    const file = await open(join(folder, name))
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  },
  delete: name => rm(join(folder, name), { force: true }),
})

export function bucketArchive(place: Bucket, callMs = longestCallMs): ArchiveStorage {
  let opened: ReturnType<typeof openBucket> | undefined
  const bucket = () => (opened ??= openBucket(place, callMs))
  const keyOf = (name: string) => `archive/${name}`
  return {
    write: async (name, bytes) => void (await (await bucket()).put(keyOf(name), bytes)),
    read: async (name, start, bytes) => (await bucket()).range(keyOf(name), start, bytes),
    delete: async name => void (await (await bucket()).delete(keyOf(name))),
  }
}
