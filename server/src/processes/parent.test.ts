import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { runProcesses } from './parent.ts'

const child = fileURLToPath(new URL('../../test/fixtures/serving-child.ts', import.meta.url))
const place = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', port: 1, url: 'http://127.0.0.1:1' }

/** A parent in this process, with children that only say that they serve. */
async function startParent(count: number, startSeconds?: number) {
  cluster.setupPrimary({ exec: child, execArgv: [], args: [] })
  const said: string[] = []
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0)
  let isEnding = false
  let endAll: () => Promise<unknown> = async () => {}
  const life = {
    onEnd: (step: () => Promise<unknown>) => void (endAll = step),
    isEnding: () => isEnding,
    end: async () => {},
  }
  onTestFinished(async () => {
    isEnding = true
    await endAll()
    written.mockRestore()
  })
  const replaceAll = await runProcesses(readConfig({}), place, count, life, startSeconds)
  return { said, replaceAll }
}

const servingPids = () => Object.values(cluster.workers ?? {}).flatMap(worker => worker?.process.pid ?? [])

test('a process that the system does not start is tried again until it does, and meanwhile those that serve stay', async () => {
  const { said, replaceAll } = await startParent(2)
  const before = servingPids()
  const execPath = process.execPath
  onTestFinished(() => {
    process.execPath = execPath
    vi.unstubAllEnvs()
  })

  process.execPath = '/nowhere/node'
  process.kill(before[1] ?? 0, 'SIGKILL')
  await expect.poll(() => said.join('')).toContain('process 2 could not be started: spawn /nowhere/node ENOENT')
  process.execPath = execPath
  // More than an environment can hold: told by a throw, not by an event.
  vi.stubEnv('TOO_LONG', 'x'.repeat(200_000))
  await expect.poll(() => said.join('')).toContain('process 2 could not be started: spawn E2BIG')
  await replaceAll()
  expect(said.at(-1)).toContain('process 1 did not start anew')
  expect(servingPids()).toEqual(before.slice(0, 1))
  vi.unstubAllEnvs()
  await expect.poll(servingPids).toHaveLength(2)
  await replaceAll()
  expect(said.at(-1)).toContain('2 processes were replaced')
})

test('one that is to follow another and never gets ready is ended, and the one before goes on', async () => {
  const { said, replaceAll } = await startParent(2, 1)
  const before = servingPids()
  vi.stubEnv('SAYS_NOTHING', 'yes')
  onTestFinished(() => void vi.unstubAllEnvs())
  await replaceAll()
  expect(said).toEqual([
    'trilho: process 1 was not ready within 1 s, and is ended\n',
    'trilho: process 1 did not start anew: the one before goes on\n',
  ])
  await expect.poll(servingPids).toEqual(before)
})
