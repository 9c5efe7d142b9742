import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, runToEnd, type WayToRun } from './postgres-process.ts'

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
export const ignore = (codes: RegExp) => (error: unknown) => {
  if (!codes.test(codeOf(error))) throw error
}

/** Process ids are reused: a file with our pid that is older than this process is not ours. */
export const removeLeftovers = async (home: string) => {
  for (const name of await fs.readdir(home)) {
    const pid = Number(/^postgres\.new-(\d+)/.exec(name)?.[1] ?? 0)
    const path = join(home, name)
    const made = pid > 0 ? await fs.stat(path).catch(ignore(/^ENOENT$/)) : undefined
    if (!made) continue
    const inUse = pid === process.pid ? made.mtimeMs >= performance.timeOrigin : isAlive(pid)
    if (!inUse) await fs.rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Made in a temporary folder and renamed at the end: a kill leaves nothing half-made, and of two starts one wins. */
export const setUpData = async (home: string, data: string, way: WayToRun, initdb: string) => {
  const aside = await fs.mkdtemp(join(home, `postgres.new-${process.pid}-`))
  const [made, password, cluster] = [join(aside, 'made'), join(aside, 'password'), join(aside, 'data')]
  const { uid, gid } = way.owner()
  try {
    await fs.writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    await fs.link(made, join(home, 'postgres-password')).catch(ignore(/^EEXIST$/))
    await fs.copyFile(join(home, 'postgres-password'), password)
    await fs.mkdir(cluster, { mode: 0o700 })
    for (const path of [password, cluster, aside]) await fs.chown(path, uid, gid)
    const access = ['-U', 'trilho', '-A', 'scram-sha-256', `--pwfile=${password}`]
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    await runToEnd(way, initdb, ['-D', cluster, ...access, ...locale])
    await fs.rename(cluster, data).catch(ignore(/^(ENOTEMPTY|EEXIST)$/))
    await using entries = await fs.open(home)
    await entries.sync()
  } catch (error) {
    throw new Error(`PostgreSQL could not be set up in ${home}: ${messageOf(error)}`, { cause: error })
  } finally {
    await fs.rm(aside, { recursive: true, force: true })
  }
}
