/** The lifetime of a process, from start to exit. */
export type Life = ReturnType<typeof beginLife>

export function beginLife() {
  /** What to undo at exit, newest first; also if the start fails half-way. */
  const undo: (() => Promise<unknown>)[] = []
  let isEnding = false
  let isFollowed = false

  /** Drains: responds to accepted requests, finishes webhook calls under way, then disconnects from the database. */
  async function end(exitCode: number, why?: string): Promise<void> {
    if (isEnding) return
    isEnding = true
    if (why !== undefined) process.stderr.write(`trilho: ${why}\n`)
    for (const step of undo)
      await step().catch((error: unknown) => process.stderr.write(`trilho: while stopping: ${String(error)}\n`))
    process.exit(exitCode)
  }

  return {
    onEnd: (step: () => Promise<unknown>) => void undo.unshift(step),
    isEnding: () => isEnding,
    /** Whether another process has already taken over. */
    isFollowed: () => isFollowed,
    end,
    async giveWay(): Promise<void> {
      isFollowed = true
      await end(0)
    },
  }
}

/** Why a server cannot listen, in terms of its settings. */
const meanings: Record<string, string> = {
  'listen EADDRINUSE': 'PORT is in use by another program: stop it, or set another PORT',
  'listen EADDRNOTAVAIL': 'HOST is no address of this machine',
  'listen EACCES': 'PORT is one that this user may not take: set one above 1023',
  'getaddrinfo ENOTFOUND': 'HOST is not known: set an address of this machine',
}

export const oneLine = (error: unknown): string => {
  const { message, code, syscall } = error as { message?: string; code?: string; syscall?: string }
  const meaning = meanings[`${syscall} ${code}`]
  if (meaning !== undefined) return `${meaning} (${message})`
  return (message || code || String(error)).split('\n')[0] ?? ''
}
