import Fastify from 'fastify'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { App } from './app-type.ts'
import { drainGently } from './drain.ts'

/** A caller in a thread of its own, with one connection that it keeps. It calls at once, and again when it is woken. */
const caller = `
  const { parentPort, workerData: { url, bell } } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  setInterval(() => {}, 1_000) // or the thread would end while it waits
  const call = done => {
    const sent = get(url, { agent }, response => response.resume().once('end', () => done(response.statusCode)))
    sent.once('error', error => done(error.code))
  }
  call(first => {
    parentPort.postMessage(first)
    Atomics.waitAsync(bell, 0, 0).value.then(() => call(second => parentPort.postMessage(second)))
  })`

test('a call that has arrived when the server closes its idle connections gets a response, although the server was busy', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false }) as unknown as App
  drainGently(app, { seconds: 0 })
  app.get('/', async () => ({ ok: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bell = new Int32Array(new SharedArrayBuffer(4))
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
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  await app.close()
  while (answers.length < 2) await once(thread, 'message')
  expect(answers).toEqual([200, 200])
})
