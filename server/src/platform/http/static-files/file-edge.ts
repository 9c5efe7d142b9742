import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { App } from '../app-type.ts'
import { ApiError } from '../errors.ts'
import { type StaticFile, chooseVersion, isSameTag, smallBytes } from './static-file.ts'
import type { Socket } from 'node:net'
import { limits } from '../limits.ts'

/** For names that change with their content, and for those that do not: browsers revalidate these each time. */
const caching = { immutable: 'public, max-age=31536000, immutable', checked: 'no-cache' } as const

declare module 'fastify' {
  interface FastifyReply {
    /** Sends a static file, in the best version the caller takes, or says that the caller has it already. */
    sendStatic: (file: StaticFile | null, cache: keyof typeof caching) => FastifyReply
  }
}

export function serveStaticFiles(app: App): void {
  const underWay = filesUnderWay()
  app.decorateReply('sendStatic', function (this: FastifyReply, file, cache) {
    const version = file === null ? undefined : chooseVersion(file, this.request.headers['accept-encoding'])
    if (file === null || version === undefined) throw new ApiError('RouteNotFound')
    const tag = `"${file.tag}-${version.encoding}"`
    const isKnown = isSameTag(tag, this.request.headers['if-none-match'])
    const isSent = !isKnown && this.request.method !== 'HEAD'
    // Before any header: what is refused is not of the file's type and encoding, nor to be kept.
    if (isSent && version.bytes > smallBytes) this.raw.once('close', begin(this.request, version.bytes))
    const vary = [this.getHeader('vary'), 'accept-encoding'].filter(part => part !== undefined).join(', ')
    this.headers({ 'cache-control': caching[cache], etag: tag, vary }).type(file.type)
    if (isKnown) return this.code(304).send()
    if (version.encoding !== 'identity') this.header('content-encoding', version.encoding)
    this.header('content-length', version.bytes)
    return this.send(isSent ? piecewise(version.read()) : Readable.from([]))
  })

  const begin = (request: FastifyRequest, bytes: number) => underWay.begin(request.ip, bytes, request.raw.socket)
}

/** What is large is handed on piece by piece, as its reader takes it. */
const piecewise = (content: Buffer | Readable) =>
  Buffer.isBuffer(content) && content.length > smallBytes
    ? Readable.from(piecesOf(content), { objectMode: false })
    : content

function* piecesOf(content: Buffer) {
  for (let at = 0; at < content.length; at += smallBytes) yield content.subarray(at, at + smallBytes)
}

type UnderWay = { address: string; bytes: number; socket: Socket; sinceMs: number; atStart: number }

/** What of a socket its reader has taken: what was written, without what waits. */
const takenOf = (socket: Socket) => socket.bytesWritten - socket.writableLength

/** Limits large downloads: how many per address, how many bytes in all, and for how long. */
export function filesUnderWay(clock = () => performance.now()) {
  const all = new Set<UnderWay>()
  let bytesUnderWay = 0
  let watch: NodeJS.Timeout | undefined

  function dropSlowReaders() {
    for (const { socket, sinceMs, atStart } of all) {
      const seconds = (clock() - sinceMs) / 1000 - limits.fileFirstSeconds
      if (takenOf(socket) - atStart < seconds * limits.fileBytesPerSecond) socket.destroy()
    }
  }

  return {
    /** Returns a function to call when the file has been sent or its reader has disconnected. */
    begin(address: string, bytes: number, socket: Socket): () => void {
      const toAddress = Array.from(all).filter(one => one.address === address).length
      if (toAddress >= limits.filesPerAddress) throw new ApiError('RateLimitExceeded', { retryAfterSeconds: 1 })
      if (bytesUnderWay + bytes > limits.fileBytes) throw new ApiError('ServerOverloaded')
      const one = { address, bytes, socket, sinceMs: clock(), atStart: takenOf(socket) }
      all.add(one)
      bytesUnderWay += bytes
      watch ??= setInterval(dropSlowReaders, 1_000).unref()
      return () => {
        if (!all.delete(one)) return
        bytesUnderWay -= bytes
        if (all.size > 0) return
        clearInterval(watch)
        watch = undefined
      }
    },
  }
}
