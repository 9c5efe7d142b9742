import type { Readable } from 'node:stream'

/** The key of stored bytes. Names are generated, never taken from the sender. */
export type StoredId = { merchantId: string; id: string }

/** Uploaded bytes that are not stored under their id yet. */
export type Incoming = {
  sizeBytes: number
  /** The beginning, enough to detect the file type. */
  start: Buffer
  /** Stores them under the id, durably. */
  keep: () => Promise<void>
  discard: () => Promise<void>
}

export const startBytes = 64 * 1024

/** Where files are stored: a folder of this machine, or a bucket. */
export type Storage = {
  /** A URL that accepts the bytes by PUT, for this long and without any other permission. */
  uploadAddress: (id: StoredId, seconds: number) => Promise<string>
  /** Receives bytes as a stream. Only a storage whose upload URLs belong to the server has it. */
  put?: (id: StoredId, bytes: Readable, mostBytes: number) => Promise<Incoming>
  /** A file that was uploaded to a URL of the storage itself and is not stored yet; null if there is none. */
  incoming: (id: StoredId) => Promise<Incoming | null>
  discardIncoming: (id: StoredId) => Promise<void>
  get: (id: StoredId) => Promise<Readable>
  delete: (id: StoredId) => Promise<void>
}
