import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { openCli } from './kit/cli.ts'

const folder = join(import.meta.dirname, '..')

test('a package runs outside the repository, with the installed Node, and calls a server', async () => {
  const { url, newMerchant } = await openTrilho()
  const merchant = await newMerchant({ balance: '12.34' })
  const place = await mkdtemp(join(tmpdir(), 'trilho-package-'))
  cleanUp(() => rm(place, { recursive: true, force: true }))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', place], { cwd: folder })
  execFileSync('tar', ['xzf', join(place, 'trilho-cli-0.2.0.tgz'), '-C', place])
  const cli = await openCli({ script: join(place, 'package/bin/trilho.js'), program: nodeOfThisMachine() })
  await cli.logIn({ url, accessKey: merchant.accessKey, secret: merchant.secret })
  expect(await cli.json('balance')).toMatchObject({ available: '12.340000' })
  const { transaction } = await cli.json('cash-in', '1')
  expect((await cli.run(['qr', transaction.id])).out).toContain('█▀')
})

/** A Node that was not installed with the repository, if there is one: packages must run with Node 20, too. */
function nodeOfThisMachine(): string {
  const path = (process.env.PATH ?? '')
    .split(':')
    .filter(part => !part.includes('node_modules'))
    .join(':')
  const { stdout, status } = spawnSync(
    'sh',
    ['-c', 'command -v node && node -e "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"'],
    {
      env: { PATH: path },
      encoding: 'utf8',
    },
  )
  return status === 0 ? (stdout.trim().split('\n')[0] ?? process.execPath) : process.execPath
}
