import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientWith } from './kit/api-client.ts'
import { dataFolder, spawnServer } from './kit/server-process.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const script = fileURLToPath(new URL('./kit/shifted-main.ts', import.meta.url))
const trilho = await openTrilho()
const shop = await trilho.newMerchant()

/** Processes on machines whose clocks are an hour fast and a minute slow; both serve requests and do background work. */
const aheadMs = [3_600_000, -60_000]
const servers = await Promise.all(
  aheadMs.map(async ms => {
    const settings = { DATABASE_URL: trilho.databaseUrl, TRILHO_DATA: await dataFolder() }
    const server = await spawnServer(settings, [script, String(ms)])
    await server.ready()
    return server
  }),
)
const clients = servers.map(({ url }) => clientWith(url, shop.token))
const nth = <Item>(items: Item[], i: number): Item => items[i % items.length] as Item

/** Created through one process and paid through the other. */
async function payOne(i: number, url: string): Promise<string> {
  const id = await nth(clients, i).createCashIn({ amount: '1', webhook: { url } })
  expect((await nth(clients, i + 1).simulate('complete', id)).status).toBe(200)
  return id
}

test('processes whose clocks differ by an hour send every event once', async () => {
  // Slow enough that an event is still being sent when the other process looks for what is due.
  const slow = await openSink({ instead: response => setTimeout(() => response.end(), 1_500) })
  const ids = await Promise.all(times(40, i => payOne(i, slow.url)))
  await Promise.all(ids.map(id => slow.waitForEvents(id, 1)))
  const unfinished = () => trilho.sql`select from webhook_events where stage <> 'Finished'`
  await expect.poll(async () => (await unfinished()).count).toBe(0)
  for (const id of ids) expect(slow.eventsOf(id)).toHaveLength(1)
})

test('statement and list up to now have everything, from either process', async () => {
  const now = new Date().toISOString()
  for (const client of clients) {
    const { body } = await client.get(`/accounts/statement?endDate=${now}&dataset.limit=5`)
    expect(body.data.total).toBe(40)
    const listed = await client.get(`/accounts/transactions/pix?endDate=${now}&dataset.limit=5`)
    expect(listed.body.data.total).toBe(40)
  }
})

test('an event that failed in a process that was an hour fast does not wait an hour after that process is gone', async () => {
  const answer = { status: 500 }
  const broken = await openSink(answer)
  const ids = await Promise.all(times(4, () => payOne(1, broken.url)))
  await Promise.all(ids.map(id => broken.waitForEvents(id, 1)))
  const failed = () => trilho.sql`select from webhook_events where status = 'Failed'`
  await expect.poll(async () => (await failed()).count).toBe(ids.length)
  await servers[0]?.kill('SIGTERM')
  answer.status = 200
  await Promise.all(ids.map(id => broken.waitForEvents(id, 2)))
})
