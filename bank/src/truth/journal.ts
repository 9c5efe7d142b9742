import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** One line of the file: all that one change has written. `null` removes. */
export type Entry = [table: string, id: string, record: unknown][]

export type Journal = {
  append(entry: Entry): void
  /** Resolves when all that was appended is on the disk. Nothing is acknowledged before. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** The entries of a journal. A last line that a crash has cut short was never acknowledged, and is cut off. */
export function readJournal(file: string): Entry[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < bytes.length) truncateSync(file, end)
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  return lines.map(line => JSON.parse(line))
}

/** Replaces a long journal by one with the same content in fewer lines; a crash leaves the old one or the new one. */
export function rewriteJournal(file: string, entries: Entry[]): void {
  const fd = openSync(`${file}.new`, 'w', 0o600)
  for (const entry of entries) writeSync(fd, `${JSON.stringify(entry)}\n`)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(`${file}.new`, file)
}

/** Appends to a file. Changes that come while the disk is busy share its next write. */
export async function openJournal(file: string): Promise<Journal> {
  const handle = await open(file, 'a', 0o600)
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let isClosed = false
  const write = async () => {
    const lines = waiting
    waiting = []
    next = null
    await writeThrough(handle, lines.join(''))
  }
  return {
    append(entry) {
      // The bank has ended, and nobody gets an answer any more: a call under way changes nothing, as after a crash.
      if (isClosed) return
      waiting.push(`${JSON.stringify(entry)}\n`)
      if (next === null) {
        last = next = last.then(write)
        // Callers that wait get the error; a bank that cannot write must not go on as if it could.
        last.catch((error: unknown) => {
          process.stderr.write(`the journal cannot be written: ${String(error)}\n`)
          process.exit(1)
        })
      }
    },
    settled: () => last,
    async close() {
      isClosed = true
      await last
      await handle.close()
    },
  }
}

async function writeThrough(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text)
  await handle.datasync()
}
