import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../src/platform/db/db.ts'
import { apiClient, call } from './kit/api-client.ts'
import { patienceMs } from './kit/patience.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { dataFolder, databasePid, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openSink } from './kit/webhook-sink.ts'

async function startOn(folder: string, settings: Record<string, string> = {}) {
  const server = await spawnServer({ TRILHO_DATA: folder, ...settings })
  await server.ready()
  const sandbox = await readSandboxFile(folder)
  return { ...server, sandbox, api: await apiClient(server.url, sandbox) }
}

/** One data folder for all tests that do not need their own first start. */
const folder = await dataFolder()
const first = await startOn(folder)
/** If a test is run alone, no other test has stopped the server. */
const endFirst = () => first.kill('SIGTERM')

test('a first start creates two merchants with 10,000.00 each and writes their keys to a file that only the owner can read', async () => {
  const { url, sandbox, api, output } = first
  const login = { email: expect.stringContaining('@'), password: expect.any(String) }
  expect(sandbox).toEqual({
    url,
    accessKey: expect.any(String),
    secret: expect.any(String),
    webhookSecret: expect.stringMatching(/^whsec_/),
    otherMerchant: { accessKey: expect.any(String), secret: expect.any(String) },
    portal: { url: `${url}/portal`, operator: login, merchant: login, approver: login },
  })
  expect((await stat(join(folder, 'sandbox.json'))).mode & 0o777).toBe(0o600)
  expect(await api.availableBalance()).toBe('10000.000000')
  expect(await (await apiClient(url, sandbox.otherMerchant)).availableBalance()).toBe('10000.000000')
  expect(output()).toContain(`curl -s ${url}/login`)
  expect(output()).not.toContain(sandbox.secret)
  for (const path of ['/healthz', '/readyz', '/metrics', '/docs/', '/openapi.json'])
    expect([path, (await call(url + path)).status]).toEqual([path, 200])
  // The reference uses it to try calls; only this machine can request it.
  expect((await call(`${url}/docs/demo-token`, { method: 'POST' })).status).toBe(201)
})

test('a second server on one data folder is refused in one line, and the first continues', async () => {
  const second = await spawnServer({ TRILHO_DATA: folder })
  expect(await second.exited).toBe(1)
  expect(second.errors()).toMatch(/^trilho: Another Trilho server .* already uses .*\n$/)
  expect(await first.api.availableBalance()).toBe('10000.000000')
})

const { url: urlInUse, databaseUrl: migrated } = await openTrilho()

test('a port in use refuses in one line', async () => {
  const settings = { DATABASE_URL: migrated, PORT: new URL(urlInUse).port }
  const second = await spawnServer({ ...settings, TRILHO_DATA: await dataFolder() })
  expect(await second.exited).toBe(1)
  expect(second.errors()).toMatch(/^trilho: PORT is in use.*\n$/)
})

test.each(['192.0.2.1', 'no-such-host.invalid'])('the HOST %s is refused in one line', async HOST => {
  const server = await spawnServer({ DATABASE_URL: migrated, TRILHO_DATA: await dataFolder(), HOST })
  expect(await server.exited).toBe(1)
  expect(server.errors()).toMatch(/^trilho: HOST is .*\n$/)
})

// config.test.ts and data-folder.test.ts test other errors, without a server.
test.each([
  ['PORT', 'abc'],
  ['TRILHO_DATA', '/proc/nope/data'],
])('the wrong setting %s=%s stops the start with one line that names it', async (name, value) => {
  const server = await spawnServer({ TRILHO_DATA: await dataFolder(), [name]: value })
  expect(await server.exited).toBe(1)
  expect(server.errors()).toMatch(new RegExp(`^trilho: ${name}.*\\n$`))
})

test('after kill -9, with the database left running or killed too, the next start has everything acknowledged', async () => {
  const ids: string[] = []
  let before = first
  for (const killDatabase of [false, true]) {
    ids.push(...(await Promise.all(times(20, () => before.api.createCashIn()))))
    if (killDatabase) process.kill(databasePid(folder), 'SIGKILL')
    await before.kill('SIGKILL')
    const after = await startOn(folder)
    expect(after.sandbox).toEqual({
      ...before.sandbox,
      url: after.url,
      portal: { ...before.sandbox.portal, url: `${after.url}/portal` },
    })
    expect(await Promise.all(ids.map(after.api.stateOf))).toEqual(ids.map(() => 'Registered'))
    before = after
  }
})

test('SIGTERM drains: accepted requests get responses and are stored, events are sent, and the database stops', async () => {
  await endFirst()
  const sink = await openSink()
  const server = await startOn(folder)
  const ids = await Promise.all(times(30, () => server.api.createCashIn({ webhook: { url: sink.url } })))
  const asked = ids.map(id => server.api.simulate('complete', id).catch(() => null))
  await Promise.race(asked)
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(() => databasePid(folder)).toThrow('ENOENT') // PostgreSQL takes its pid file away when it has shut down

  const answers = await Promise.all(asked)
  const again = await startOn(folder)
  const completed = ids.filter((_, i) => answers[i]?.status === 200)
  expect(completed.length).toBeGreaterThan(0)
  expect(await Promise.all(completed.map(again.api.stateOf))).toEqual(completed.map(() => 'Completed'))
  for (const id of completed) expect(sink.eventsOf(id)).toHaveLength(1)
})

/** A process and all that it has started. */
function processesOf(pid: number): number[] {
  const parents = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
  const childrenOf = (id: number): number[] => parents.filter(([, ppid]) => ppid === id).map(([child = 0]) => child)
  const all = (id: number): number[] => [id, ...childrenOf(id).flatMap(all)]
  return all(pid)
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['npm', 'the server'])('npm start exits completely when %s gets SIGTERM', async which => {
  await endFirst()
  const settings = { TRILHO_DATA: folder, HOME: folder }
  const server = await spawnServer(settings, ['start', '--ignore-scripts'], 'npm')
  await server.ready()
  const processes = processesOf(server.pid)
  const [npm = 0] = processes
  const postmaster = databasePid(folder)
  // npm, the server, its database: no shell in between that would swallow a signal.
  const main = processes.slice(0, processes.indexOf(postmaster))
  expect(main).toHaveLength(2)
  process.kill(which === 'npm' ? npm : (main[1] ?? 0), 'SIGTERM')
  await server.exited
  await expect.poll(() => [...main, postmaster].filter(isRunning), { timeout: patienceMs }).toEqual([])
})

test('with DATABASE_URL it uses that database, and two servers may share it', async () => {
  const admin = openDatabase(inject('databaseUrl'), { connections: 1, limits: 'longWork' })
  await admin`create database shared_by_two`
  const database = new URL(inject('databaseUrl'))
  database.pathname = '/shared_by_two'
  const folder = await dataFolder()
  const first = await startOn(folder, { DATABASE_URL: database.href })
  const second = await startOn(folder, { DATABASE_URL: database.href })
  const id = await first.api.createCashIn()
  expect(await second.api.stateOf(id)).toBe('Registered')
  expect(await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')])).toEqual([0, 0])
  await admin`drop database shared_by_two`
  await admin.end()
})

test('production creates no demo data and has no simulation endpoints', async () => {
  const folder = await dataFolder()
  const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
  const { databaseUrl } = await openTrilho(settings, { isConnected: false })
  const server = await spawnServer({ ...settings, TRILHO_DATA: folder, DATABASE_URL: databaseUrl })
  await server.ready()
  await expect(readSandboxFile(folder)).rejects.toThrow('ENOENT')
  expect((await call(`${server.url}/sandbox/transactions/complete/x`, { method: 'PUT' })).status).toBe(404)
})

test.each([
  ['sandbox', 'production'],
  ['production', 'sandbox'],
])('on the database of a %s, a server of %s is refused in one line and creates nothing', async (environment, other) => {
  const of = (TRILHO_ENV: string) => ({ TRILHO_ENV, TRILHO_SECRET: 'x'.repeat(40) })
  const { databaseUrl, sql } = await openTrilho(of(environment), { isConnected: false })
  const folder = await dataFolder()
  const server = await spawnServer({ ...of(other), TRILHO_DATA: folder, DATABASE_URL: databaseUrl })
  expect(await server.exited).toBe(1)
  expect(server.errors()).toBe(
    `trilho: TRILHO_ENV is ${other}, but this database belongs to a ${environment}: use another\n`,
  )
  expect(await sql`select from bank_connections`).toHaveLength(0)
  await expect(readSandboxFile(folder)).rejects.toThrow('ENOENT')
})
