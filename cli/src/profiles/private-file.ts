import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../command-line/failure.ts'

/** The JSON of a file; null where there is none. */
export async function readPrivateFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Failure('fault', `${path} cannot be read: ${error.message}`)
  })
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('fault', `${path} is not JSON.`, 'Mend it, or delete it and log in again.')
  }
}

/** Nobody else can read it, at no moment, and it is there whole or as it was before. */
export async function writePrivateFile(path: string, value: unknown): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
