import { openDatabase } from '../src/platform/db/db.ts'
import { completing } from './completing.ts'
import { generateTransactions } from './generate.ts'
import { pgbench, wrk } from './measure.ts'
import { startBeside } from './processes.ts'
import { type Scenario, inGroups, lines } from './scenario.ts'
import type { World } from './world.ts'

const insertFloor = 'pgbench: one durable one-row insert, 64 clients'

/** The path of every payment, compared with the database alone; the path of every request, compared with HTTP alone. */
export async function hotPath(world: World): Promise<Scenario[]> {
  await makeFloorTables(world)
  const [one, hot, reader] = [await world.newMerchant(), await world.newMerchant(), await world.newMerchant()]
  const insert = () => pgbench(world.floorUrl, 'insert')
  const bareFastify = startBeside('bare-fastify.ts', port => [world.databaseUrl, port, '1800'])
  const barePath = await lines('bare', ['/bare'])
  return [
    {
      name: 'cash-in creation, 64 connections',
      floor: insertFloor,
      of: 'rate',
      target: { atLeast: 0.9 },
      prepare: async () => ({ runFloor: insert, run: () => wrk(world.url, 'cash-in', [one.token]) }),
    },
    {
      name: 'cash-out, one hot account',
      floor: 'pgbench: update of the hot balance row and insert, one transaction, 64 clients',
      of: 'rate',
      target: { atLeast: 8 },
      prepare: async () => {
        const tokens = await lines('hot', [hot.token])
        return {
          runFloor: () => pgbench(world.floorUrl, 'hot-balance'),
          run: () => wrk(world.url, 'cash-out', [tokens]),
        }
      },
    },
    {
      name: 'cash-out over 1,000 merchants',
      floor: insertFloor,
      of: 'rate',
      target: { atLeast: 0.7 },
      prepare: async () => {
        const file = await lines('many', await cashOutTokens(world))
        return { runFloor: insert, run: () => wrk(world.url, 'cash-out', [file]) }
      },
    },
    {
      name: 'complete: state, postings and event, 64 at once',
      floor: insertFloor,
      of: 'rate',
      target: { atLeast: 0.5 },
      prepare: async () => ({ runFloor: insert, ...(await completing(world)) }),
    },
    {
      name: 'transaction read over 100,000 ids, 64 connections',
      floor: 'bare Fastify, answer of the same size',
      of: 'rate',
      target: { atLeast: 0.75 },
      prepare: async () => {
        const bare = await bareFastify
        await generateTransactions(world.sql, reader.merchant.id, 100_000)
        const paths = await lines('reads', await readPaths(world, reader.merchant.id))
        return {
          runFloor: () => wrk(bare, 'get', [reader.token, barePath]),
          run: () => wrk(world.url, 'get', [reader.token, paths]),
        }
      },
    },
    {
      name: 'cached token, bare route',
      floor: 'bare Fastify without the check',
      of: 'rate',
      target: { atLeast: 0.95 },
      prepare: async () => {
        const bare = await bareFastify
        const tokenPath = await lines('token', ['/with-token'])
        return {
          runFloor: () => wrk(bare, 'get', [reader.token, barePath]),
          run: () => wrk(bare, 'get', [reader.token, tokenPath]),
        }
      },
    },
    {
      name: 'single cash-in, 1 connection',
      floor: 'pgbench: one durable one-row insert, 1 client',
      of: 'p50',
      target: { atMost: 4 },
      prepare: async () => ({
        runFloor: () => pgbench(world.floorUrl, 'insert', { clients: 1 }),
        run: () => wrk(world.url, 'cash-in', [one.token], { connections: 1 }),
      }),
    },
  ]
}

async function makeFloorTables(world: World) {
  const floor = openDatabase(world.floorUrl, { connections: 1 })
  await floor.unsafe(`
    create table floor (merchant_id uuid, id uuid, state text, amount bigint, order_id text, payload text, created_at timestamptz,
                        primary key (merchant_id, id));
    create unique index on floor (merchant_id, order_id);
    create table floor_balance (merchant_id uuid primary key, available bigint);
    insert into floor_balance values ('01890000-0000-7000-8000-000000000001', 1000000000)`)
  await floor.end()
}

/** For a thousand merchants with a balance. */
export async function cashOutTokens(world: World): Promise<string[]> {
  const tokens: string[] = []
  const merchants = Array.from({ length: 1_000 }, () => '1000000')
  await inGroups(merchants, 50, async balance => tokens.push((await world.newMerchant(balance)).token))
  return tokens
}

export const readPaths = async (world: World, merchantId: string) =>
  (await world.sql<{ id: string }[]>`select id from transactions where merchant_id = ${merchantId} limit 100000`).map(
    row => `/accounts/transactions/pix/${row.id}`,
  )
