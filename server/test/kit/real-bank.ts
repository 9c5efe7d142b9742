import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BankSettings } from '../../src/money/rails/bacen-pix/settings.ts'
import { ensureCallbackUrls } from '../../src/operations/banks/ensure-callback-urls.ts'
import { connectBank } from '../../src/money/rails/connect-bank.ts'
import { type Answer, call } from './api-client.ts'
import { childEnv } from './child-env.ts'
import { cleanUp } from './clean-up.ts'
import { endOnceWeEnd } from './once-we-end.ts'
import type { Trilho } from './trilho.ts'

// The bank is a separate process, known by its URLs and by the files it gives its partners.
const main = fileURLToPath(new URL('../../../bank/src/main.ts', import.meta.url))

export type RealBank = Awaited<ReturnType<typeof startRealBank>>

/** A bank that uses the real protocol, over TLS; it exits with the file that started it. */
export async function startRealBank() {
  const folder = await mkdtemp(join(tmpdir(), 'trilho-bank-'))
  let running = await spawnBank(folder, '0', '0')
  cleanUp(async () => {
    running.child.kill('SIGKILL')
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
    /** Kills it and starts it again on the same ports, as after a fault. */
    async restart() {
      running.child.kill('SIGKILL')
      await new Promise(resolve => running.child.once('exit', resolve))
      running = await spawnBank(folder, new URL(url).port, new URL(controlUrl).port)
    },
    /** New credentials of a partner, which replace those before; `settingsOf` has them. */
    renew: (dialect: keyof typeof addresses) => control('POST', `/partners/${dialect}/renew`),
    /** A file that the bank has given a partner. */
    fileOf: (dialect: keyof typeof addresses, name: string) => join(folder, 'partners', dialect, name),
    /** The settings to connect to this bank, in one of its dialects. */
    settingsOf: (dialect: keyof typeof addresses) => settingsOf({ folder, url, dialect }),
    /** A connection in each dialect, with its callback URLs registered; Efí is the default one. */
    async connectAll(needs: Trilho['needs']) {
      const to = (dialect: keyof typeof addresses, isDefault = false) =>
        connect({ needs, folder, url, dialect, isDefault })
      const connections = {
        efi: await to('efi', true),
        standard: await to('standard'),
        inter: await to('inter'),
        sicoob: await to('sicoob'),
      }
      while ((await ensureCallbackUrls(needs)) > 0);
      return connections
    },
    /** A connection of a server to this bank, in one of its dialects. */
    connect: (needs: Trilho['needs'], dialect: keyof typeof addresses, isDefault: boolean) =>
      connect({ needs, folder, url, dialect, isDefault }),
  }
}

async function spawnBank(folder: string, port: string, controlPort: string) {
  const env = { ...childEnv, BANK_FOLDER: folder, BANK_PORT: port, BANK_CONTROL_PORT: controlPort }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.once('exit', endOnceWeEnd(child.pid ?? 0))
  const [, url = '', controlUrl = ''] = await readyLine(child)
  return { child, url, controlUrl }
}

const readyLine = (child: ChildProcess) =>
  new Promise<RegExpMatchArray>((resolve, reject) => {
    let output = ''
    child.once('exit', () => reject(new Error(`the bank ended: ${output}`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const match = /ready at (\S+), control and page at (\S+)/.exec(output)
      if (match) resolve(match)
    })
  })

/** The paths of each dialect's resources and token. */
const addresses = {
  standard: { pix: '/v2', token: '/oauth/token', sendsOut: false },
  efi: { pix: '/v2', token: '/oauth/token', sendsOut: true },
  inter: { pix: '/pix/v2', token: '/oauth/v2/token', sendsOut: true },
  sicoob: { pix: '/pix/api/v2', token: '/auth/realms/cooperado/protocol/openid-connect/token', sendsOut: true },
} as const

/** The institutions that speak these dialects; the first is not in the table of institutions. */
const ispbs = { standard: '99999004', efi: '09089356', inter: '00416968', sicoob: '02038232' } as const

type ConnectInput = {
  needs: Trilho['needs']
  folder: string
  url: string
  dialect: keyof typeof addresses
  isDefault: boolean
}

async function settingsOf({
  folder,
  url,
  dialect,
}: Pick<ConnectInput, 'folder' | 'url' | 'dialect'>): Promise<BankSettings> {
  const file = (name: string) => join(folder, 'partners', dialect, name)
  const partner = JSON.parse(await readFile(file('partner.json'), 'utf8')) as Record<string, string>
  const { pix, token, sendsOut } = addresses[dialect]
  return {
    pixUrl: url + pix,
    tokenUrl: url + token,
    payoutUrl: sendsOut ? url : null,
    clientId: partner['clientId'] ?? '',
    clientSecret: partner['clientSecret'] ?? null,
    pixKey: partner['key'] ?? partner['pixKey'] ?? '',
    ispb: ispbs[dialect],
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
    ...(dialect === 'efi' ? { initiation: { url: `${url}/v1`, account: creditedAccount } } : {}),
  }
}

const creditedAccount = {
  agency: '1',
  number: '10000018',
  type: 'TRAN',
  holderName: 'Trilho',
  holderTaxNumber: '11222333000181',
} as const

async function connect({ needs, dialect, isDefault, ...at }: ConnectInput) {
  const settings = await settingsOf({ ...at, dialect })
  const { id } = await connectBank(needs, { name: dialect, dialect, isDefault, settings })
  return id
}
