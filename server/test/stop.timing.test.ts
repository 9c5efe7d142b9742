import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { apiClient } from './kit/api-client.ts'
import { openStream } from './kit/event-stream.ts'
import { preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { slowness } from './kit/slowness.ts'

test('SIGTERM closes streams at once, does not wait for idle connections, and a reader that reconnects to the next process has missed nothing', async () => {
  const folder = await preparedFolder()
  const server = await spawnServer({ TRILHO_DATA: folder })
  await server.ready()
  const api = await apiClient(server.url, await readSandboxFile(folder))
  const cancelOne = async () => api.simulate('cancel', await api.createCashIn())
  const stream = await openStream(server.url, api)
  await cancelOne()
  await cancelOne()
  const seen = await stream.waitFor(() => true)
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  const startedMs = performance.now()
  const [code] = await Promise.all([server.kill('SIGTERM'), stream.ended])
  expect([code, stream.text().slice(-60)]).toEqual([0, expect.stringContaining(': the server stops: come again')])
  // Otherwise the stop would wait more than a minute for a connection that has sent nothing.
  expect(performance.now() - startedMs).toBeLessThan(30_000 * slowness())

  const next = await spawnServer({ TRILHO_DATA: folder, PORT: new URL(server.url).port })
  await next.ready()
  const again = await openStream(next.url, { token: api.token, lastEventId: seen.id })
  await cancelOne()
  await expect.poll(() => again.frames.length).toBe(2)
})
