import { generateTransactions } from '../generate.ts'
import { cashOutTokens, readPaths } from '../hot-path.ts'
import { wrk } from '../measure.ts'
import { lines } from '../scenario.ts'
import { type Peer, ask } from './peer.ts'

const stored = 2_000
const inOneCall = 100

/** Formance ledger: one transaction out of an account, with a reference that is never used twice, as a cash-out is. */
export const formance: Peer = {
  settings: databaseUrl => ({ POSTGRES_URI: databaseUrl, AUTO_UPGRADE: 'true' }),
  async scenarios(world, url) {
    const accounts = Array.from({ length: 1_000 }, (_, i) => String(i))
    const [hot, many] = [await lines('formance-hot', ['hot']), await lines('formance-many', accounts)]
    await ask('POST', `${url}/v2/bench`, {})
    await fund(url, ['hot', ...accounts])
    const ids = await store(url)
    const paths = await lines(
      'formance-reads',
      ids.map(id => `/v2/bench/transactions/${id}`),
    )

    const [one, reader] = [await world.newMerchant(), await world.newMerchant()]
    const [token, tokens] = [await lines('hot', [one.token]), await lines('many', await cashOutTokens(world))]
    await generateTransactions(world.sql, reader.merchant.id, stored)
    const ownPaths = await lines('reads', await readPaths(world, reader.merchant.id))
    return {
      'money out of one hot account': [
        () => wrk(url, 'formance-move', [hot]),
        () => wrk(world.url, 'cash-out', [token]),
      ],
      'money out of 1,000 accounts': [
        () => wrk(url, 'formance-move', [many]),
        () => wrk(world.url, 'cash-out', [tokens]),
      ],
      'transaction read by id': [
        () => wrk(url, 'get', ['none', paths]),
        () => wrk(world.url, 'get', [reader.token, ownPaths]),
      ],
    }
  },
}

const funding = (account: string) => ({
  source: 'world',
  destination: `merchants:${account}`,
  amount: 1_000_000_000_000,
  asset: 'BRL/2',
})

async function fund(url: string, accounts: string[]) {
  for (let i = 0; i < accounts.length; i += inOneCall)
    await ask('POST', `${url}/v2/bench/transactions`, { postings: accounts.slice(i, i + inOneCall).map(funding) })
}

/** Creates transactions to read. */
async function store(url: string): Promise<number[]> {
  const postings = [{ source: 'world', destination: 'merchants:reader', amount: 1_050, asset: 'BRL/2' }]
  const elements = Array.from({ length: inOneCall }, () => ({ action: 'CREATE_TRANSACTION', data: { postings } }))
  const ids: number[] = []
  while (ids.length < stored) {
    const { data } = (await (await ask('POST', `${url}/v2/bench/_bulk`, elements)).json()) as Bulk
    ids.push(...data.map(element => element.data.id))
  }
  return ids
}

type Bulk = { data: { data: { id: number } }[] }
