import { expect, test } from 'vitest'
import { apiClient, call } from './kit/api-client.ts'
import { type Operation, findViolation, keepHistory, openAccount } from './kit/history.ts'
import { runPair } from './kit/own-postgres.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { times } from './kit/trilho.ts'

test('an old primary that comes back beside the new one takes no write, and no client sees two truths', async () => {
  const { primary: old, copy } = await runPair()
  const folder = await dataFolder()
  const server = await spawnServer({ DATABASE_URL: old.address(`${old.host},${copy.host}`), TRILHO_DATA: folder })
  await server.ready()
  const { otherMerchant } = await readSandboxFile(folder)
  const api = await apiClient(server.url, otherMerchant)
  const account = await openAccount(api)
  const history: Operation[] = []
  let isOver = false
  const running = Promise.all(times(6, () => keepHistory(api, history, () => !isOver)))
  const paid = () => history.filter(({ kind, outcome }) => kind === 'pay' && outcome === 'done').length
  await expect.poll(paid).toBeGreaterThan(50)

  old.signalAll('SIGSTOP')
  await expect.poll(async () => (await call(`${server.url}/readyz`)).status).toBe(503)
  await copy.ask('select pg_promote()')
  await expect.poll(async () => (await call(`${server.url}/readyz`)).status).toBe(200)
  const before = paid()
  await expect.poll(paid).toBeGreaterThan(before + 50)
  old.signalAll('SIGCONT')
  const between = paid()
  await expect.poll(paid).toBeGreaterThan(between + 50)
  isOver = true
  await running
  expect(findViolation(history, account)).toBeNull()
  // The old one still takes itself for a primary; without its standby it acknowledges nothing.
  expect(await old.ask('select pg_is_in_recovery() as is_copy')).toEqual([{ is_copy: false }])
  const write = await Promise.race([
    old.ask("update merchants set city = 'Old' returning 1 as one").then(() => 'acknowledged'),
    new Promise(resolve => setTimeout(() => resolve('waits for its standby'), 3_000)),
  ])
  expect(write).toBe('waits for its standby')
})
