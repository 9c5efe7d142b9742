import { join, resolve } from 'node:path'
import { type FileStorage, bucketFiles, localFiles } from './file-storage.ts'
import { localStorage } from './local-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage, StoredId } from './storage.ts'

/** `local`, or `s3://bucket?endpoint=…&region=…`. */
export type StoragePlace = { kind: 'local' } | { kind: 's3'; bucket: string; region: string; endpoint: string | null }

export function readStoragePlace(text: string): StoragePlace {
  if (text === 'local') return { kind: 'local' }
  const url = URL.parse(text)
  const endpoint = url?.searchParams.get('endpoint') ?? null
  const isBucket = url?.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)
  const isKnown = [...(url?.searchParams.keys() ?? [])].every(name => name === 'endpoint' || name === 'region')
  const isPlain = url?.username === '' && url.password === '' && url.pathname.replace('/', '') === ''
  if (!isBucket || !isKnown || !isPlain || (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)))
    throw new Error('local or s3://bucket?endpoint=https://s3.example.com&region=sa-east-1 (both optional)')
  return { kind: 's3', bucket: url.host, region: url.searchParams.get('region') ?? 'us-east-1', endpoint }
}

type Given = { STORAGE: StoragePlace; S3_ACCESS_KEY: string; S3_SECRET: string; TRILHO_DATA: string }

/** `uploadAddress`: the URL of this server for uploads that do not go to a bucket. */
export function openStorage(config: Given, uploadAddress: (id: StoredId, seconds: number) => string): Storage {
  const { STORAGE: place, S3_ACCESS_KEY: accessKey, S3_SECRET: secret } = config
  if (place.kind === 's3') return s3Storage({ ...place, accessKey, secret })
  return localStorage({ folder: join(resolve(config.TRILHO_DATA), 'documents'), uploadAddress })
}

/** Where requested files are stored while they can be downloaded. */
export function openFileStorage(config: Given): FileStorage {
  const { STORAGE: place, S3_ACCESS_KEY: accessKey, S3_SECRET: secret } = config
  if (place.kind === 's3') return bucketFiles({ ...place, accessKey, secret })
  return localFiles(join(resolve(config.TRILHO_DATA), 'files'))
}
