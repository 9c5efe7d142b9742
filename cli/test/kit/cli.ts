import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { cleanUp } from '../../../server/test/kit/clean-up.ts'
import { inTime } from '../../../server/test/kit/patience.ts'
import { runCommandLine } from '../../src/run.ts'
import type { Keyboard } from '../../src/terminal/prompt.ts'

export const cliScript = fileURLToPath(new URL('../../bin/trilho.js', import.meta.url))

/** Whether `script` can create a pseudo-terminal, as on Linux. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')

export type Ended = { code: number | null; out: string; err: string }
/** Of a person at a terminal: days that a command is given are days there. */
const timeZone = 'America/Sao_Paulo'

type How = { input?: string; env?: Record<string, string>; cwd?: string }

/**
 * The command with only its own profiles. `run` runs it in this process, where it costs a hundredth; `start`, and `run` of a
 * package, in a process of its own.
 */
export async function openCli({ script = cliScript, program = process.execPath } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'trilho-cli-'))
  cleanUp(() => rm(home, { recursive: true, force: true }))
  const { TZ: before } = process.env
  process.env.TZ = timeZone
  cleanUp(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  const ownEnv = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    TZ: timeZone,
  }

  function start(args: string[], { input, env = {}, cwd = home }: How = {}) {
    const child = spawn(program, [script, ...args], { env: { ...ownEnv, ...env }, cwd })
    let out = ''
    let err = ''
    const looks = new Set<() => void>()
    child.stdout.setEncoding('utf8').on('data', text => ((out += text), looks.forEach(look => look())))
    child.stderr.setEncoding('utf8').on('data', text => ((err += text), looks.forEach(look => look())))
    // A process that exits without reading its input is not a failure.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    const ended = new Promise<Ended>(resolve => child.once('close', code => resolve({ code, out, err })))
    cleanUp(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return {
      ended,
      out: () => out,
      kill: (signal: NodeJS.Signals) => (child.kill(signal), ended),
      closeOutput: () => child.stdout.destroy(),
      /** Resolves once it has printed this, on either stream; rejects with its last output if it exits instead. */
      said: (words: string) => {
        const isSaid = new Promise<void>((resolve, reject) => {
          const look = () => `${out}${err}`.includes(words) && resolve()
          looks.add(look)
          look()
          void ended.then(({ code }) => reject(new Error(`ended with ${code} before it said "${words}": ${out}${err}`)))
        })
        return inTime(`"${words}" of the command`, isSaid, () => `${out}${err}`)
      },
    }
  }

  const run = (args: string[], how: How = {}): Promise<Ended> =>
    script !== cliScript || how.cwd !== undefined
      ? start(args, how).ended
      : runHere(args, { input: how.input ?? '', env: { ...ownEnv, ...how.env } })

  return {
    home,
    env: ownEnv,
    start,
    run,
    /** What a command that must succeed prints as JSON. */
    json: async (...args: string[]) => {
      const { code, out, err } = await run([...args, '--json'])
      if (code !== 0) throw new Error(`trilho ${args.join(' ')} ended with ${code}: ${err}`)
      return JSON.parse(out)
    },
    logIn: async ({ url, accessKey, secret }: { url: string; accessKey: string; secret: string }) => {
      const ended = await run(['login', '--url', url, '--access-key', accessKey], { input: `${secret}\n` })
      if (ended.code !== 0) throw new Error(ended.err)
      return ended
    },
  }
}

async function runHere(args: string[], { input, env }: { input: string; env: Record<string, string> }): Promise<Ended> {
  const texts = { out: '', err: '' }
  const streamOf = (name: keyof typeof texts) =>
    new Writable({
      write: (piece: Buffer, _encoding, done) => {
        texts[name] += piece.toString('utf8')
        done()
      },
    }) as unknown as NodeJS.WriteStream
  const keyboard = Readable.from([Buffer.from(input)]) as unknown as Keyboard
  const { signal } = new AbortController()
  const code = await runCommandLine(args, { env, keyboard, out: streamOf('out'), err: streamOf('err'), signal })
  return { code, ...texts }
}

/** Runs a command at a pseudo-terminal, answers its prompts, and returns all that was on the screen. */
export function atTerminal(
  env: Record<string, string>,
  command: string[],
  answers: [question: string, answer: string][],
) {
  const child = spawn('script', ['-qec', command.join(' '), '/dev/null'], { env: { ...env, TERM: 'xterm' } })
  const left = [...answers]
  let screen = ''
  const see = (text: string) => {
    screen += text
    const next = left[0]
    if (next === undefined || !screen.includes(next[0])) return
    left.shift()
    child.stdin.write(`${next[1]}\r`)
  }
  child.stdout.setEncoding('utf8').on('data', see)
  return new Promise<string>(resolve => child.once('close', () => resolve(screen)))
}
