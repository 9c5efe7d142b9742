import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { databaseClock } from '../../platform/db/database-clock.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { deriveKey } from '../../platform/lib/seal.ts'
import { dialectNames } from '../../money/rails/bacen-pix/presets.ts'
import { prepareRehearsal } from './prepare-rehearsal.ts'

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '.trilho/rehearsal' },
    port: { type: 'string', default: '3100' },
    'bank-port': { type: 'string', default: '7443' },
    'bank-page-port': { type: 'string', default: '7480' },
  },
})

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const running: { child: ChildProcess; ended: Promise<unknown> }[] = []
let stopping = false

/** Starts a process of its own, and waits for its word that it is ready. */
async function start(name: string, main: string, env: Record<string, string>, isReady: RegExp): Promise<string[]> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.unshift({ child, ended: new Promise(done => child.once('exit', done)) })
  return new Promise(ready => {
    let said = ''
    child.once('exit', () => void stop(1, `${name} has ended`))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000)
      const found = isReady.exec(said)
      if (found !== null) ready(found)
    })
  })
}

/** The server first, then the bank; a second signal changes nothing. */
async function stop(exitCode: number, why?: string): Promise<void> {
  if (stopping) return
  stopping = true
  if (why !== undefined) process.stderr.write(`rehearsal: ${why}\n`)
  for (const { child, ended } of running) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (!hasEnded && child.kill('SIGTERM')) await ended
  }
  process.exit(exitCode)
}

async function rehearse(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = await secretIn(folder)
  const bankSettings = {
    BANK_FOLDER: join(folder, 'bank'),
    BANK_PORT: options['bank-port'],
    BANK_CONTROL_PORT: options['bank-page-port'],
  }
  const bankWord = /ready at (\S+), control and page at (\S+)/
  const [, bankUrl = '', bankPage = ''] = await start(
    'the bank',
    fileAt('../../../../bank/src/main.ts'),
    bankSettings,
    bankWord,
  )
  const settings = {
    TRILHO_ENV: 'production',
    TRILHO_DATA: folder,
    TRILHO_SECRET: secret,
    PORT: options.port,
    LOG_LEVEL: 'warn',
  }
  const [, url = ''] = await start('the server', fileAt('../../main.ts'), settings, /is ready at (\S+)/)
  await useDatabase({ DATABASE_URL: '', TRILHO_DATA: folder }, 'trilho rehearsal', async sql => {
    const needs = {
      sql,
      clock: (await databaseClock(sql)).now,
      storageKey: deriveKey(await readServerSecret(sql, { TRILHO_SECRET: secret }), 'stored secrets'),
    }
    return prepareRehearsal(needs, { folder, url, bankUrl, bankPage })
  })
  await untilBankKnowsUs(bankPage)
  process.stdout.write(welcome(url, bankPage))
}

/** The worker registers the callback and return URLs at the bank some seconds after the start. */
async function untilBankKnowsUs(bankPage: string): Promise<void> {
  const listed = async (what: string) => Object.values((await (await fetch(`${bankPage}/${what}`)).json()) as object)
  const isKnownToAll = async () =>
    new Set((await listed('webhooks')).map((one: { partner?: string }) => one.partner)).size >= dialectNames.length
  for (let look = 0; look < 240; look++) {
    if ((await isKnownToAll()) && (await listed('initiation-configs')).length > 0) return
    await sleep(250)
  }
  throw new Error('the server has not registered its callback URL at the bank')
}

/** The server's secret, made by the first start. */
async function secretIn(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  const made = randomBytes(32).toString('base64url')
  await writeFile(path, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(path, 'utf8')
}

const welcome = (url: string, bankPage: string) => `
The rehearsal is ready: production at ${url}, connected to a simulated bank
  portal      ${url}/portal
  the bank    ${bankPage}, where codes are paid
  access      ${options.folder}/rehearsal.json (key of a merchant, logins of its owner and of an operator, and under
              "banks" a merchant at each of the other banks)

Next: "Rehearsing" in docs/banks.md has a charge, a payout and a refund to copy. Ctrl-C stops both.
`

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))

try {
  await rehearse(resolve(options.folder))
} catch (error) {
  await stop(1, (error as Error).message)
}
