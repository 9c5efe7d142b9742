/** One frame of a stream of server-sent events; fields that were not sent are empty. */
export type Frame = { id: string; event: string; data: string }

/** The frames of a stream as they come. Ends with the stream, and throws when nothing, not even a comment, came for so long. */
export async function* framesOf(bytes: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<Frame, void> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read())
      if (done) return
      // A line break of two characters may be cut in two: what is not whole waits for the next piece.
      const text = rest + decoder.decode(value, { stream: true })
      const parts = text.split(/\r\n\r\n|\n\n|\r\r/)
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const frame = frameOf(part)
        if (frame.data !== '') yield frame
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function frameOf(text: string): Frame {
  const frame: Frame = { id: '', event: '', data: '' }
  const data: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === 'id' || field === 'event') frame[field] = value
    else if (field === 'data') data.push(value)
  }
  return { ...frame, data: data.join('\n') }
}

function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${ms} ms`)), ms)
  })
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer))
}
