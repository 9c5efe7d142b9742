import type { Readable } from 'node:stream'

/** The key of stored bytes. Names are generated, never taken from the sender. */
export type StoredId = { merchantId: string; id: string }

/** Uploaded bytes that are not stored under their id yet. */
export type Incoming = {
  sizeBytes: number
  /** The beginning, enough to detect the file type. */
  start: Buffer
  /** Makes them the bytes of the id, durably. */
  keep: () => Promise<void>
  discard: () => Promise<void>
}

export const startBytes = 64 * 1024

/** Where files are stored: a folder of this machine, or a bucket. */
export type Storage = {
  /** An address that takes the bytes by PUT, for so long and without any other permission. */
  uploadAddress: (id: StoredId, seconds: number) => Promise<string>
  /** Takes bytes in as a stream. Only a storage has it whose upload addresses are the server's own. */
  put?: (id: StoredId, bytes: Readable, mostBytes: number) => Promise<Incoming>
  /** What was uploaded to a URL of the storage itself and is not stored yet; null: nothing. */
  incoming: (id: StoredId) => Promise<Incoming | null>
  discardIncoming: (id: StoredId) => Promise<void>
  get: (id: StoredId) => Promise<Readable>
  /** All of it, stored or not. */
  delete: (id: StoredId) => Promise<void>
}
