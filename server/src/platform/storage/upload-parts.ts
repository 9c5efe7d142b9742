/** Every part but the last must have five megabytes, and a file may have 10,000 parts. */
const partBytes = 8 * 1024 * 1024

type Part = { ETag: string | undefined; PartNumber: number }

/** How a bucket takes a file in parts. */
export type PartTaker = {
  /** A file that fits into one part. */
  put: (bytes: Buffer) => Promise<unknown>
  begin: () => Promise<string>
  take: (uploadId: string, number: number, bytes: Buffer) => Promise<string | undefined>
  finish: (uploadId: string, parts: Part[]) => Promise<unknown>
  abort: (uploadId: string) => Promise<unknown>
}

/** Sends a file of unknown length: one part of it is in memory at a time. Answers how many bytes it had. */
export async function uploadParts(to: PartTaker, pieces: AsyncIterable<string | Buffer>): Promise<number> {
  let uploadId: string | undefined
  const parts: Part[] = []
  let sizeBytes = 0
  try {
    for await (const { bytes, isLast } of inParts(pieces)) {
      sizeBytes += bytes.length
      if (isLast && uploadId === undefined) {
        await to.put(bytes)
        return sizeBytes
      }
      uploadId ??= await to.begin()
      const number = parts.length + 1
      parts.push({ ETag: await to.take(uploadId, number, bytes), PartNumber: number })
    }
    await to.finish(uploadId ?? '', parts)
    return sizeBytes
  } catch (error) {
    if (uploadId !== undefined) await to.abort(uploadId).catch(() => {})
    throw error
  }
}

/** A file without bytes has one part, too. */
async function* inParts(pieces: AsyncIterable<string | Buffer>) {
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    if (length > 0 && length + bytes.length > partBytes) {
      yield { bytes: Buffer.concat(waiting), isLast: false }
      waiting = []
      length = 0
    }
    waiting.push(bytes)
    length += bytes.length
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}
