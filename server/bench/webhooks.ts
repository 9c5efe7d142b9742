import { Agent, request } from 'undici'
import { laneOf } from '../src/webhooks/lanes.ts'
import type { Result } from './measure.ts'
import type { World } from './world.ts'

const burst = 20_000
const payload = JSON.stringify({
  id: '01890000-0000-7000-8000-000000000001',
  transactionState: 'Completed',
  filler: 'x'.repeat(900),
})

const received = async (url: string) => Number(await (await fetch(url)).text())

/** The floor: the same payload to the same receiver, 64 in flight, and nothing else. */
export async function bareUndici(url: string): Promise<Result> {
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

/** A burst of due events, until the receiver has had them all. */
export async function deliverBurst(world: World, url: string): Promise<Result> {
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
