import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/kit/api-client.ts'
import { deliveriesOf, eventually, later } from '../../../test/kit/delivery-kit.ts'
import { dataFolder, spawnServer } from '../../../test/kit/server-process.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()
const deliveries = deliveriesOf(api)

const spawnOn = async (role: string) => {
  const server = await spawnServer({
    DATABASE_URL: trilho.databaseUrl,
    TRILHO_DATA: await dataFolder(),
    TRILHO_ROLE: role,
  })
  await server.ready()
  return server
}

test('a worker killed between sending and recording loses nothing: another sends the event again under the same id', async () => {
  const answer: { status: number; instead?: (response: ServerResponse) => unknown } = { status: 500 }
  const sink = await openSink(answer)
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  await api.simulate('complete', id)
  await eventually(async () => expect(await deliveries.newestOf(id)).toMatchObject({ attemptCount: 1 }))

  answer.instead = () => {}
  const killed = await spawnOn('worker')
  await deliveries.resend((await deliveries.newestOf(id)).id)
  await sink.waitForEvents(id, 2)
  await killed.kill('SIGKILL')

  delete answer.instead
  answer.status = 200
  const worker = await trilho.startServer({ workers: true })
  expect(await deliveries.newestOf(id)).toMatchObject({ status: 'Failed', attemptCount: 1, nextAttemptDate: null })
  expect(sink.eventsOf(id)).toHaveLength(2)
  await later(21_000, [worker])
  const [first, second, third] = await sink.waitForEvents(id, 3)
  expect([second, third].map(event => event?.headers['webhook-id'])).toEqual(
    Array(2).fill(first?.headers['webhook-id']),
  )
  expect(third?.text).toBe(first?.text)
  await eventually(async () =>
    expect(await deliveries.newestOf(id)).toMatchObject({ status: 'Success', attemptCount: 2 }),
  )
})

test('a server killed while it sends its own event loses nothing either', async () => {
  const answer: { instead?: (response: ServerResponse) => unknown } = { instead: () => {} }
  const sink = await openSink(answer)
  const killed = await spawnOn('api')
  const theirs = await apiClient(killed.url, api)
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  const asked = theirs.simulate('complete', id).catch(() => null)
  await sink.waitForEvents(id, 1)
  expect((await api.read(id)).body.data).toMatchObject({
    transaction: { state: 'Completed' },
    webhook: { deliveryStatus: 'Pending', deliveryTime: null },
  })
  await killed.kill('SIGKILL')
  expect(await asked).toBeNull()

  delete answer.instead
  const worker = await trilho.startServer({ workers: true })
  await later(21_000, [worker])
  const [first, second] = await sink.waitForEvents(id, 2)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  await eventually(async () => expect((await api.read(id)).body.data.webhook.deliveryStatus).toBe('Success'))
})
