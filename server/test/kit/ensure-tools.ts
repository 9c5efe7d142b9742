import { spawnSync } from 'node:child_process'
import { chromiumPath } from './chromium.ts'

const answers = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** The tools that each tier needs besides npm's packages. `node ensure-tools.ts <tier>` checks them. */
// biome-ignore format: a table is read in columns
const tools = [
  { package: 'chromium',                tiers: ['quick', 'long'], isNeeded: true,  isThere: () => chromiumPath('whole') !== null, hint: ' or set CHROMIUM to its path' },
  { package: 'chromium-headless-shell', tiers: ['quick', 'long'], isNeeded: false, isThere: () => chromiumPath('shell') !== null, hint: '' }, // slower without
  { package: 'curl',                    tiers: ['long'],          isNeeded: true,  isThere: () => answers('curl', '--version'),    hint: '' },
  { package: 'python3',                 tiers: ['long'],          isNeeded: true,  isThere: () => answers('python3', '--version'), hint: '' },
  { package: 'php-cli',                 tiers: ['long'],          isNeeded: true,  isThere: () => answers('php', '--version'),     hint: '' },
  { package: 'golang-go',               tiers: ['long'],          isNeeded: true,  isThere: () => answers('go', 'version'),        hint: '' },
]

// Installs missing Debian packages if allowed; otherwise prints what to install.
const tier = process.argv[2] ?? 'long'
const missing = tools.filter(tool => tool.tiers.includes(tier) && !tool.isThere())
if (missing.length > 0 && process.getuid?.() === 0 && answers('apt-get', '--version')) {
  process.stdout.write(`The tests need ${missing.map(tool => tool.package).join(', ')}: installing with apt-get.\n`)
  run('apt-get', ['update', '-qq'])
  // One by one: not every system has all of them.
  for (const tool of missing) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', tool.package])
}
for (const { package: name, hint } of missing.filter(tool => tool.isNeeded && !tool.isThere())) {
  process.stderr.write(`The tests need ${name}. Install it (Debian, Ubuntu: sudo apt-get install ${name})${hint}.\n`)
  process.exitCode = 1
}

// Most Go releases compile their standard library on first use, which takes a minute: do it before a test waits.
if (tier === 'long' && answers('go', 'version')) run('go', ['build', 'net/http'])
