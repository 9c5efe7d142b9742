import { expect, test } from 'vitest'
import { call, clientWith } from '../../../../test/kit/api-client.ts'
import { deliveriesOf, eventually } from '../../../../test/kit/delivery-kit.ts'
import { dataFolder, spawnServer } from '../../../../test/kit/server-process.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'

type Trilho = Awaited<ReturnType<typeof openTrilho>>

/** So many that no process has all or none of their lanes. */
const merchantsThere = 20

async function startOn({ databaseUrl }: Trilho, settings: Record<string, string> = {}) {
  const server = await spawnServer({ DATABASE_URL: databaseUrl, TRILHO_DATA: await dataFolder(), ...settings })
  await server.ready()
  return server
}

/** One figure of each process of a server. */
const figures = async ({ url }: { url: string }, name: string) =>
  Array.from((await call(`${url}/metrics`)).text.matchAll(new RegExp(`^${name}.* (\\d+)$`, 'gm')), ([, n]) => Number(n))

const untilShared = (server: { url: string }, expected: number[]) =>
  eventually(async () => expect(await figures(server, 'trilho_webhook_senders')).toEqual(expected))

/** Every merchant has three cash-outs that were registered and completed, and a receiver that did not take the events. */
async function makeBacklog(trilho: Trilho, url: string) {
  const merchants = await Promise.all(times(merchantsThere, () => trilho.newMerchant({ balance: '10' })))
  const ids = await Promise.all(
    merchants.flatMap(merchant =>
      times(3, async () => {
        const id = await merchant.createCashOut({ amount: '1', webhook: { url } })
        for (const act of ['register', 'complete']) expect((await merchant.simulate(act, id)).status).toBe(200)
        return id
      }),
    ),
  )
  return { merchants, ids }
}

test('what waits is sent by every process, each event once, and those of a transaction in order', async () => {
  const trilho = await openTrilho()
  const answer = { status: 503, headers: { 'retry-after': '3600' } }
  const sink = await openSink(answer)
  const server = await startOn(trilho, { PROCESSES: '2' })
  await untilShared(server, [2, 2])
  const { merchants, ids } = await makeBacklog(trilho, sink.url)
  const refused = sink.received.length

  answer.status = 200
  await Promise.all(
    merchants.map(({ token }) => deliveriesOf(clientWith(server.url, token)).resendAll({ url: sink.url })),
  )
  await eventually(() => expect(sink.received.length - refused).toBeGreaterThanOrEqual(2 * ids.length))
  const sent = async () => figures(server, 'trilho_webhook_attempt_seconds_count{outcome="success"')
  await eventually(async () => expect((await sent()).reduce((sum, each) => sum + each, 0)).toBe(2 * ids.length))
  expect((await sent()).filter(count => count > 0)).toHaveLength(2)
  const taken = sink.received.slice(refused).map(event => event.body)
  for (const id of ids)
    expect(taken.filter(body => body.id === id).map(body => body.transactionState)).toEqual(['Registered', 'Completed'])
})

test('when a process is killed the others send what waits in its lanes', async () => {
  const trilho = await openTrilho()
  const answer = { status: 503, headers: { 'retry-after': '5' } }
  const sink = await openSink(answer)
  const [killed, left] = [await startOn(trilho), await startOn(trilho)]
  for (const server of [killed, left]) await untilShared(server, [2])
  const { ids } = await makeBacklog(trilho, sink.url)
  await killed.kill('SIGKILL')

  answer.status = 200
  const completed = () => sink.received.filter(event => event.body.transactionState === 'Completed')
  await eventually(() => expect(new Set(completed().map(event => event.body.id))).toEqual(new Set(ids)))
  await untilShared(left, [1])
})
