import { spawnSync } from 'node:child_process'
import { chromiumPath } from './chromium.ts'

/** Before the tests: a browser must be there. Installs Debian's Chromium where it is missing and may be installed. */
const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0
const isRoot = process.getuid?.() === 0
const hasApt = spawnSync('apt-get', ['--version']).status === 0

if (chromiumPath() === null && isRoot && hasApt) {
  process.stdout.write('The browser tests need Chromium: installing it with apt-get.\n')
  if (run('apt-get', ['update', '-qq'])) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
}
if (chromiumPath() === null) {
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium) or set CHROMIUM to its path.\n',
  )
  process.exitCode = 1
}
