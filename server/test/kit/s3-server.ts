import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { cleanUp } from './clean-up.ts'

type Options = {
  port: number
  address: string
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}
type S3Server = { run: () => Promise<{ port: number }>; close: () => Promise<void> }
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => S3Server

const bucket = 'invoices'

/** An S3 server with one bucket, for one test file. */
export async function openS3() {
  const directory = await mkdtemp(join(tmpdir(), 'trilho-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  let isOpen = true
  const close = async () => {
    if (isOpen) await server.close()
    isOpen = false
  }
  cleanUp(async () => {
    await close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    endpoint,
    close,
    settings: {
      STORAGE: `s3://${bucket}?endpoint=${endpoint}&region=us-east-1`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET: 'S3RVER',
    },
    /** The last part of every name in the bucket under a document's id. */
    objectsOf: async (id: string): Promise<string[]> => {
      const files = await readdir(join(directory, bucket), { recursive: true })
      const suffix = '._S3rver_object'
      return files
        .filter(file => file.includes(`/${id}/`) && file.endsWith(suffix))
        .map(file => basename(file, suffix))
        .sort()
    },
  }
}
