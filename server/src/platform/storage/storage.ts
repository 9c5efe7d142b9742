import type { Readable } from 'node:stream'

/** The key of stored bytes. Names are generated, never taken from the sender. */
export type StoredId = { merchantId: string; id: string }

/** Bytes that have come in under an id, but are not its bytes before they are kept. */
export type Incoming = {
  sizeBytes: number
  /** The beginning, enough to detect the file type. */
  start: Buffer
  /** Makes them the bytes of the id, durably. */
  keep: () => Promise<void>
  discard: () => Promise<void>
}

export const startBytes = 64 * 1024

/** Where files are kept: a folder of this machine, or a bucket. */
export type Storage = {
  /** An address that takes the bytes by PUT, for so long and without any other permission. */
  uploadAddress: (id: StoredId, seconds: number) => Promise<string>
  /** Takes bytes in as a stream. Only a storage has it whose upload addresses are the server's own. */
  put?: (id: StoredId, bytes: Readable, mostBytes: number) => Promise<Incoming>
  /** What has come by an address of the storage itself and has not been kept; null: nothing. */
  incoming: (id: StoredId) => Promise<Incoming | null>
  discardIncoming: (id: StoredId) => Promise<void>
  get: (id: StoredId) => Promise<Readable>
  /** All of it, kept or not. */
  delete: (id: StoredId) => Promise<void>
}
