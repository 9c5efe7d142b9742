import { spawnSync } from 'node:child_process'
import { chromiumPath } from './chromium.ts'

const answers = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** The tools that each tier needs besides npm's packages. `node ensure-tools.ts <tier>` checks them, `gate` all of them. */
// biome-ignore format: a table is read in columns
const tools = [
  { package: 'chromium',                tiers: ['quick', 'bank', 'long'], isNeeded: true,  isThere: () => chromiumPath('whole') !== null, hint: ' or set CHROMIUM to its path' },
  { package: 'chromium-headless-shell', tiers: ['quick', 'bank', 'long'], isNeeded: false, isThere: () => chromiumPath('shell') !== null, hint: '' }, // slower without
  { package: 'curl',                    tiers: ['long'],          isNeeded: true,  isThere: () => answers('curl', '--version'),    hint: '' },
  { package: 'python3',                 tiers: ['long'],          isNeeded: true,  isThere: () => answers('python3', '--version'), hint: '' },
  { package: 'python3-venv',            tiers: ['long'],          isNeeded: true,  isThere: () => answers('python3', '-c', 'import ensurepip'), hint: '' },
  { package: 'php-cli',                 tiers: ['long'],          isNeeded: true,  isThere: () => answers('php', '--version'),     hint: '' },
  { package: 'nginx-light',             tiers: ['long'],          isNeeded: true,  isThere: () => answers('/usr/sbin/nginx', '-v'), hint: '' },
  { package: 'caddy',                   tiers: ['long'],          isNeeded: true,  isThere: () => answers('caddy', 'version'),     hint: '' },
  { package: 'prometheus',              tiers: ['long'],          isNeeded: true,  isThere: () => answers('promtool', '--version'), hint: '' },
  { package: 'iproute2',                tiers: [],                isNeeded: false, isThere: () => answers('ip', '-Version'),        hint: '' }, // the gate's network
  { package: 'golang-go',               tiers: ['long'],          isNeeded: true,  isThere: () => answers('go', 'version'),        hint: '' },
]

// Installs missing Debian packages if allowed; otherwise prints what to install.
const tier = process.argv[2] ?? 'long'
const missing = tools.filter(tool => (tier === 'gate' || tool.tiers.includes(tier)) && !tool.isThere())
if (missing.length > 0 && process.getuid?.() === 0 && answers('apt-get', '--version')) {
  process.stdout.write(`The tests need ${missing.map(tool => tool.package).join(', ')}: installing with apt-get.\n`)
  const apt = (...words: string[]) => run('apt-get', ['-qq', '-o', 'Acquire::Retries=3', ...words])
  apt('update')
  // One by one: not every system has all of them.
  for (const tool of missing) apt('install', '-y', '--no-install-recommends', tool.package)
}
for (const { package: name, hint } of missing.filter(tool => tool.isNeeded && !tool.isThere())) {
  process.stderr.write(`The tests need ${name}. Install it (Debian, Ubuntu: sudo apt-get install ${name})${hint}.\n`)
  process.exitCode = 1
}

// Most Go releases compile their standard library on first use, which takes a minute: do it before a test waits.
if (['long', 'gate'].includes(tier) && answers('go', 'version')) run('go', ['build', 'net/http'])
