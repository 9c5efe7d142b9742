import { generateTransactions } from './generate.ts'
import { wrk } from './measure.ts'
import { type Scenario, lines } from './scenario.ts'
import type { World } from './world.ts'

const many = 1_000_000
const few = 10_000

/** The same work for a merchant with a million stored transactions and for one with ten thousand. */
export async function sizes(world: World): Promise<Scenario[]> {
  const grown = remembering(async (count: number) => {
    const made = await world.newMerchant()
    await generateTransactions(world.sql, made.merchant.id, count)
    return made
  })
  const page = (name: string, pathOf: (middleId: string) => string): Scenario => ({
    name: `${name}, 1,000,000 stored`,
    floor: 'itself with 10,000 stored',
    of: 'rate',
    target: { atLeast: 0.9 },
    prepare: async () => {
      const loads = await Promise.all(
        [await grown(few), await grown(many)].map(async ({ merchant, token }, i) => {
          const path = await lines(`${name}-${i}`, [pathOf(await middleId(world, merchant.id))])
          return () => wrk(world.url, 'get', [token, path])
        }),
      )
      return { runFloor: loads[0]!, run: loads[1]! }
    },
  })
  const creation = (stored: number, words: string, onlyByName: boolean): Scenario => ({
    name: `cash-in creation, ${words} stored`,
    floor: 'itself with 10,000 stored',
    of: 'rate',
    target: { atLeast: 0.9 },
    onlyByName,
    prepare: async () => {
      const [small, big] = [await grown(few), await grown(stored)]
      return {
        runFloor: () => wrk(world.url, 'cash-in', [small.token]),
        run: () => wrk(world.url, 'cash-in', [big.token]),
      }
    },
  })
  return [
    page('list by order id', () => '/accounts/transactions/pix?orderId=g-777'),
    page('list by cursor', middle => `/accounts/transactions/pix?cursor=${middle}`),
    page('statement page', () => '/accounts/statement?cursor=7777'),
    creation(many, '1,000,000', false),
    creation(10_000_000, '10,000,000', true),
  ]
}

async function middleId(world: World, merchantId: string): Promise<string> {
  const [row] = await world.sql<{ id: string }[]>`
    select id from transactions where merchant_id = ${merchantId} order by id offset 5000 limit 1`
  return row?.id ?? ''
}

/** Each size is made once, however many scenarios use it. */
function remembering<Made>(make: (count: number) => Promise<Made>) {
  const made = new Map<number, Promise<Made>>()
  return (count: number): Promise<Made> => {
    const there = made.get(count) ?? make(count)
    made.set(count, there)
    return there
  }
}
