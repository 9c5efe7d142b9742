import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { freePort } from '../../src/platform/db/embedded-postgres.ts'
import { childEnv } from './child-env.ts'
import { cleanUp } from './clean-up.ts'
import { copyFolder } from './copy-folder.ts'
import { keepLog } from './kept-logs.ts'
import { endOnceWeEnd, killGroup, removeOnceWeEnd } from './once-we-end.ts'
import { inTime } from './patience.ts'

export const mainScript = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** For servers of tests that promise nothing about how long a caller waits for the database. */
export const patient = { DATABASE_PATIENCE: '15' }

/** A data folder for one test, removed when the test ends. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-start-'))
  const callOff = removeOnceWeEnd(folder)
  cleanUp(async () => {
    await rm(folder, { recursive: true, force: true })
    callOff()
  })
  return folder
}

/** The same, with a PostgreSQL set up in it: most tests are not about the second that it takes to set one up. */
export async function preparedFolder(): Promise<string> {
  const folder = await dataFolder()
  await copyFolder(inject('preparedFolder'), folder)
  return folder
}

/** The server as an operator runs it, or another script: a separate process, stopped when the test ends if it still runs. */
export async function spawnServer(
  settings: Record<string, string>,
  script: string[] = [mainScript],
  program = process.execPath,
) {
  const port = settings.PORT ?? String(await freePort())
  const child = spawn(program, script, {
    env: {
      ...childEnv,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      REQUESTS_AT_ONCE: '0',
      DRAIN_SECONDS: '0',
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: everything it has started can be stopped with it.
    detached: true,
  })
  const pid = child.pid ?? 0
  const callOff = endOnceWeEnd(pid)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  const exited = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  cleanUp(async () => {
    child.kill('SIGTERM')
    await exited
    killGroup(pid)
    callOff()
  })
  keepLog('process', () => output + errors)
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    errors: () => errors,
    exited,
    pid,
    kill: (signal: NodeJS.Signals) => end(child, exited, signal),
    /** Resolves when the server reports that it is ready; rejects with its last output if it exits instead. */
    ready: () => {
      const isReady = new Promise<void>((resolve, reject) => {
        const look = () => output.includes('is ready at') && resolve()
        child.stdout.on('data', look)
        void exited.then(code => reject(new Error(`the server ended with ${code}: ${errors}`)))
        look()
      })
      return inTime('a server that is ready', isReady, () => `it has said: ${output}${errors}`)
    },
  }
}

async function end(child: ChildProcess, exited: Promise<number | null>, signal: NodeJS.Signals) {
  child.kill(signal)
  return exited
}

export const readSandboxFile = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'sandbox.json'), 'utf8'))

/** The process id of the PostgreSQL embedded in a data folder. */
export const databasePid = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
