import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { BankSettings } from '../../src/money/rails/bacen-pix/settings.ts'
import { sweepPayments } from '../../src/operations/banks/sweep-payments.ts'
import { processCallbacks } from '../../src/operations/banks/callbacks.ts'
import { ensureCallbackUrls } from '../../src/operations/banks/ensure-callback-urls.ts'
import { type DialectName, presets } from '../../src/money/rails/bacen-pix/presets.ts'
import { connectBank } from '../../src/money/rails/connect-bank.ts'
import { dayOf } from '../../src/platform/brazil/sao-paulo.ts'
import { startBank } from '../../../bank/src/start-bank.ts'
import { type Answer, call } from './api-client.ts'
import { childEnv } from './child-env.ts'
import { cleanUp } from './clean-up.ts'
import { endOnceWeEnd } from './once-we-end.ts'
import type { Trilho } from './trilho.ts'
import { inTime, untilDone } from './patience.ts'

// Known only by its URLs and by the files it gives its partners, like a real one.
const main = fileURLToPath(new URL('../../../bank/src/main.ts', import.meta.url))

export type RealBank = Awaited<ReturnType<typeof startRealBank>>

/**
 * A bank that uses the real protocol, over TLS; it ends with the file that started it. It runs in this process, which spares
 * the start of another; `isProcess` is for tests that kill it.
 */
export async function startRealBank({ isProcess = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-bank-'))
  const startAt = isProcess ? spawnBank : runBank
  let running = await startAt(folder, 0, 0)
  cleanUp(async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { url, controlUrl } = running

  async function control(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer['body']> {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await call(controlUrl + path, { method, ...json })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }

  return {
    url,
    control,
    /** Stops it, a process by a kill, and starts it again on the same ports, as after a fault. */
    async restart() {
      await running.stop()
      running = await startAt(folder, Number(new URL(url).port), Number(new URL(controlUrl).port))
    },
    /** New credentials of a partner, which replace those before; `settingsOf` has them. */
    renew: (dialect: DialectName) => control('POST', `/partners/${dialect}/renew`),
    /** A file that the bank has given a partner. */
    fileOf: (dialect: DialectName, name: string) => join(folder, 'partners', dialect, name),
    /** The settings to connect to this bank, in one of its dialects. */
    settingsOf: (partner: string, dialect = partner as DialectName) => settingsOf({ folder, url, partner, dialect }),
    /** The numbers of a partner's contract and account, which a bank wants to register boletos. */
    contractOf: (partner: string) => contractOf(folder, partner),
    /** A connection in each dialect, with its callback URLs registered; Efí is the default one. `hasContracts`: for boletos. */
    async connectAll(needs: Trilho['needs'], { hasContracts = false } = {}) {
      const to = (dialect: DialectName, isDefault = false) =>
        connect({ needs, folder, url, dialect, isDefault, hasContracts })
      const connections = {
        efi: await to('efi', true),
        standard: await to('standard'),
        inter: await to('inter'),
        sicoob: await to('sicoob'),
      }
      await untilDone(() => ensureCallbackUrls(needs))
      return connections
    },
    /** A connection of a server to this bank, in one of its dialects. */
    connect: (needs: Trilho['needs'], dialect: DialectName, isDefault: boolean, { hasContracts = false } = {}) =>
      connect({ needs, folder, url, dialect, isDefault, hasContracts }),
  }
}

/** Time that passes at a server and at its bank together. */
export function sharedTime({ clock, needs }: Pick<Trilho, 'clock' | 'needs'>, { control }: Pick<RealBank, 'control'>) {
  async function passTime(seconds: number) {
    clock.aheadMs += seconds * 1000
    await control('POST', '/clock/advance', { seconds })
  }
  /** What follows is on one day in São Paulo, the next one if this one ends sooner: for tests that compare days. */
  async function stayOnDay(seconds: number) {
    const end = new Date(needs.clock().getTime() + seconds * 1000)
    if (dayOf(end) !== dayOf(needs.clock())) await passTime(seconds)
  }
  /** Sweeps every connection, a minute later. */
  async function sweep() {
    await passTime(61)
    await untilDone(() => sweepPayments(needs))
  }
  /** Processes callbacks until the bank has sent all that it has, and none of them is due; or, with `alsoLater`, none waits at all. */
  async function callbacksDone({ alsoLater = false } = {}) {
    const left = async () => {
      await processCallbacks(needs)
      const callbacks = (await control('GET', '/callbacks?all')) as { state: string; about: string }[]
      const notices = await needs.sql`
        select body from bank_notices where next_step_at is not null and (${alsoLater} or next_step_at <= ${needs.clock()})`
      return [...callbacks.filter(({ state }) => state === 'due').map(({ about }) => about), ...notices]
    }
    await expect.poll(left).toEqual([])
  }
  /** Sends all callbacks about something, such as `payout returned`, once more, and processes them. */
  async function resendCallbacks(about: string) {
    const callbacks = (await control('GET', '/callbacks?all')) as { id: string; about: string }[]
    for (const one of callbacks) if (one.about.startsWith(about)) await control('POST', `/callbacks/${one.id}/resend`)
    await callbacksDone()
  }
  return { passTime, stayOnDay, sweep, callbacksDone, resendCallbacks }
}

type Running = { url: string; controlUrl: string; stop: () => Promise<void> }

const runBank = (folder: string, port: number, controlPort: number): Promise<Running> =>
  startBank({ folder, port, controlPort, callbackAuthorities: [] })

async function spawnBank(folder: string, port: number, controlPort: number): Promise<Running> {
  const env = { ...childEnv, BANK_FOLDER: folder, BANK_PORT: String(port), BANK_CONTROL_PORT: String(controlPort) }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.once('exit', endOnceWeEnd(child.pid ?? 0))
  const [, url = '', controlUrl = ''] = await readyLine(child)
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { url, controlUrl, stop }
}

function readyLine(child: ChildProcess): Promise<RegExpMatchArray> {
  let output = ''
  const isReady = new Promise<RegExpMatchArray>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the bank ended: ${output}`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const match = /ready at (\S+), control and page at (\S+)/.exec(output)
      if (match) resolve(match)
    })
  })
  return inTime('a bank that is ready', isReady, () => `it has said: ${output}`)
}

/** The paths of a bank's production, at the simulated bank. */
function addressesAt(url: string, dialect: DialectName) {
  const { pixUrl, tokenUrl, payoutUrl } = presets[dialect].production
  const pathOf = (address: string, otherwise: string) => (address === '' ? otherwise : new URL(address).pathname)
  return {
    pixUrl: url + pathOf(pixUrl, '/v2'),
    tokenUrl: url + pathOf(tokenUrl, '/oauth/token'),
    payoutUrl: payoutUrl === null ? null : url,
  }
}

type ConnectInput = {
  needs: Trilho['needs']
  folder: string
  url: string
  dialect: DialectName
  isDefault: boolean
  hasContracts: boolean
}

async function settingsOf({
  folder,
  url,
  dialect,
  partner = dialect,
}: Pick<ConnectInput, 'folder' | 'url' | 'dialect'> & { partner?: string }): Promise<BankSettings> {
  const file = (name: string) => join(folder, 'partners', partner, name)
  const given = JSON.parse(await readFile(file('partner.json'), 'utf8')) as Record<string, string>
  return {
    ...addressesAt(url, dialect),
    clientId: given['clientId'] ?? '',
    clientSecret: given['clientSecret'] ?? null,
    pixKey: given['key'] ?? given['pixKey'] ?? '',
    // The standard is of no institution in the table.
    ispb: presets[dialect].ispb || '99999004',
    ...(presets[dialect].asks.includes('applicationKey') ? { applicationKey: given['applicationKey'] ?? '' } : {}),
    certificates:
      dialect === 'efi'
        ? [{ pfx: (await readFile(file('certificate.pfx'))).toString('base64'), passphrase: '' }]
        : [
            {
              cert: await readFile(file('certificate.pem'), 'utf8'),
              key: await readFile(file('certificate.key'), 'utf8'),
            },
          ],
    ca: await readFile(file('ca.pem'), 'utf8'),
    // Tests call a bank more often in a minute than a real one allows.
    limits: {},
    ...(dialect === 'efi'
      ? { boletoUrl: `${url}/v1`, initiation: { url: `${url}/v1`, account: creditedAccount } }
      : {}),
  }
}

const creditedAccount = {
  agency: '1',
  number: '10000018',
  type: 'TRAN',
  holderName: 'Trilho',
  holderTaxNumber: '11222333000181',
} as const

async function contractOf(folder: string, partner: string) {
  const file = join(folder, 'partners', partner, 'partner.json')
  const { clientNumber = '', accountNumber = '' } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  return { clientNumber, accountNumber }
}

const statementScopes =
  'cob.read cob.write cobv.read cobv.write pix.read pix.write webhook.read webhook.write pixpagamentos_escrita pixpagamentos_consulta pixpagamentos_webhook cco_consulta boletos_inclusao boletos_consulta boletos_alteracao'

async function connect({ needs, dialect, isDefault, hasContracts, ...at }: ConnectInput) {
  // Its statement, which shows its balance, is of an account by number.
  const contract =
    hasContracts && dialect === 'sicoob' ? { ...(await contractOf(at.folder, dialect)), scopes: statementScopes } : {}
  const settings = { ...(await settingsOf({ ...at, dialect })), ...contract }
  const { id } = await connectBank(needs, { name: dialect, dialect, isDefault, settings })
  return id
}
