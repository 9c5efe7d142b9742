import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { apiClient, call, cashInBody } from './kit/api-client.ts'
import { openStream } from './kit/event-stream.ts'
import { preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { times } from './kit/trilho.ts'

type Outcome = { status: number } | { fault: string; wasConnected: boolean }

/** One call and its result: a refused connection is different from one that was cut. */
const callOver = (agent: Agent, url: string, token: string, body: object | null) =>
  new Promise<Outcome>(resolve => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(url, { agent, method: body === null ? 'GET' : 'POST', headers }, response => {
      response.resume().once('end', () => resolve({ status: response.statusCode ?? 0 }))
      response.once('error', error => resolve({ fault: String(error), wasConnected: true }))
    })
    sent.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ fault: error.code ?? error.message, wasConnected: error.code !== 'ECONNREFUSED' }),
    )
    sent.end(body === null ? undefined : JSON.stringify(body))
  })

/** Calls continuously until the server is gone. */
async function keepCalling(agent: Agent, url: string, token: string, outcomes: Outcome[]): Promise<void> {
  for (let i = 0; ; i++) {
    const outcome = await (i % 4 === 0
      ? callOver(agent, `${url}/accounts/pix/cashin`, token, cashInBody())
      : callOver(agent, `${url}/accounts/balance`, token, null))
    outcomes.push(outcome)
    if ('fault' in outcome && !outcome.wasConnected) return
    await delay(Math.random() * 20)
  }
}

test('SIGTERM under load cuts off no call: every accepted call gets a response', async () => {
  const folder = await preparedFolder()
  const server = await spawnServer({ TRILHO_DATA: folder, DRAIN_SECONDS: '2' })
  await server.ready()
  const { token } = await apiClient(server.url, await readSandboxFile(folder))
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const outcomes: Outcome[] = []
  const calling = times(40, () => keepCalling(agent, server.url, token, outcomes))
  await expect.poll(() => outcomes.length).toBeGreaterThan(100)
  const stopped = server.kill('SIGTERM')
  // While calls are still accepted: a load balancer must notice before a call is refused.
  const readiness = async () => (await call(`${server.url}/readyz`)).body
  await expect.poll(readiness).toEqual({ status: 'not ready', reason: 'draining' })
  expect(await stopped).toBe(0)
  await Promise.all(calling)
  agent.destroy()
  const cutOff = outcomes.filter(outcome => 'fault' in outcome && outcome.wasConnected)
  const refused = outcomes.filter(outcome => 'status' in outcome && outcome.status >= 300)
  expect({ cutOff, refused }).toEqual({ cutOff: [], refused: [] })
})

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
  expect(performance.now() - startedMs).toBeLessThan(30_000)

  const next = await spawnServer({ TRILHO_DATA: folder, PORT: new URL(server.url).port })
  await next.ready()
  const again = await openStream(next.url, { token: api.token, lastEventId: seen.id })
  await cancelOne()
  await expect.poll(() => again.frames.length).toBe(2)
})
