import Fastify from 'fastify'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { patienceMs } from '../../../test/kit/patience.ts'
import type { App } from './app-type.ts'
import { drainGently } from './drain.ts'

/** A caller in a thread of its own, with one connection that it keeps. It calls at once, and again when it is woken, and says when it has. */
const caller = `
  const { parentPort, workerData: { url, bell } } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  setInterval(() => {}, 1_000) // or the thread would end while it waits
  const call = done => {
    const sent = get(url, { agent }, response => response.resume().once('end', () => done(response.statusCode)))
    return sent.once('error', error => done(error.code))
  }
  const hasCalled = () => {
    Atomics.store(bell, 1, 1)
    Atomics.notify(bell, 1)
  }
  call(first => {
    const woken = Atomics.waitAsync(bell, 0, 0).value
    parentPort.postMessage(first)
    woken.then(() => call(second => parentPort.postMessage(second)).once('finish', hasCalled))
  })`

test('a call that has arrived when the server closes its idle connections gets a response, although the server was busy', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false }) as unknown as App
  drainGently(app, { seconds: 0 })
  app.get('/', async () => ({ ok: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bell = new Int32Array(new SharedArrayBuffer(8))
  const thread = new Worker(caller, { eval: true, workerData: { url, bell } })
  onTestFinished(async () => {
    await thread.terminate()
    await app.close()
  })
  const answers: unknown[] = []
  thread.on('message', answer => answers.push(answer))
  await expect.poll(() => answers).toEqual([200])

  await app.drain({ isFollowed: false })
  Atomics.store(bell, 0, 1)
  Atomics.notify(bell, 0)
  // This thread is busy until the call stands in the receive buffer of its connection.
  Atomics.wait(bell, 1, 0, patienceMs)
  await app.close()
  while (answers.length < 2) await once(thread, 'message')
  expect(answers).toEqual([200, 200])
})
