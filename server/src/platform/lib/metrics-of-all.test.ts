import cluster, { type Worker } from 'node:cluster'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gatherMetrics } from './metrics-of-all.ts'

test('figures that cannot be put together end nobody, and are shown to nobody', async () => {
  const sent: unknown[] = []
  const child = {
    isConnected: () => true,
    send(message: { asks?: number }) {
      sent.push(message)
      cluster.emit('message', child, { answers: message.asks, figures: [null] })
    },
  } as unknown as Worker
  gatherMetrics(() => [{ number: 1, worker: child }])
  cluster.emit('message', child, { whole: 1 })
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(sent).toEqual([{ asks: 1, as: '1' }])
})
