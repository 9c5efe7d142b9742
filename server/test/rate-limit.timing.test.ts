import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { apiClient, call } from './kit/api-client.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openTrilho, times } from './kit/trilho.ts'

const trilho = await openTrilho()
const folder = await dataFolder()
const server = await spawnServer({
  DATABASE_URL: trilho.databaseUrl,
  TRILHO_DATA: folder,
  PROCESSES: '2',
  RATE_LIMIT: '20',
})
await server.ready()
const { token } = await apiClient(server.url, await readSandboxFile(folder))

test('the rate limit of a key holds for all processes together', async () => {
  // Each call over a new connection, which any process may accept.
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const startedMs = performance.now()
  let allowed = 0
  const hammer = async () => {
    while (performance.now() - startedMs < 3_000)
      if ((await call(`${server.url}/accounts/balance`, { headers })).status === 200) allowed++
      else await delay(5)
  }
  await Promise.all(times(12, hammer))
  const entitled = 20 + (20 * (performance.now() - startedMs)) / 1000
  // Two independent limits would have allowed twice as many.
  expect(allowed / entitled).toBeLessThan(1.3)
  expect(allowed / entitled).toBeGreaterThan(0.5)
})
