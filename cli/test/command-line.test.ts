import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { help } from '../src/command-line/help.ts'
import { parse } from '../src/command-line/parse.ts'
import { shells } from '../src/command-line/complete.ts'
import { chapters } from '../src/commands.ts'
import { eventNames } from '../src/webhooks/event-names.ts'
import { hasTerminal, openCli } from './kit/cli.ts'

const cli = await openCli()
const commands = chapters.flatMap(chapter => chapter.commands)
const isThere = (shell: string) => spawnSync(shell, ['--version']).error === undefined
const nowhere = { TRILHO_URL: 'http://127.0.0.1:9', TRILHO_ACCESS_KEY: 'key', TRILHO_SECRET: 'secret' }

const lines = [
  [['--help'], 0, 'A first payment', ''],
  [['help', 'webhooks', 'resend'], 0, 'trilho webhooks resend [id]', ''],
  [['--version'], 0, '0.2.0', ''],
  [['transations'], 2, '', 'Did you mean: trilho transactions'],
  [['cash-in', '1.000,50'], 2, '', 'is no amount'],
  [['listen', '--since', 'yesterday'], 2, '', 'is no moment'],
  [['balance'], 3, '', 'trilho login'],
  [['--profile', 'nobody', 'balance'], 3, '', 'There is no profile "nobody"'],
] as const

test('every command exits with its documented code, without colours in pipes', async () => {
  const ended = await Promise.all(lines.map(([args]) => cli.run([...args])))
  for (const [at, [args, code, out, err]] of lines.entries())
    expect([args, ended[at]]).toEqual([
      args,
      { code, out: expect.stringContaining(out), err: expect.stringContaining(err) },
    ])
  expect(ended.map(({ out, err }) => out + err).join('')).not.toContain('\u001B')
})

test.each([
  ['--verbose', 'A command is missing.', 'trilho --help lists them all.'],
  ['transactions lsit', 'There is no command "transactions lsit".', 'Did you mean: trilho transactions list'],
  ['cash-in 10 --ordr x', 'There is no option --ordr here.', 'Did you mean: --order'],
  ['cash-in 10 --order --qr', '--order needs a value: --order ID', 'trilho cash-in --help explains it.'],
  ['cash-in 10 --qr=yes', '--qr takes no value.', 'trilho cash-in --help explains it.'],
  ['cash-in', '<amount> is missing: in reais: 10.50.', 'For example: trilho cash-in 10.50 --qr --wait'],
  ['cash-in 10 20', '"20" is one word too many.', 'For example: trilho cash-in 10.50 --qr --wait'],
  ['transactions list --state complete', '--state cannot be "complete".', 'Did you mean: Completed'],
  ['completion powershell', '<shell> cannot be "powershell".', 'It is one of: bash, zsh, fish'],
])('trilho %s gets an error that says what is wrong and what was meant', (typed, message, hint) => {
  expect(() => parse(commands, typed.split(' '))).toThrow(
    expect.objectContaining({ exit: 'wrongUsage', message, hint }),
  )
})

test.each([...new Set(commands.flatMap(({ name }) => [name, name.split(' ')[0] ?? '']))])(
  'trilho %s --help teaches',
  name => {
    const parsed = parse(commands, [...name.split(' '), '--help'])
    expect(parsed).toEqual({ kind: 'help', topic: name })
    expect(help(chapters, name, (_, text) => text)).toContain(`trilho ${name}`)
  },
)

test('an absent server is distinguished from one that refuses, in JSON too', async () => {
  const { code, out, err } = await cli.run(['balance', '--json'], { env: nowhere })
  expect([code, out]).toEqual([4, ''])
  expect(JSON.parse(err).error).toMatchObject({
    exitCode: 4,
    reason: 'ConnectionFailed',
    requestId: expect.any(String),
  })
})

test('a pipe that closes ends it quietly', () => {
  const script = `${process.execPath} bin/trilho.js --help | head -1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect([stdout.split('\n')[1], stderr]).toEqual(['0', ''])
})

test.runIf(hasTerminal)('colours are used only in terminals, and not with NO_COLOR', () => {
  const onScreen = (env: object) =>
    execFileSync('script', ['-qec', `${process.execPath} bin/trilho.js --help`, '/dev/null'], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...cli.env, ...env },
      encoding: 'utf8',
    })
  expect([onScreen({}).includes('\u001B['), onScreen({ NO_COLOR: '1' }).includes('\u001B[')]).toEqual([true, false])
})

test.each(shells)('the completion for %s is a script of it', async shell => {
  const { code, out } = await cli.run(['completion', shell])
  expect(code).toBe(0)
  for (const { name } of commands) expect(out).toContain(name.split(' ').at(-1))
  const written = join(cli.home, shell)
  writeFileSync(written, out)
  if (isThere(shell))
    expect(spawnSync(shell, ['-n', written], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('bash completes commands, options and their values', async () => {
  const { out } = await cli.run(['completion', 'bash'])
  const complete = (typed: string) => {
    const words = ['trilho', ...typed.split(' ')]
    const ask = `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _trilho; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', `${out}\n${ask}`], { encoding: 'utf8' })
      .trim()
      .split('\n')
  }
  expect(complete('ca')).toEqual(['cash-in', 'cash-out', 'cancel'])
  expect(complete('transactions ')).toEqual(['list', 'show'])
  expect(complete('transactions list --st')).toEqual(['--state'])
  expect(complete('transactions list --state Re')).toEqual(['Registered', 'Reversed', 'Refunded'])
  expect(complete('transactions list --state Registered --li')).toEqual(['--limit'])
  expect(complete('completion ')).toEqual([...shells, '--profile', '--json', '--help'])
})

test.skipIf(!isThere('fish'))('fish completes them, too', async () => {
  const { out } = await cli.run(['completion', 'fish'])
  const complete = (typed: string) =>
    spawnSync('fish', ['-c', `${out}\ncomplete -C 'trilho ${typed}'`], { env: cli.env, encoding: 'utf8' })
  expect(complete('cash-')).toMatchObject({
    stdout: expect.stringMatching(/^cash-in\t.*\ncash-out\t.*\n$/),
    stderr: '',
  })
  expect(complete('transactions list --state Reg').stdout).toContain('Registered')
})

test('the events that listen knows are those of the API reference, and the README lists every command', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
  expect([...eventNames].sort()).toEqual(Object.keys(JSON.parse(read('../../openapi.json')).webhooks).sort())
  const listed = Array.from(
    read('../README.md').matchAll(/^\| `trilho ([a-z -]+?)(?: [<[-].*?)?`/gm),
    ([, name]) => name,
  )
  expect(listed.sort()).toEqual(commands.map(({ name }) => name).sort())
})
