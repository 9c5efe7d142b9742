import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { apiClient, call, cashInBody } from './kit/api-client.ts'
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
