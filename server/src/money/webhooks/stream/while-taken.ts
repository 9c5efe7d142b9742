import { limits } from './limits.ts'

/** Passes frames on as they are taken; a reader that leaves one for too long is dropped. */
export async function* whileTaken(
  frames: AsyncIterable<string>,
  drop: () => void,
  unreadMs: number = limits.unreadMs,
): AsyncGenerator<string> {
  for await (const frame of frames) {
    const patience = setTimeout(drop, unreadMs)
    try {
      yield frame
    } finally {
      clearTimeout(patience)
    }
  }
}
