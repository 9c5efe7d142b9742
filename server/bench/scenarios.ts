import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/lib/db.ts'
import { parseAmount } from '../src/lib/money.ts'
import { uuidv7 } from '../src/lib/uuid.ts'
import { simulatedParticipant } from '../src/rails/simulator/test-data.ts'
import { generateTransactions } from './generate.ts'
import { type Result, inProcess, pgbench, wrk } from './measure.ts'
import { startBeside } from './processes.ts'
import { bareUndici, deliverBurst } from './webhooks.ts'
import type { World } from './world.ts'

/** A load, the floor it is held against in the same run, and the ratio it must reach. */
export type Scenario = {
  name: string
  floor: string
  /** What is compared: requests a second, or the median latency of a lone one. */
  of: 'rate' | 'p50'
  target: { atLeast: number } | { atMost: number }
  runFloor: () => Promise<Result>
  run: () => Promise<Result>
}

const insertFloor = 'pgbench: one durable one-row insert, 64 clients'

export async function prepareScenarios(world: World, isWanted: (name: string) => boolean): Promise<Scenario[]> {
  await prepareFloor(world)
  const [one, hot, reader] = [await world.newMerchant(), await world.newMerchant(), await world.newMerchant()]
  const many = isWanted('cash-out over 1,000 merchants') ? 1_000 : 1
  const manyMerchants = await Promise.all(Array.from({ length: many }, () => world.newMerchant('1000000')))
  const hotTokens = await lines('hot', [hot.token])
  const manyTokens = await lines(
    'many',
    manyMerchants.map(each => each.token),
  )
  const bare = await startBeside('bare-fastify.ts', port => [world.databaseUrl, port, '1800'])
  const receiver = await startBeside('receiver.ts', port => [port])
  if (isWanted('transaction read')) await generateTransactions(world.sql, reader.merchant.id, 100_000)
  const readPaths = await lines('reads', await pathsOf(world, reader.merchant.id))

  const insert = () => pgbench(world.floorUrl, 'insert')
  return [
    {
      name: 'cash-in creation, 64 connections',
      floor: insertFloor,
      of: 'rate',
      target: { atLeast: 0.9 },
      runFloor: insert,
      run: () => wrk(world.url, 'cash-in', [one.token]),
    },
    {
      name: 'cash-out, one hot account',
      floor: 'pgbench: update of the hot balance row and insert, one transaction, 64 clients',
      of: 'rate',
      target: { atLeast: 8 },
      runFloor: () => pgbench(world.floorUrl, 'hot-balance'),
      run: () => wrk(world.url, 'cash-out', [hotTokens]),
    },
    {
      name: 'cash-out over 1,000 merchants',
      floor: insertFloor,
      of: 'rate',
      target: { atLeast: 0.7 },
      runFloor: insert,
      run: () => wrk(world.url, 'cash-out', [manyTokens]),
    },
    {
      name: 'complete: state, postings and event, 64 at once',
      floor: insertFloor,
      of: 'rate',
      target: { atLeast: 0.5 },
      runFloor: insert,
      run: () => completing(world),
    },
    {
      name: 'transaction read over 100,000 ids, 64 connections',
      floor: 'bare Fastify, answer of the same size',
      of: 'rate',
      target: { atLeast: 0.75 },
      runFloor: () => wrk(bare, 'get', [reader.token, barePath]),
      run: () => wrk(world.url, 'get', [reader.token, readPaths]),
    },
    {
      name: 'token seen before, bare route',
      floor: 'bare Fastify without the check',
      of: 'rate',
      target: { atLeast: 0.95 },
      runFloor: () => wrk(bare, 'get', [reader.token, barePath]),
      run: () => wrk(bare, 'get', [reader.token, tokenPath]),
    },
    {
      name: 'webhook delivery, burst of 20,000',
      floor: 'bare undici loop, 64 in flight',
      of: 'rate',
      target: { atLeast: 0.5 },
      runFloor: () => bareUndici(receiver),
      run: () => deliverBurst(world, receiver),
    },
    {
      name: 'one lonely cash-in, 1 connection',
      floor: 'pgbench: one durable one-row insert, 1 client',
      of: 'p50',
      target: { atMost: 4 },
      runFloor: () => pgbench(world.floorUrl, 'insert', { clients: 1 }),
      run: () => wrk(world.url, 'cash-in', [one.token], { connections: 1 }),
    },
  ]
}

/** The same page of a merchant with a million stored transactions and of one with ten thousand. */
export async function prepareSizeScenarios(world: World): Promise<Scenario[]> {
  const [small, big] = [await world.newMerchant(), await world.newMerchant()]
  await generateTransactions(world.sql, small.merchant.id, 10_000)
  await generateTransactions(world.sql, big.merchant.id, 1_000_000)
  const pages = {
    'list by order id': () => '/accounts/transactions/pix?orderId=g-777',
    'list by cursor': (deep: string) => `/accounts/transactions/pix?cursor=${deep}`,
    'statement page': () => '/accounts/statement?cursor=7777',
  }
  return Promise.all(
    Object.entries(pages).map(async ([name, pathOf], i): Promise<Scenario> => {
      const [smallPath, bigPath] = await Promise.all(
        [small, big].map(async ({ merchant }, j) =>
          lines(`page-${i}-${j}`, [pathOf(await middleId(world, merchant.id))]),
        ),
      )
      return {
        name: `${name}, 1,000,000 stored`,
        floor: 'itself with 10,000 stored',
        of: 'rate',
        target: { atLeast: 0.9 },
        runFloor: () => wrk(world.url, 'get', [small.token, smallPath ?? '']),
        run: () => wrk(world.url, 'get', [big.token, bigPath ?? '']),
      }
    }),
  )
}

async function middleId(world: World, merchantId: string): Promise<string> {
  const [row] = await world.sql<{ id: string }[]>`
    select id from transactions where merchant_id = ${merchantId} order by id offset 5000 limit 1`
  return row?.id ?? ''
}

const barePath = join(tmpdir(), 'trilho-bench-bare')
const tokenPath = join(tmpdir(), 'trilho-bench-token')

async function prepareFloor(world: World) {
  await writeFile(barePath, '/bare\n')
  await writeFile(tokenPath, '/with-token\n')
  const floor = openDatabase(world.floorUrl, { connections: 1 })
  await floor.unsafe(`
    create table floor (merchant_id uuid, id uuid, state text, amount bigint, order_id text, payload text, created_at timestamptz,
                        primary key (merchant_id, id));
    create unique index on floor (merchant_id, order_id);
    create table floor_balance (merchant_id uuid primary key, available bigint);
    insert into floor_balance values ('01890000-0000-7000-8000-000000000001', 1000000000)`)
  await floor.end()
}

async function lines(name: string, texts: string[]): Promise<string> {
  const path = join(tmpdir(), `trilho-bench-${process.pid}-${name}`)
  await writeFile(path, `${texts.join('\n')}\n`)
  return path
}

const pathsOf = async (world: World, merchantId: string) =>
  (await world.sql<{ id: string }[]>`select id from transactions where merchant_id = ${merchantId} limit 100000`).map(
    row => `/accounts/transactions/pix/${row.id}`,
  )

/** Through the one door itself: what a bank's result costs, without the merchant's webhook answering. */
async function completing(world: World): Promise<Result> {
  const merchants = await Promise.all(Array.from({ length: 8 }, () => world.newMerchant()))
  const ids = await Promise.all(
    merchants.flatMap(({ merchant }) =>
      Array.from({ length: 4_000 }, async () => {
        const at = new Date()
        const id = uuidv7(at.getTime())
        const asked = { order: {}, webhook: { url: 'http://127.0.0.1:9/' }, idempotencyKey: undefined, alsoAsked: [] }
        await world.needs.openTransaction({
          id,
          operation: 'pixCashIn',
          merchant,
          amount: parseAmount('10.50'),
          editable: false,
          counterparty: null,
          ...asked,
          createdAt: at,
          expiresAt: null,
        })
        return { merchantId: merchant.id, id }
      }),
    ),
  )
  const participant = simulatedParticipant('Maria', '52998224725')
  const event = {
    kind: 'paid',
    amount: parseAmount('10.50'),
    participant,
    endToEndId: 'E9999999920261115120000000000000',
  } as const
  return inProcess(async () => {
    const next = ids.pop()
    if (next === undefined) throw new Error('all were completed: make more')
    await world.needs.applyEvent({ ...next, event })
  })
}
