import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { followed, runProcesses } from './parent.ts'

const child = fileURLToPath(new URL('../../../test/fixtures/serving-child.ts', import.meta.url))
const place = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', port: 1, url: 'http://127.0.0.1:1' }

/** A parent in this process, with children that only report that they are ready. */
async function startParent(count: number, patience = {}, knows = followed) {
  vi.stubEnv('KNOWS', knows)
  cluster.setupPrimary({ exec: child, execArgv: [], args: [] })
  const said: string[] = []
  const ends: [code: number, why: string | undefined][] = []
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0)
  let isEnding = false
  let endAll: () => Promise<unknown> = async () => {}
  const life = {
    onEnd: (step: () => Promise<unknown>) => void (endAll = step),
    isEnding: () => isEnding,
    isFollowed: () => false,
    end: async (code: number, why?: string) => void ends.push([code, why]),
    giveWay: async () => {},
  }
  onTestFinished(async () => {
    isEnding = true
    await endAll()
    // Other test files run in this process too and have children of their own.
    cluster.removeAllListeners('message')
    written.mockRestore()
    vi.unstubAllEnvs()
  })
  const replaceAll = await runProcesses(readConfig({}), place, count, life, patience)
  return { said, ends, replaceAll }
}

/** Node lists a dead process until its channel has closed, too. */
const servingPids = () =>
  Object.values(cluster.workers ?? {}).flatMap(worker => (worker?.isDead() === false ? (worker.process.pid ?? []) : []))

test('a process that the system does not start is tried again until it does, and meanwhile those that serve stay', async () => {
  const { said, replaceAll } = await startParent(2)
  const before = servingPids()
  const execPath = process.execPath
  onTestFinished(() => {
    process.execPath = execPath
  })

  process.execPath = '/nowhere/node'
  process.kill(before[1] ?? 0, 'SIGKILL')
  await expect.poll(() => said.join('')).toContain('process 2 could not be started: spawn /nowhere/node ENOENT')
  process.execPath = execPath
  // A value too large for an environment is reported by a throw, not by an event.
  vi.stubEnv('TOO_LONG', 'x'.repeat(200_000))
  await expect.poll(() => said.join('')).toContain('process 2 could not be started: spawn E2BIG')
  await replaceAll()
  expect(said.at(-1)).toContain('process 1 did not start anew')
  expect(servingPids()).toEqual(before.slice(0, 1))
  vi.stubEnv('TOO_LONG', undefined)
  await expect.poll(servingPids).toHaveLength(2)
  await replaceAll()
  expect(said.at(-1)).toContain('2 processes were replaced')
})

test('one that is to follow another and never gets ready is ended, and the one before goes on', async () => {
  const { said, replaceAll } = await startParent(2, { startSeconds: 1 })
  const before = servingPids()
  vi.stubEnv('SAYS_NOTHING', 'yes')
  await replaceAll()
  expect(said).toEqual([
    'trilho: process 1 was not ready within 1 s, and is ended\n',
    'trilho: process 1 did not start anew: the one before goes on\n',
  ])
  await expect.poll(servingPids).toEqual(before)
})

test('one that does not know the word by which it is let go is ended by a signal', async () => {
  const { said, replaceAll } = await startParent(1, { endSeconds: 1 }, 'another word')
  const before = servingPids()
  await replaceAll()
  expect(said).toEqual(['trilho: 1 processes were replaced\n'])
  await expect.poll(servingPids).not.toContain(before[0])
  expect(servingPids()).toHaveLength(1)
})

test('a process that is killed during the start is named and replaced, and the server goes on with the others', async () => {
  vi.stubEnv('DIES_AS', 'api')
  const { said, ends } = await startParent(2)
  expect([ends, servingPids().length]).toEqual([[], 1])
  await expect.poll(() => said.join('')).toContain('process 2 ended (SIGKILL): another is started')
  vi.stubEnv('DIES_AS', undefined)
  await expect.poll(servingPids).toHaveLength(2)
})

test('a server whose first process is killed during the start ends and says why', async () => {
  vi.stubEnv('DIES_AS', 'all')
  const { ends } = await startParent(2)
  expect(ends).toEqual([[1, 'process 1 ended (SIGKILL) while it was starting']])
  vi.stubEnv('DIES_AS', undefined)
})
