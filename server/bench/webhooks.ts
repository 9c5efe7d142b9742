import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { laneOf } from '../src/webhooks/lanes.ts'
import { openCashIn, payCashIn } from './completing.ts'
import { type Result, resultOf } from './measure.ts'
import { startBeside } from './processes.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

const burst = 20_000
const payload = JSON.stringify({
  id: '01890000-0000-7000-8000-000000000001',
  transactionState: 'Completed',
  filler: 'x'.repeat(900),
})

/** How fast merchants are told: a burst, a lone event, and one beside a merchant whose receiver hangs. */
export async function webhooks(world: World): Promise<Scenario[]> {
  return [
    {
      name: 'webhook delivery, burst of 20,000',
      floor: 'bare undici loop, 64 in flight',
      of: 'rate',
      target: { atLeast: 0.5 },
      prepare: async () => {
        const receiver = await startBeside('receiver.ts', port => [port])
        return { runFloor: () => bareUndici(receiver), run: () => deliverBurst(world, receiver) }
      },
    },
    {
      name: 'webhook of a lone event, from before its commit to its arrival',
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

/** The floor: the same payload to the same receiver, 64 in flight, and nothing else. */
async function bareUndici(url: string): Promise<Result> {
  const agent = new Agent({ connections: 64, pipelining: 1 })
  let left = burst
  const start = performance.now()
  const client = async () => {
    while (left-- > 0) {
      const { body } = await request(url, {
        method: 'POST',
        body: payload,
        headers: { 'content-type': 'application/json' },
        dispatcher: agent,
      })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: 64 }, client))
  await agent.close()
  return rateOf(start)
}

const received = async (url: string) => Number(await (await fetch(url)).text())

/** A burst of due events, until the receiver has had them all. */
async function deliverBurst(world: World, url: string): Promise<Result> {
  const { merchant } = await world.newMerchant()
  const before = await received(url)
  await world.sql`
    insert into webhook_events (merchant_id, id, position, payload, url, lane, status, stage, next_attempt_at, created_at)
    select ${merchant.id}, uuidv7(), 1, ${payload}, ${url}, ${laneOf(url)}, 'Pending', 'Due', now(), now()
      from generate_series(1, ${burst})`
  const start = performance.now()
  await world.sql`select pg_notify('trilho_webhooks', '')`
  while ((await received(url)) - before < burst) await new Promise(resolve => setTimeout(resolve, 20))
  return rateOf(start)
}

function rateOf(startMs: number): Result {
  const tookMs = performance.now() - startMs
  return { rate: burst / (tookMs / 1000), p50: 0, p99: 0 }
}

type Arrivals = { url: string; next: (transactionId: string) => Promise<number> }

/** A receiver in this process, so that sending and arriving are read off one clock. */
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

/** Takes everything and answers nothing. */
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
