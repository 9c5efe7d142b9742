import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/*
 * `npm run search`, `npm run search -- <files>`: properties with new seeds, round after round, until one fails or it is ended.
 * A failure prints its seed and path, and the example to keep in its test.
 */

const root = join(import.meta.dirname, '..')
const named = process.argv.slice(2)
const files = named.length > 0 ? named : globSync('{server,portal,bank,sdk,cli}/**/*.property.test.ts', { cwd: root })

for (let round = 1; ; round++) {
  const seed = String(Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`search: round ${round}, SEED=${seed}\n`)
  const { status } = spawnSync('vitest', ['run', '--reporter=dot', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SEED: seed },
  })
  if (status !== 0) process.exit(status ?? 1)
}
