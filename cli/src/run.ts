import { chapters } from './commands.ts'
import type { Session } from './command-line/command.ts'
import { explain } from './command-line/explain.ts'
import { type Exit, exits } from './command-line/failure.ts'
import { help } from './command-line/help.ts'
import { parse } from './command-line/parse.ts'
import { chooseAccess } from './profiles/access.ts'
import { connectTo } from './profiles/connect.ts'
import { type Terminal, openTerminal } from './terminal/terminal.ts'
import { plain } from './terminal/words.ts'
import { version } from './version.ts'

type Streams = Pick<Parameters<typeof openTerminal>[0], 'out' | 'err'>

/** Where a command runs. */
export type Place = Streams & Pick<Session, 'env' | 'keyboard' | 'signal'>

const commands = chapters.flatMap(chapter => chapter.commands)

/** Runs one command line, and returns the exit code. */
export async function runCommandLine(typed: string[], place: Place): Promise<number> {
  const failed = (error: unknown) => fail(openAt(place, typed.includes('--json')), place.signal, error)
  return exits[await run(typed, place).catch(failed)][0]
}

const openAt = ({ out, err, env }: Place, isJson: boolean) =>
  openTerminal({ out, err, isJson, noColor: !!env.NO_COLOR })

async function run(typed: string[], place: Place): Promise<Exit> {
  const parsed = parse(commands, typed)
  const plainly = openAt(place, false)
  if (parsed.kind === 'version') plainly.line(version)
  if (parsed.kind === 'help') plainly.line(help(chapters, parsed.topic, plainly.paint))
  if (parsed.kind !== 'run') return 'done'
  const { command, args, options, globals } = parsed
  const { env, keyboard, signal } = place
  const access = once(() => chooseAccess(env, globals.profile))
  const session: Session = {
    env,
    terminal: openAt(place, globals.json),
    keyboard,
    commands,
    profileName: globals.profile,
    signal,
    access,
    connect: once(async () => connectTo(await access())),
  }
  await command.run(session, { args, options })
  return signal.aborted ? 'interrupted' : 'done'
}

function fail(terminal: Terminal, signal: AbortSignal, error: unknown): Exit {
  if (signal.aborted) return 'interrupted'
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
