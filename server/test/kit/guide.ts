import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { cleanUp } from './clean-up.ts'
import { endOnceWeEnd, killGroup } from './once-we-end.ts'
import { inTime, patienceMs } from './patience.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const guides = join(repository, 'docs/guides')

/** The server's URL in the guides. */
const writtenAddress = 'http://127.0.0.1:3000'

/** What a fence may be: run in the guide's shell, saved under the name in its first line, or shown as the answer. */
const kinds = {
  sh: 'run',
  js: 'save',
  python: 'save',
  php: 'save',
  go: 'save',
  json: 'show',
  text: 'show',
} as const

export type Block = {
  language: keyof typeof kinds
  kind: (typeof kinds)[keyof typeof kinds]
  text: string
  line: number
}

export const guideNames = async (language: 'en' | 'pt') =>
  (await readdir(join(guides, language))).map(name => name.replace(/\.md$/, '')).sort()

export const readGuide = (language: 'en' | 'pt', name: string) => readFile(join(guides, language, `${name}.md`), 'utf8')

/** Every code block in its order. A block that would be neither run nor compared is an error. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const fences = lines.flatMap((text, index) => (/^\s*(```|~~~)/.test(text) ? [{ text, index }] : []))
  const blocks: Block[] = []
  for (let i = 0; i < fences.length; i += 2) {
    const [open, close] = [fences[i], fences[i + 1]]
    const language = open?.text.slice(3) ?? ''
    if (open === undefined || close?.text !== '```' || !(language in kinds))
      throw new Error(
        `line ${(open?.index ?? 0) + 1}: a fence must be one of ${Object.keys(kinds).join(', ')}, and end`,
      )
    const known = language as keyof typeof kinds
    const text = lines.slice(open.index + 1, close.index).join('\n')
    blocks.push({ language: known, kind: kinds[known], text, line: open.index + 2 })
  }
  return blocks
}

/** The name in the first line of a file: `// pay.mjs`, `# receive.py`, `<?php // receive.php`. */
export const fileNameOf = (block: Block): string =>
  /^(?:<\?php )?(?:\/\/|#) ([\w-]+\.\w+)$/.exec(block.text.split('\n')[0] ?? '')?.[1] ?? ''

/** The shells of all guides, each with the processes it started: they run until the tests end. */
export function openShells() {
  const shells: { pid: number; callOff: () => void }[] = []
  cleanUp(() =>
    shells.forEach(({ pid, callOff }) => {
      killGroup(pid)
      callOff()
    }),
  )
  return (cwd: string, script: string) => {
    // The reader does not have the settings and profiles of the person who runs the tests.
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TRILHO_'))
    const env = { ...Object.fromEntries(others), XDG_CONFIG_HOME: cwd }
    const shell = spawn('bash', [script], { cwd, env, detached: true, stdio: 'ignore' })
    const pid = shell.pid ?? 0
    shells.push({ pid, callOff: endOnceWeEnd(pid) })
    return new Promise<number | null>((resolve, reject) => shell.once('error', reject).once('exit', resolve))
  }
}

/** The ports on which receivers of the guides listen. Another test run on this machine may still use them. */
export async function waitForPorts(markdown: string): Promise<void> {
  const ports = new Set([...markdown.matchAll(/127\.0\.0\.1:(4\d{3})/g)].map(([, port]) => Number(port)))
  const refuse = async (port: number) => {
    if (await isTaken(port)) throw new Error(`port ${port} is taken: a guide needs it`)
  }
  for (const port of ports) await vi.waitFor(() => refuse(port), { timeout: patienceMs, interval: 200 })
}

const isTaken = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

type Place = { url: string; data: string; folder: string; runShell: ReturnType<typeof openShells> }

/**
 * Does what a guide says, as a reader in the folder of a clone would: one shell from the first command to the last, the
 * files saved beside it. Returns the output of each command block, by its line.
 */
export async function followGuide(blocks: Block[], { url, data, folder, runShell }: Place) {
  await mkdir(folder)
  await symlink(data, join(folder, '.trilho'))
  for (const name of ['node_modules', 'package.json']) await symlink(join(repository, name), join(folder, name))
  const here = (text: string) => text.replaceAll(writtenAddress, url)
  for (const block of blocks.filter(({ kind }) => kind === 'save'))
    await writeFile(join(folder, fileNameOf(block)), `${here(block.text)}\n`)

  const commands = blocks.filter(({ kind }) => kind === 'run')
  const script = commands.map(({ text, line }) => `echo ${line} > last-line\n{\n${here(text)}\n} > ${line}.out 2>&1`)
  await writeFile(join(folder, 'guide.sh'), `set -euo pipefail\n${script.join('\n')}\n`)
  const said = () => {
    const line = readFileSync(join(folder, 'last-line'), 'utf8').trim()
    return `its line ${line}, which has said: ${readFileSync(join(folder, `${line}.out`), 'utf8')}`
  }
  const code = await inTime('the end of a guide', runShell(folder, 'guide.sh'), said)

  const printed = new Map<number, string>()
  for (const { line } of commands) {
    const text = await readFile(join(folder, `${line}.out`), 'utf8').catch(() => '')
    printed.set(line, text.replaceAll(url, writtenAddress))
  }
  if (code === 0) return printed
  const line = Number(await readFile(join(folder, 'last-line'), 'utf8'))
  throw new Error(`the commands in line ${line} ended with ${code} and said:\n${printed.get(line)}`)
}

/** Whether an output matches the guide. `…` matches anything, alone in a line it matches more fields. */
export function isShown(shown: Block, printed: string): boolean {
  if (shown.language === 'text') return pattern(shown.text).test(printed.trim())
  const readable = shown.text.replace(/^(\s*)…$/gm, '$1"…": "…"').replace(/: …/g, ': "…"')
  return isLike(JSON.parse(readable), JSON.parse(printed))
}

const pattern = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('[^]*')}$`,
  )

function isLike(shown: unknown, actual: unknown): boolean {
  if (shown === '…') return true
  if (typeof shown === 'string') return typeof actual === 'string' && pattern(shown).test(actual)
  if (typeof shown !== 'object' || shown === null) return shown === actual
  if (typeof actual !== 'object' || actual === null || Array.isArray(shown) !== Array.isArray(actual)) return false
  const { '…': more, ...expected } = shown as Record<string, unknown>
  const given = actual as Record<string, unknown>
  const names = Object.keys(expected)
  if (more === undefined && names.length !== Object.keys(given).length) return false
  return names.every(name => name in given && isLike(expected[name], given[name]))
}
