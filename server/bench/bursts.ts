import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { laneOf } from '../src/money/webhooks/event.ts'
import { type Result, resultOf } from './measure.ts'
import { startBeside } from './processes.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

const burst = 20_000
const giveUpMs = 300_000
/** Each has its own lane: lanes are spread over processes, so one merchant's events would be sent by one process. */
const merchantsInBurst = 16
const cashInsASecond = 200
const payload = JSON.stringify({
  id: '01890000-0000-7000-8000-000000000001',
  transactionState: 'Completed',
  filler: 'x'.repeat(900),
})

/** How fast a burst is sent, and how it affects callers. */
export function bursts(world: World): Scenario[] {
  const by = world.processes === 1 ? '' : `, ${world.processes} processes`
  return [
    {
      name: `webhook delivery, burst of 20,000${by}`,
      floor: 'bare undici loop, 64 in flight',
      of: 'rate',
      target: { atLeast: 0.5 },
      prepare: async () => {
        const receiver = await startBeside('receiver.ts', port => [port])
        return { runFloor: () => bareUndici(receiver), run: () => deliverBurst(world, receiver) }
      },
    },
    {
      name: `cash-in beside a burst of webhooks, 200 a second${by}`,
      floor: 'itself without it',
      of: 'p99',
      target: { atMost: 1.5 },
      prepare: async () => {
        const receiver = await startBeside('receiver.ts', port => [port])
        const { token } = await world.newMerchant()
        // The first seconds of a server are not representative.
        await createCashIns(world, token, delay(4_000))
        return {
          runFloor: () => createCashIns(world, token, delay(4_000)),
          run: () => createCashIns(world, token, deliverBurst(world, receiver)),
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

export const received = async (url: string) => Number(await (await fetch(url)).text())

/** A burst of due events of some merchants, until the receiver has received all of them. */
async function deliverBurst(world: World, url: string): Promise<Result> {
  const merchants = await Promise.all(Array.from({ length: merchantsInBurst }, () => world.newMerchant()))
  const before = await received(url)
  await world.sql`
    insert into webhook_events (merchant_id, id, position, payload, url, lane, status, stage, next_attempt_at, created_at)
    select (${merchants.map(({ merchant }) => merchant.id)}::uuid[])[i % ${merchantsInBurst} + 1], uuidv7(), 1,
           ${payload}, ${url}, ${laneOf(url)}, 'Pending', 'Due', now(), now()
      from generate_series(1, ${burst}) i`
  const start = performance.now()
  await world.sql`select pg_notify('trilho_webhooks', '')`
  await until(async () => (await received(url)) - before >= burst)
  return rateOf(start)
}

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + giveUpMs; !(await isTrue()); await delay(20))
    if (Date.now() > deadline) throw new Error('what was waited for did not come')
}

function rateOf(startMs: number): Result {
  const tookMs = performance.now() - startMs
  return { rate: burst / (tookMs / 1000), p50: 0, p99: 0 }
}

/** The request rate of a busy shop, independent of responses, until the burst is finished. */
async function createCashIns(world: World, token: string, until: Promise<unknown>): Promise<Result> {
  const agent = new Agent({ connections: 64, pipelining: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payment = { payer: { cpf: '52998224725', name: 'Maria da Silva' }, value: { original: '10.50' } }
  const body = JSON.stringify({ payment, webhook: { url: 'http://127.0.0.1:9/' } })
  const times: number[] = []
  const calls: Promise<unknown>[] = []
  let isOver = false
  const over = until.finally(() => (isOver = true))
  const create = async () => {
    const began = performance.now()
    const path = `${world.url}/accounts/pix/cashin`
    const answer = await request(path, { method: 'POST', headers, body, dispatcher: agent })
    await answer.body.dump()
    if (answer.statusCode !== 201) throw new Error(`cash-in: ${answer.statusCode}`)
    times.push(performance.now() - began)
  }
  const start = performance.now()
  while (!isOver) {
    const due = ((performance.now() - start) / 1000) * cashInsASecond
    while (calls.length < due) calls.push(create())
    await delay(1)
  }
  await Promise.all([over, ...calls])
  await agent.close()
  return resultOf(times, performance.now() - start)
}
