import { chapters } from './commands.ts'
import type { Session } from './command-line/command.ts'
import { explain } from './command-line/explain.ts'
import { type Exit, Failure, exits } from './command-line/failure.ts'
import { help } from './command-line/help.ts'
import { parse } from './command-line/parse.ts'
import { chooseAccess } from './profiles/access.ts'
import { connectTo } from './profiles/connect.ts'
import { type Terminal, openTerminal } from './terminal/terminal.ts'
import { plain } from './terminal/words.ts'
import { version } from './version.ts'

const commands = chapters.flatMap(chapter => chapter.commands)
const { env, argv, stdout, stderr } = process
const openFor = (isJson: boolean) => openTerminal({ out: stdout, err: stderr, isJson, noColor: !!env.NO_COLOR })

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

const isJsonAsked = argv.includes('--json')
process.exitCode = exits[await run(argv.slice(2)).catch((error: unknown) => fail(openFor(isJsonAsked), error))][0]

async function run(typed: string[]): Promise<Exit> {
  const parsed = parse(commands, typed)
  if (parsed.kind === 'version') openFor(false).line(version)
  if (parsed.kind === 'help') openFor(false).line(help(chapters, parsed.topic, openFor(false).paint))
  if (parsed.kind !== 'run') return 'done'
  const { command, args, options, globals } = parsed
  const access = once(() => chooseAccess(env, globals.profile))
  const session: Session = {
    env,
    terminal: openFor(globals.json),
    commands,
    profileName: globals.profile,
    signal: stopping.signal,
    access,
    connect: once(async () => connectTo(await access())),
  }
  await command.run(session, { args, options })
  return stopping.signal.aborted ? 'interrupted' : 'done'
}

function fail(terminal: Terminal, error: unknown): Exit {
  if (stopping.signal.aborted) return 'interrupted'
  const { exit, ...explained } = explain(error)
  const { message, hint, requestId } = explained
  const { paintNote } = terminal
  if (terminal.isJson) terminal.note(JSON.stringify({ error: { exitCode: exits[exit][0], ...explained } }))
  else {
    terminal.note(`${paintNote('red', '✗')} ${plain(message)}`)
    if (hint !== undefined) terminal.note(`  ${hint}`)
    if (requestId !== undefined) terminal.note(paintNote('dim', `  request ${requestId}`))
  }
  return exit
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
