import { spawn } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { childEnv } from '../../../test/kit/child-env.ts'
import { startRealBank } from '../../../test/kit/real-bank.ts'
import { dataFolder, spawnServer } from '../../../test/kit/server-process.ts'

const script = fileURLToPath(new URL('setup.ts', import.meta.url))
const folder = await dataFolder()
const bank = await startRealBank()

/** `npm run setup` on one data folder, with these answers typed. */
async function setup(answers: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], {
    env: { ...childEnv, TRILHO_DATA: folder, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stderr.setEncoding('utf8').on('data', text => (errors += text))
  child.stdin.end(answers.map(answer => `${answer}\n`).join(''))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, output, errors }
}

const productionEnv = async () =>
  Object.fromEntries(
    (await readFile(join(folder, 'production.env'), 'utf8'))
      .trim()
      .split('\n')
      .map(line => line.split('=')),
  ) as Record<string, string>

/** The file that docs/banks.md describes, in the folder that the bank gave its partner. */
async function bankFile(): Promise<string> {
  const { pixUrl, tokenUrl, clientId, clientSecret, pixKey, ispb, payoutUrl } = await bank.settingsOf('efi')
  const path = bank.fileOf('efi', 'bank.json')
  const file = { name: 'Efí', dialect: 'efi', default: true, pixUrl, tokenUrl, payoutUrl, clientId, clientSecret }
  const rest = { pixKey, ispb, certificates: [{ pfx: 'certificate.pfx', passphrase: '' }], ca: 'ca.pem' }
  await writeFile(path, JSON.stringify({ ...file, ...rest }))
  return path
}

test('setup leads from nothing to a server with a secret, an operator and a bank, says what is left, and can be repeated', async () => {
  const first = await setup(['first@example.com', 'Olívia Prado', ''])
  expect([first.code, first.errors]).toEqual([0, ''])
  expect(first.output).toContain('/portal/link/')
  expect(first.output).toMatch(/Left: no bank is connected/)
  expect((await stat(join(folder, 'production.env'))).mode & 0o777).toBe(0o600)
  const env = await productionEnv()
  expect(env).toEqual({ TRILHO_ENV: 'production', TRILHO_SECRET: expect.stringMatching(/^.{43}$/) })
  expect(first.output).not.toContain(env['TRILHO_SECRET'])

  const again = await setup([await bankFile()])
  expect([again.code, again.errors]).toEqual([0, ''])
  expect(again.output).toContain('There is one.')
  expect(again.output).toContain('Efí is connected.')
  expect(again.output).toMatch(/fine {2}/)
  expect(again.output).toContain('Ready for the first merchant')
  expect(await productionEnv()).toEqual(env)
})

test('a bank is connected by its name: setup asks only what that bank needs, and says what fails', async () => {
  const files = [bank.fileOf('bb', 'certificate.pem'), bank.fileOf('bb', 'certificate.key')]
  const answers = ['', 'bb', 't', 'client-1', 'secret-1', 'application-1', 'pix@bb.test', ...files]
  const { code, output } = await setup(answers, { TRILHO_DATA: await dataFolder() })
  expect([code, output.match(/Banco do Brasil is connected/)?.length]).toEqual([0, 1])
  for (const question of ['Client secret:', 'Application key:', "The account's Pix key:"])
    expect(output).toContain(question)
  for (const question of ['Address of the Pix API', 'ISPB', 'Account number']) expect(output).not.toContain(question)
  expect(output).toMatch(/FAILS {2}.*https:\/\/\S+bb\.com\.br/)
})

test('a fresh production server says that no bank is connected and no operator exists, and what to do', async () => {
  const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'y'.repeat(40), TRILHO_DATA: await dataFolder() }
  const server = await spawnServer(settings)
  await server.ready()
  expect(server.output()).toMatch(/npm run setup: no operator exists.*; no bank is connected.*BankNotConnected/)
  await server.kill('SIGTERM')
})
