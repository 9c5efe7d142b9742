import { spawnSync } from 'node:child_process'
import { type Kind, chromiumPath } from './chromium.ts'

/** Before the tests: a browser must be there. Installs Debian's Chromium where it is missing and may be installed. */
const packages: Record<Kind, string> = { shell: 'chromium-headless-shell', whole: 'chromium' }
const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0
const isRoot = process.getuid?.() === 0
const hasApt = spawnSync('apt-get', ['--version']).status === 0
const missing = (['whole', 'shell'] as const).filter(kind => chromiumPath(kind) === null)

if (missing.length > 0 && isRoot && hasApt) {
  process.stdout.write('The browser tests need Chromium: installing it with apt-get.\n')
  run('apt-get', ['update', '-qq'])
  // One by one: not every system has the shell, and the tests do without it, if more slowly.
  for (const kind of missing) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packages[kind]])
}
if (chromiumPath('whole') === null) {
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium) or set CHROMIUM to its path.\n',
  )
  process.exitCode = 1
}
