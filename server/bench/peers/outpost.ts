import { openCashIn, payCashIn } from '../completing.ts'
import { wrkOnce } from '../measure.ts'
import { startBeside } from '../processes.ts'
import { inGroups, lines } from '../scenario.ts'
import { received, until } from '../bursts.ts'
import type { World } from '../world.ts'
import { type Peer, ask } from './peer.ts'

const apiKey = 'bench'
const tenant = 'bench'
const endToEnd = 8_000
const backlog = 20_000
/** As large as Trilho's payload of a completed payment. */
const event = { transactionState: 'Completed', filler: 'x'.repeat(1_160) }

/** How a side creates events over HTTP, and where they arrive. */
type Side = {
  receiver: string
  /** Prepares the given number of events; returns one line for each, to be requested once. */
  prepare: (count: number) => Promise<string[]>
  ask: (file: string) => Promise<void>
  /** Resolves when that many events wait for a receiver that does not respond. */
  makeBacklog: () => Promise<void>
}

/** Hookdeck Outpost: publishing events, where Trilho completes payments, until the last has arrived. */
export const outpost: Peer = {
  settings: databaseUrl => ({
    POSTGRES_URL: databaseUrl,
    API_KEY: apiKey,
    DELIVERY_MAX_CONCURRENCY: '64',
    // The receiver holds its responses while a backlog is created, which must not count as a failure.
    DELIVERY_TIMEOUT_SECONDS: '120',
    DISABLE_TELEMETRY: 'true',
  }),
  async scenarios(world, url) {
    const [peer, own] = [await publishing(url), await completing(world)]
    return {
      'webhooks, end to end': [() => makeAndDeliver(peer), () => makeAndDeliver(own)],
      'webhooks, from a backlog': [() => deliverBacklog(peer), () => deliverBacklog(own)],
    }
  },
}

async function publishing(url: string): Promise<Side> {
  const receiver = await startBeside('receiver.ts', port => [port])
  await ask('PUT', `${url}/api/v1/tenants/${tenant}`, {}, apiKey)
  const destination = { type: 'webhook', topics: ['*'], config: { url: `${receiver}/hook` } }
  await ask('POST', `${url}/api/v1/tenants/${tenant}/destinations`, destination, apiKey)
  const body = JSON.stringify({ tenant_id: tenant, topic: 'payment.completed', data: event })
  const prepare = async (count: number) => Array.from({ length: count }, () => `/api/v1/publish\t${body}`)
  const publish = (file: string) => wrkOnce(url, ['POST', apiKey, file])
  return {
    receiver,
    prepare,
    ask: publish,
    makeBacklog: async () => {
      const file = await lines('events', await prepare(backlog))
      await ask('PUT', `${receiver}/hold`)
      await publish(file)
    },
  }
}

async function completing(world: World): Promise<Side> {
  const receiver = await startBeside('receiver.ts', port => [port])
  const { merchant, token } = await world.newMerchant()
  const payer = JSON.stringify({ name: 'Maria', taxNumber: '52998224725' })
  const openMany = async (count: number) => {
    const opened: Awaited<ReturnType<typeof openCashIn>>[] = []
    const open = async () => opened.push(await openCashIn(world, merchant, `${receiver}/hook`))
    await inGroups(Array.from({ length: count }), 500, open)
    return opened
  }
  return {
    receiver,
    prepare: async count => (await openMany(count)).map(({ id }) => `/sandbox/transactions/complete/${id}\t${payer}`),
    ask: file => wrkOnce(world.url, ['PUT', token, file]),
    // Not over HTTP: a sandbox responds to a completion after the webhook attempt.
    makeBacklog: async () => {
      const opened = await openMany(backlog)
      await ask('PUT', `${receiver}/hold`)
      await inGroups(opened, 500, each => payCashIn(world, each))
    },
  }
}

/** From the first request until the last event has arrived. */
async function makeAndDeliver(side: Side) {
  const file = await lines('events', await side.prepare(endToEnd))
  const before = await received(side.receiver)
  const start = performance.now()
  await Promise.all([side.ask(file), untilReceived(side, before + endToEnd)])
  return rateSince(start, endToEnd)
}

/** Events wait for a receiver that does not respond; measured from when it does until the last has arrived. */
async function deliverBacklog(side: Side) {
  const before = await received(side.receiver)
  await side.makeBacklog()
  const start = performance.now()
  await ask('PUT', `${side.receiver}/let-go`)
  await untilReceived(side, before + backlog)
  return rateSince(start, backlog)
}

const untilReceived = ({ receiver }: Side, count: number) => until(async () => (await received(receiver)) >= count)

const rateSince = (start: number, count: number) => ({ rate: count / ((performance.now() - start) / 1000) })
