import type { Socket } from 'node:net'
import { ApiError } from '../errors.ts'
import { limits } from '../limits.ts'

type UnderWay = { address: string; bytes: number; socket: Socket; sinceMs: number; atStart: number }

/** What of a socket its reader has taken: what was written, without what waits. */
const takenOf = (socket: Socket) => socket.bytesWritten - socket.writableLength

/** Large files on their way: so many to one address, so many bytes in all, and none for ever. */
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
    /** Answers what to call when the file has been sent, or its reader has gone. */
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
