import { spawnSync } from 'node:child_process'

const tools = { wrk: 'wrk', pgbench: 'postgresql' } as const

/** wrk and pgbench come from Debian's packages: found, installed if allowed, or reported as missing. */
export function ensureTools(): void {
  for (const [tool, debianPackage] of Object.entries(tools)) {
    if (isThere(tool)) continue
    if (process.getuid?.() === 0 && isThere('apt-get')) {
      process.stdout.write(`installing ${tool} with apt-get\n`)
      spawnSync('apt-get', ['update', '-qq'])
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage])
    }
    if (!isThere(tool))
      throw new Error(`${tool} is needed: install it (Debian, Ubuntu: sudo apt-get install ${debianPackage})`)
  }
}

const isThere = (tool: string) => spawnSync(tool, ['--version']).error === undefined
