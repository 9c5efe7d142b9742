import { existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { apiClient, call } from './kit/api-client.ts'
import { openStream } from './kit/event-stream.ts'
import { patienceMs } from './kit/patience.ts'
import { childrenOf } from './kit/processes.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openTrilho, times } from './kit/trilho.ts'

/** The server as `npm start` runs it where there are cores for two: a parent with two children. */
const trilho = await openTrilho()
const folder = await dataFolder()
const settings = { DATABASE_URL: trilho.databaseUrl, TRILHO_DATA: folder, PROCESSES: '2', DRAIN_SECONDS: '1' }
const server = await spawnServer(settings)
const servingPids = (pid = server.pid) => childrenOf(pid).map(Number)
const often = { interval: 10, timeout: patienceMs }

// A process that dies while the others still start is replaced, too. The second is started when the first is ready.
await vi.waitUntil(() => servingPids().length === 1, often)
const [first = 0] = servingPids()
await vi.waitUntil(() => servingPids().length === 2, often)
process.kill(first, 'SIGKILL')
await server.ready()
const key = await readSandboxFile(folder)
const api = await apiClient(server.url, key)

/** One call, over a new connection, which any process may accept, or over a persistent one. */
const statusOf = (agent: Agent, path: string) =>
  new Promise<number | string>(resolve => {
    const headers = { authorization: `Bearer ${api.token}` }
    const sent = request(server.url + path, { agent, headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', error => resolve(String(error)))
    })
    sent.once('error', error => resolve(String(error)))
    sent.end()
  })

const processesInMetrics = async () => {
  const { text } = await call(`${server.url}/metrics`)
  return Array.from(text.matchAll(/^process_cpu_seconds_total\{process="(\d+)"\}/gm), ([, number]) => number)
}

test('the metrics of any process include every process', async () => {
  await expect.poll(processesInMetrics, often).toEqual(['1', '2'])
  for (const _ of times(6, i => i)) expect(await processesInMetrics()).toEqual(['1', '2'])
})

test('wrong secrets are counted for all processes together', async () => {
  const attempts = times(40, () => async () => {
    const body = JSON.stringify({ ...key, secret: 'wrong' })
    const headers = { 'content-type': 'application/json', connection: 'close' }
    return (await call(`${server.url}/login`, { method: 'POST', headers, body })).status
  })
  const statuses: number[] = []
  for (const attempt of attempts) statuses.push(await attempt())
  expect(statuses.filter(status => status === 401).length).toBeLessThan(14)
  expect(statuses.at(-1)).toBe(429)
})

test('SIGHUP replaces every process without refusing or cutting off a call or changing readiness, and a process that dies is replaced', async () => {
  const before = servingPids()
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })]
  const outcomes: (number | string)[] = []
  let isOver = false
  const calling = agents.flatMap(agent =>
    times(4, async () => {
      for (; !isOver; await delay(10))
        for (const path of ['/healthz', '/readyz']) outcomes.push(await statusOf(agent, path))
    }),
  )
  process.kill(server.pid, 'SIGHUP')
  await expect.poll(() => server.errors()).toContain('2 processes were replaced')
  isOver = true
  await Promise.all(calling)
  expect([...new Set(outcomes)]).toEqual([200])
  const after = servingPids()
  expect(after).toHaveLength(2)
  expect(after.filter(pid => before.includes(pid))).toEqual([])

  process.kill(after[1] ?? 0, 'SIGKILL')
  await expect.poll(processesInMetrics).toEqual(['1', '2'])
  await expect.poll(() => servingPids()).toHaveLength(2)
  for (const agent of agents) agent.destroy()
})

test('a process whose parent does not respond shows its own metrics', async () => {
  process.kill(server.pid, 'SIGSTOP')
  const shown = await processesInMetrics().finally(() => process.kill(server.pid, 'SIGCONT'))
  expect(shown).toHaveLength(1)
})

test('if old processes die before their replacement is ready, and the replacement dies too, others are started', async () => {
  const before = servingPids()
  process.kill(server.pid, 'SIGHUP')
  await expect.poll(() => servingPids(), often).toHaveLength(3)
  const next = servingPids().find(pid => !before.includes(pid)) ?? 0
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await expect.poll(() => servingPids().filter(pid => before.includes(pid)), often).toEqual([])
  process.kill(next, 'SIGKILL')
  await expect.poll(() => server.errors(), often).toContain('did not start anew')
  await expect.poll(processesInMetrics, often).toEqual(['1', '2'])
  expect(servingPids().filter(pid => before.includes(pid))).toEqual([])
})

test('SIGTERM stops all processes', async () => {
  const pids = servingPids()
  expect(await server.kill('SIGTERM')).toBe(0)
  for (const pid of pids) expect(() => readFileSync(`/proc/${pid}/stat`)).toThrow('ENOENT')
})

test('SIGHUP during the start replaces all processes once they serve; processes whose parent is gone drain and exit', async () => {
  const early = await spawnServer(settings)
  await expect.poll(() => servingPids(early.pid), often).toHaveLength(1)
  process.kill(early.pid, 'SIGHUP')
  await early.ready()
  await expect.poll(() => early.errors(), often).toContain('2 processes were replaced')
  const pids = servingPids(early.pid)
  for (const pid of pids) process.kill(pid, 'SIGHUP')
  const stream = await openStream(early.url, api)
  await early.kill('SIGKILL')
  await stream.ended
  expect(stream.text()).toContain(': the server stops: come again')
  const isRunning = (pid: number) => existsSync(`/proc/${pid}`)
  await expect.poll(() => pids.filter(isRunning), often).toEqual([])
})
