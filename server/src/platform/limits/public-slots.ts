import { ApiError } from '../http/errors.ts'
import { limits } from '../http/limits.ts'

/** How many public requests are worked on at once, so that they do not fill the database's line. */
export function publicPlaces() {
  const ofAddress = new Map<string, number>()
  let all = 0

  const leave = (address: string) => {
    all--
    const left = (ofAddress.get(address) ?? 1) - 1
    if (left === 0) ofAddress.delete(address)
    else ofAddress.set(address, left)
  }

  /** Answers what to call, once or more, when the work is done. */
  return (address: string): (() => void) => {
    const own = ofAddress.get(address) ?? 0
    if (all >= limits.publicAtOnce || own >= limits.publicAtOncePerAddress) throw new ApiError('ServerOverloaded')
    all++
    ofAddress.set(address, own + 1)
    let isDone = false
    return () => {
      if (!isDone) leave(address)
      isDone = true
    }
  }
}
