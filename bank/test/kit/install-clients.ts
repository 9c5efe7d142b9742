import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const clients = fileURLToPath(new URL('../clients', import.meta.url))
/** Not beside the packages of npm, which empties its folder when it installs. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/trilho-python', import.meta.url))
const lastChange = (file: string) => statSync(join(clients, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Inter publishes its own client on GitHub only, without releases. */
export const interSdk =
  process.env['TRILHO_INTER_SDK'] ??
  'https://github.com/inter-co/pj-sdk-python/archive/594744c905ca402d9771f943753420ce334eb594.tar.gz'

/** A file of a package that banks publish; the packages are installed when they are first needed. */
export function fileOfPackage(path: string): string {
  if (lastChange('package-lock.json') > lastChange('node_modules/.package-lock.json'))
    execFileSync('npm', ['ci', '--silent'], { cwd: clients })
  return join(clients, 'node_modules', path)
}

type Python = { path: string } | { missing: string }

/** A Python with the pinned packages and perhaps one more, kept for the next run; or why there is none. */
export function pythonWith(source: string | null): Python {
  if (spawnSync('python3', ['--version']).status !== 0) return { missing: 'python3 is not installed' }
  const requirements = join(clients, 'requirements.txt')
  const environment = join(cache, checksum(readFileSync(requirements)))
  const path = join(environment, 'bin/python')
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--retries', '1', '--timeout', '10']
  mkdirSync(dirname(environment), { recursive: true })
  return (
    once(environment, 'complete', [
      ['python3', ['-m', 'venv', '--clear', environment]],
      [path, [...pip, '--requirement', requirements]],
    ]) ??
    (source === null ? null : once(environment, checksum(source), [[path, [...pip, source]]])) ?? { path }
  )
}

const checksum = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16)

/** What was complete once is not done again. Null: it is complete. */
function once(environment: string, mark: string, steps: [string, string[]][]): { missing: string } | null {
  if (existsSync(join(environment, mark))) return null
  for (const [command, args] of steps) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) return { missing: `${args.at(-1)} cannot be installed: ${stderr.trim().split('\n').at(-1)}` }
  }
  writeFileSync(join(environment, mark), '')
  return null
}
