import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One version of a file: plain, or compressed in advance. Small ones are in memory. */
export type Version = { encoding: 'br' | 'gzip' | 'identity'; bytes: number; read: () => Buffer | Readable }

/** Best first. */
export type StaticFile = { type: string; tag: string; versions: Version[] }

/** Larger ones are read from disk piece by piece, as their readers take them, and are counted on their way. */
export const smallBytes = 64 * 1024

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

const typeOf = (name: string) => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

const inMemory = (encoding: Version['encoding'], content: Buffer): Version => ({
  encoding,
  bytes: content.length,
  read: () => content,
})

/** Brotli and gzip, by threads beside the main one. */
const compress = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
}

/** A file made of text that does not change while the process lives; compressed here, once. */
export async function textFile(name: string, text: string): Promise<StaticFile> {
  const content = Buffer.from(text)
  const [br, gz] = await Promise.all([compress.br(content), compress.gzip(content)])
  return {
    type: typeOf(name),
    tag: hash('sha256', content, 'base64url').slice(0, 22),
    versions: [inMemory('br', br), inMemory('gzip', gz), inMemory('identity', content)],
  }
}

/** A file that was built, with its compressed versions beside it where there are any; null: there is none. */
export async function builtFile(folder: string, name: string): Promise<StaticFile | null> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  const versions = await Promise.all([
    versionAt('br', `${path}.br`),
    versionAt('gzip', `${path}.gz`),
    versionAt('identity', path),
  ])
  return {
    type: typeOf(name),
    tag: `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}`,
    versions: versions.filter(version => version !== null),
  }
}

async function versionAt(encoding: Version['encoding'], path: string): Promise<Version | null> {
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  // A small file may be replaced at any time, the page of the portal is: it is read whole.
  if (found.size <= smallBytes) return inMemory(encoding, await readFile(path))
  return { encoding, bytes: found.size, read: () => createReadStream(path, { highWaterMark: smallBytes }) }
}

/** The best version that `accept-encoding` allows; the plain one where it says nothing, or allows none. */
export function chooseVersion({ versions }: StaticFile, accepted = ''): Version | undefined {
  const weights = new Map(
    accepted.split(',').map(part => {
      const [name = '', ...settings] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return [name, Number(settings.find(one => one.startsWith('q='))?.slice(2) ?? 1)] as const
    }),
  )
  const isAllowed = (encoding: string) => {
    const said = weights.get(encoding) ?? (encoding === 'identity' ? 1 : weights.get('*'))
    return said !== undefined && said > 0
  }
  return versions.find(({ encoding }) => isAllowed(encoding)) ?? versions.at(-1)
}

/** Whether `if-none-match` names this tag. */
export const isSameTag = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some(one => ['*', tag].includes(one.trim().replace(/^W\//, '')))
