import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bursts } from './bursts.ts'
import { openCashIn, payCashIn } from './completing.ts'
import { type Result, resultOf } from './measure.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** How fast webhooks are delivered: a burst, a single event, and one beside a merchant whose receiver hangs. */
export async function webhooks(world: World): Promise<Scenario[]> {
  return [
    ...bursts(world),
    {
      name: 'webhook of a single event, from before its commit to its arrival',
      floor: 'the promise: 10 ms',
      of: 'p50',
      target: { atMost: 1 },
      prepare: async () => {
        const arrivals = await receiverHere()
        return {
          runFloor: async () => ({ rate: 100, p50: 10, p99: 10 }),
          run: () => timeArrivals(world, arrivals, 200),
        }
      },
    },
    {
      name: 'webhook beside 500 events to a hanging address',
      floor: 'itself without them',
      of: 'p50',
      target: { atMost: 1.2 },
      prepare: async () => {
        const arrivals = await receiverHere()
        const hanging = await hangingHere()
        return {
          runFloor: () => timeArrivals(world, arrivals, 200),
          run: async () => {
            const { merchant } = await world.newMerchant()
            const stuck = await Promise.all(Array.from({ length: 500 }, () => openCashIn(world, merchant, hanging)))
            await Promise.all(stuck.map(each => payCashIn(world, each)))
            return timeArrivals(world, arrivals, 200)
          },
        }
      },
    },
  ]
}

type Arrivals = { url: string; next: (transactionId: string) => Promise<number> }

/** A receiver in this process, so that sending and arrival use the same clock. */
async function receiverHere(): Promise<Arrivals> {
  const awaited = new Map<string, (atMs: number) => void>()
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', chunk => (text += chunk))
    incoming.on('end', () => {
      const at = performance.now()
      response.end()
      awaited.get((JSON.parse(text) as { id: string }).id)?.(at)
    })
  })
  const url = await listen(server)
  return { url, next: id => new Promise(resolve => awaited.set(id, resolve)) }
}

/** Accepts every request and never responds. */
const hangingHere = () => listen(createServer(incoming => void incoming.resume()))

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** One event after another, each of another merchant, from before the call that commits it to its arrival. */
async function timeArrivals(world: World, arrivals: Arrivals, count: number): Promise<Result> {
  const merchants = await Promise.all(Array.from({ length: 10 }, () => world.newMerchant()))
  const times: number[] = []
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    const opened = await openCashIn(world, merchants[i % merchants.length]!.merchant, arrivals.url)
    const arrived = arrivals.next(opened.id)
    const began = performance.now()
    await payCashIn(world, opened)
    times.push((await arrived) - began)
  }
  return resultOf(times, performance.now() - start)
}
