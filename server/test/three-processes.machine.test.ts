import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { type Api, clientWith } from './kit/api-client.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { dataFolder, spawnServer } from './kit/server-process.ts'
import { openSink } from './kit/webhook-sink.ts'

/** This process and two more serve requests, a fourth does background work; they share only the database. */
const trilho = await openTrilho()
const sink = await openSink()
const processes = await Promise.all(
  (['api', 'api', 'worker'] as const).map(async role => {
    const settings = { TRILHO_ROLE: role, DATABASE_URL: trilho.databaseUrl, TRILHO_DATA: await dataFolder() }
    const server = await spawnServer(settings)
    await server.ready()
    return server
  }),
)
const callable = [trilho.url, ...processes.slice(0, 2).map(({ url }) => url)]
const clientsOf = (merchant: { token: string }): Api[] => callable.map(url => clientWith(url, merchant.token))
const nth = <Item>(items: Item[], i: number): Item => items[i % items.length] as Item
const countsOf = (statuses: number[]) => [201, 200, 409].map(status => statuses.filter(s => s === status).length)

test('one order id sent sixty times at once through three processes opens one transaction', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const clients = clientsOf(merchant)
  for (const kind of ['requestCashIn', 'requestCashOut'] as const) {
    const order = { amount: '10', transaction: { orderId: `same-${kind}` }, webhook: { url: sink.url } }
    const answers = await Promise.all(times(60, i => nth(clients, i)[kind](order)))
    expect(answers.map(a => a.status)).toEqual(times(60, () => 201))
    expect(new Set(answers.map(a => a.body.data.transaction.id)).size).toBe(1)
    expect(answers.filter(a => a.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  }
  expect(await merchant.balance()).toMatchObject({ available: '90.000000', held: '10.000000' })
})

test('ninety cash-outs at once through three processes never spend more than there is', async () => {
  const merchant = await trilho.newMerchant({ balance: '50' })
  const answers = await Promise.all(times(90, i => nth(clientsOf(merchant), i).requestCashOut({ amount: '1' })))
  expect(countsOf(answers.map(a => a.status))).toEqual([50, 0, 40])
  expect(await merchant.balance()).toMatchObject({ available: '0.000000', held: '50.000000' })
})

test('a cash-in paid and cancelled at once through three processes gets one final state, moves money once, notifies once', async () => {
  const merchant = await trilho.newMerchant()
  const clients = clientsOf(merchant)
  const cashIns = await Promise.all(times(10, () => merchant.createCashIn({ amount: '5', webhook: { url: sink.url } })))
  const answers = await Promise.all(
    cashIns.flatMap(id => times(6, i => nth(clients, i).simulate(i < 3 ? 'complete' : 'cancel', id))),
  )
  expect(countsOf(answers.map(a => a.status))).toEqual([0, 10, 50])
  const states = await Promise.all(cashIns.map(id => merchant.stateOf(id)))
  const paid = states.filter(state => state === 'Completed')
  expect((await merchant.balance()).available).toBe(`${paid.length * 5}.000000`)
  for (const id of cashIns) expect(await sink.waitForEvents(id, 1)).toHaveLength(1)
})

test('the events of one transaction, each caused in another process, arrive in order', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const clients = clientsOf(merchant)
  const ids = await Promise.all(
    times(12, async i => {
      const id = await nth(clients, i).createCashOut({ amount: '1', webhook: { url: sink.url } })
      for (const [step, act] of (['register', 'complete', 'reverse'] as const).entries())
        expect((await nth(clients, i + step + 1).simulate(act, id)).status).toBe(200)
      return id
    }),
  )
  for (const id of ids) {
    const events = await sink.waitForEvents(id, 3)
    expect(events.map(e => e.body.transactionState)).toEqual(['Registered', 'Completed', 'Reversed'])
  }
})

test('after all of that the books add up', async () => {
  expect(await auditBooks(trilho)).toEqual([])
})
