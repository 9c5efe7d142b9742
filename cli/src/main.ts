import { Failure, exits } from './command-line/failure.ts'
import { runCommandLine } from './run.ts'

const { env, argv, stdin, stdout, stderr } = process

// The reader of our output may close it before we have written everything: `trilho transactions list | head -1`.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : exits.fault[0]))

const stopping = new AbortController()
process.on('SIGINT', () => {
  if (stderr.isTTY) stderr.write('\n')
  stopping.abort(new Failure('interrupted', 'Stopped.'))
  // What does not end by itself in a moment is ended; a second Ctrl-C does it at once.
  process.once('SIGINT', () => process.exit(exits.interrupted[0]))
  setTimeout(() => process.exit(exits.interrupted[0]), 1_000).unref()
})

const { signal } = stopping
process.exitCode = await runCommandLine(argv.slice(2), { env, keyboard: stdin, out: stdout, err: stderr, signal })
