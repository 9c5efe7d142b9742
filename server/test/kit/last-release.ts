import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleanUp } from './clean-up.ts'

/**
 * The release that runs while this one is rolled out beside it. Set anew with every release: it must be in the history of
 * the clone that is tested, and the packages it needs must still be installed.
 */
export const lastRelease = '39412e14c92585d3a5c1b5ac96fc878c4ecb789b'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

export const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-C', repository, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout

/** The code of the last release in a folder of its own, with the packages of this one; answers where its main.ts is. */
export async function checkOutLastRelease(): Promise<string> {
  await git('cat-file', '-e', `${lastRelease}^{commit}`).catch(() => {
    throw new Error(
      `the last release (${lastRelease}) is not in this clone: fetch the whole history (git fetch --unshallow)`,
    )
  })
  const folder = await mkdtemp(join(tmpdir(), 'trilho-release-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'release.tar')
  await git('archive', '--output', archive, lastRelease, 'server', 'package.json')
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'server/src/main.ts')
}
