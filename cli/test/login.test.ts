import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { atTerminal, cliScript, hasTerminal, openCli } from './kit/cli.ts'

const { url, newMerchant } = await openTrilho()
const merchant = await newMerchant({ balance: '100' })
const { accessKey, secret } = merchant

const configOf = (home: string) => join(home, 'config/trilho/config.json')
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test.runIf(hasTerminal)(
  'login asks at a terminal, shows nothing of the secret, and keeps it where nobody else can read it',
  async () => {
    const cli = await openCli()
    const screen = await atTerminal(
      cli.env,
      [`${process.execPath} ${cliScript} login`],
      [
        ['Address of the server', url],
        ['Access key', accessKey],
        ['Secret', secret],
      ],
    )
    expect(screen).toContain('Logged in at')
    expect(screen).not.toContain(secret)
    expect(JSON.parse(await readFile(configOf(cli.home), 'utf8')).profiles.default.secret).toBe(secret)
    expect(await modeOf(configOf(cli.home))).toBe(0o600)
    expect(await modeOf(join(cli.home, 'config/trilho'))).toBe(0o700)
  },
)

test('a secret is piped in, tested before it is stored, and never printed', async () => {
  const cli = await openCli()
  const wrong = await cli.run(['login', '--url', url, '--access-key', accessKey], { input: 'no-secret-of-ours' })
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('AccessKeyUnauthorized')])
  expect(wrong.err).toMatch(/request [\da-f-]{36}/)
  expect((await cli.run(['balance'])).code).toBe(3)
  const { out, err } = await cli.logIn({ url, accessKey, secret })
  const listed = await cli.run(['profiles', 'list', '--json'])
  expect(`${out}${err}${wrong.err}${listed.out}`).not.toContain(secret)
  expect(await cli.json('balance')).toMatchObject({ available: '100.000000' })
})

test('a secret is no argument', async () => {
  const cli = await openCli()
  const { code, err } = await cli.run(['login', '--url', url, '--access-key', accessKey, '--secret', secret])
  expect([code, err]).toEqual([2, expect.stringContaining('There is no option --secret')])
})

test('there can be several profiles with one current; --profile and TRILHO_PROFILE take precedence', async () => {
  const cli = await openCli()
  const other = await newMerchant({ balance: '7' })
  const pair = [
    ['bakery', merchant],
    ['books', other],
  ] as const
  for (const [name, key] of pair)
    await cli.run(['login', '--profile', name, '--url', url, '--access-key', key.accessKey], { input: key.secret })
  const available = async (args: string[], env = {}) =>
    JSON.parse((await cli.run(['balance', '--json', ...args], { env })).out).available
  const machine = { TRILHO_URL: url, TRILHO_ACCESS_KEY: accessKey, TRILHO_SECRET: secret }
  const read = [
    available([]),
    available(['--profile', 'bakery']),
    available([], { TRILHO_PROFILE: 'bakery' }),
    available([], machine),
    available(['--profile', 'books'], machine),
  ]
  const [bakery, books] = ['100.000000', '7.000000']
  expect(await Promise.all(read)).toEqual([books, bakery, bakery, bakery, books])

  await cli.json('profiles', 'use', 'bakery')
  expect(await cli.json('profiles', 'list')).toMatchObject([{ name: 'bakery', isCurrent: true }, { name: 'books' }])
  await cli.json('logout')
  expect(await readFile(configOf(cli.home), 'utf8')).not.toContain(secret)
  await cli.json('profiles', 'remove', 'books')
  expect(await cli.json('profiles', 'list')).toEqual([])
  expect((await cli.run(['profiles', 'use', 'books'])).code).toBe(1)
})

test('--sandbox uses the keys that npm start wrote to the folder or a parent', async () => {
  const cli = await openCli()
  expect((await cli.run(['login', '--sandbox'], { cwd: cli.home })).code).toBe(3)
  await mkdir(join(cli.home, '.trilho'))
  await mkdir(join(cli.home, 'src'))
  await writeFile(join(cli.home, '.trilho/sandbox.json'), JSON.stringify({ url, accessKey, secret, portal: {} }))
  const { code, out } = await cli.run(['login', '--sandbox'], { cwd: join(cli.home, 'src') })
  expect([code, out]).toEqual([0, expect.stringContaining('profile sandbox')])
  expect((await cli.run(['balance'])).code).toBe(0)
})
