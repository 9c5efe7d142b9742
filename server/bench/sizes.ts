import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { generateTransactions, refusalOf } from './generate.ts'
import { type Result, resultOf, wrk } from './measure.ts'
import { type Scenario, lines } from './scenario.ts'
import type { World } from './world.ts'

const few = 10_000
/** The last two run only when selected by name: they take long and much disk space. */
const sizesCompared = [1_000_000, 10_000_000, 100_000_000]

/** Why the selected size cannot be created here; null: it can. */
export const refusalOfSize = (only = ''): string | null =>
  sizesCompared
    .filter(size => only.includes(size.toLocaleString('en')))
    .map(refusalOf)
    .find(refusal => refusal !== null) ?? null

/** The same work for a merchant with ten years of many stored transactions and for one with ten thousand. */
export async function sizes(world: World): Promise<Scenario[]> {
  const grown = remembering(async (count: number) => {
    const made = await world.newMerchant('1000000000', new Date('2016-01-01T00:00:00Z'))
    await generateTransactions(world.sql, made.merchant.id, count)
    return made
  })
  type Grown = Awaited<ReturnType<typeof grown>>
  const compare =
    (stored: number) =>
    (name: string, loadOf: (made: Grown, count: number) => Promise<() => Promise<Result>>): Scenario => ({
      name: `${name}, ${stored.toLocaleString('en')} stored`,
      floor: 'itself with 10,000 stored',
      of: 'rate',
      target: { atLeast: 0.9 },
      onlyByName: stored !== sizesCompared[0],
      isLong: name.startsWith('audit') && stored !== sizesCompared[0],
      prepare: async () => ({
        runFloor: await loadOf(await grown(few), few),
        run: await loadOf(await grown(stored), stored),
      }),
    })
  const getting =
    (pathsOf: (made: Grown, count: number) => Promise<string[]>) => async (made: Grown, count: number) => {
      const file = await lines(`get-${made.merchant.id}-${Math.random()}`, await pathsOf(made, count))
      return () => wrk(world.url, 'get', [made.token, file])
    }
  const all = '/accounts/transactions/pix'

  return sizesCompared.flatMap(stored => {
    const scenario = compare(stored)
    return [
      scenario(
        'list by order id',
        getting(async () => [`${all}?orderId=g-777`]),
      ),
      scenario(
        'list by cursor',
        getting(async made => (await idsOf(world, made, few, 100)).map(id => `${all}?cursor=${id}`)),
      ),
      scenario(
        'statement page',
        getting(async () => ['/accounts/statement?cursor=7777']),
      ),
      scenario(
        'transaction read',
        getting(async (made, count) => (await idsOf(world, made, count, 10_000)).map(id => `${all}/${id}`)),
      ),
      scenario('cash-in creation', async made => () => wrk(world.url, 'cash-in', [made.token])),
      scenario('audit, rows', async made => () => auditing(world, made.merchant.id)),
    ]
  })
}

/** Some ids of the first so many, spread evenly. */
async function idsOf(
  world: World,
  { merchant }: { merchant: { id: string } },
  among: number,
  count: number,
): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, i) => `order:g-${1 + Math.floor((i * among) / count)}`)
  const found = await world.sql<{ id: string }[]>`
    select id from transactions where merchant_id = ${merchant.id} and idempotency_key = any(${keys})`
  return found.map(({ id }) => id)
}

/** Postings and transactions a second, over one audit or as many as take a second. */
async function auditing(world: World, merchantId: string): Promise<Result> {
  const times: number[] = []
  const start = performance.now()
  const [{ rows } = { rows: 0n }] = await world.sql<{ rows: bigint }[]>`
    select 2 * postings as rows from balances where merchant_id = ${merchantId}`
  while (performance.now() - start < 1_000) {
    const began = performance.now()
    const faults = await auditBooks({ sql: world.sql }, { onlyMerchant: merchantId })
    if (faults.length > 0) throw new Error(`the audit found ${JSON.stringify(faults[0])}`)
    times.push(performance.now() - began)
  }
  const result = resultOf(times, performance.now() - start)
  return { ...result, rate: result.rate * Number(rows) }
}

/** Each size is created once, however many scenarios use it. */
function remembering<Made>(make: (count: number) => Promise<Made>) {
  const made = new Map<number, Promise<Made>>()
  return (count: number): Promise<Made> => {
    const there = made.get(count) ?? make(count)
    made.set(count, there)
    return there
  }
}
