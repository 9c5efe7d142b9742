import { expect, test } from 'vitest'
import { type Api, apiClient, call } from './kit/api-client.ts'
import { followAccount } from './kit/account-history.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { childrenOf } from './kit/processes.ts'
import { runCluster, runPair } from './kit/own-postgres.ts'
import { databasePid, dataFolder, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { openLink } from './kit/tcp-link.ts'
import { openSink } from './kit/webhook-sink.ts'

const { url } = await openSink()
const webhook = { url }

type Following = Awaited<ReturnType<typeof followAccount>>

async function startServer(settings: Record<string, string>, folder: string) {
  const server = await spawnServer({ TRILHO_DATA: folder, ...settings })
  await server.ready()
  return { ...server, api: await apiClient(server.url, await readSandboxFile(folder)) }
}

async function answers(following: Following, more: number) {
  const before = following.answered()
  await expect.poll(() => following.answered(), { interval: 10 }).toBeGreaterThan(before + more)
}

async function readiness(serverUrl: string, status: number) {
  await expect.poll(async () => (await call(`${serverUrl}/readyz`)).status, { interval: 20 }).toBe(status)
}

/** All answers of all clients are those of one account that did one thing after the other. */
async function expectLinearizable(following: Following) {
  const { verdict, calls } = await following.stop()
  expect(verdict).toEqual({ isLinearizable: true })
  const replies = calls.map(({ reply }) => reply)
  expect(replies).toContain('refused')
  return { replies }
}

test('killed with -9, with its database, a server answers as one account that did one thing after the other', async () => {
  const folder = await preparedFolder()
  let server = await startServer({ PROCESSES: '2' }, folder)
  const following = await followAccount({ apis: () => [server.api], webhook })
  for (const killDatabase of [false, true]) {
    await answers(following, 60)
    const database = databasePid(folder)
    const children = childrenOf(server.pid).map(Number)
    const ended = server.kill('SIGKILL')
    for (const child of children) if (child !== database) process.kill(child, 'SIGKILL')
    if (killDatabase) process.kill(database, 'SIGKILL')
    await ended
    server = await startServer({ PROCESSES: '2' }, folder)
  }
  await answers(following, 60)
  expect((await expectLinearizable(following)).replies).toContain(null)
})

test('so do two servers of which one loses its database for a while', async () => {
  const database = await runCluster(await preparedFolder(), {})
  const link = await openLink(Number(database.host.split(':')[1]))
  const folder = await dataFolder()
  const near = await startServer({ DATABASE_URL: database.address() }, folder)
  const far = await startServer({ DATABASE_URL: database.address(link.host) }, folder)
  const following = await followAccount({ apis: () => [near.api, far.api], webhook })
  await answers(following, 60)
  link.cut()
  await readiness(far.url, 503)
  link.mend()
  await readiness(far.url, 200)
  await answers(following, 60)
  expect((await expectLinearizable(following)).replies).toContain(null)
})

test('so do two servers whose bank cannot be reached for a while; it pays each payout once', async () => {
  const bank = await startRealBank()
  const link = await openLink(Number(new URL(bank.url).port))
  const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) } as const
  const trilho = await openTrilho(production, { isConnected: false })
  const worker = await trilho.startServer({ workers: true })
  const { payoutUrl, ...settings } = await bank.settingsOf('sicoob')
  const behind = (url: string) => url.replace(new URL(bank.url).host, link.host)
  await connectBank(trilho.needs, {
    name: 'behind a link',
    dialect: 'sicoob',
    isDefault: true,
    settings: {
      ...settings,
      pixUrl: behind(settings.pixUrl),
      tokenUrl: behind(settings.tokenUrl),
      payoutUrl: behind(payoutUrl ?? ''),
    },
  })
  const merchant = await trilho.newMerchant({ balance: '30000.00' })
  const apis = [merchant, await apiClient(worker.url, merchant)]
  const nowhere = { url: 'https://hooks.example.invalid/hook' }
  const to = {
    recipient: { name: 'João Pereira', cpf: '11144477735' },
    key: { type: 'EMAIL', value: 'joao@mail.test' },
  }
  const following = await followAccount({ apis: () => apis, webhook: nowhere, isSandbox: false, to })
  await answers(following, 30)
  link.cut()
  await answers(following, 10)
  link.mend()
  await expect.poll(async () => Number(await merchant.availableBalance())).toBeLessThan(900)
  await answers(following, 12)
  const { replies } = await expectLinearizable(following)
  const paid = new Set(
    replies.flatMap(reply => (typeof reply === 'object' && reply && 'id' in reply ? [reply.id] : [])),
  )
  for (const id of paid) await expect.poll(() => merchant.stateOf(id)).toBe('Completed')
  const sent: { state: string }[] = await bank.control('GET', '/payouts?all')
  // One more was made to learn what a payout costs.
  expect(sent.filter(({ state }) => state === 'Paid')).toHaveLength(paid.size + 1)
})

test('so do two servers whose primary dies and whose standby is promoted', async () => {
  const { primary, copy } = await runPair()
  const databaseUrl = `${primary.address(`${primary.host},${copy.host}`)}?target_session_attrs=read-write`
  const folder = await dataFolder()
  const servers = [await startServer({ DATABASE_URL: databaseUrl }, folder)]
  servers.push(await startServer({ DATABASE_URL: databaseUrl, TRILHO_ROLE: 'api' }, folder))
  const following = await followAccount({ apis: () => servers.map(({ api }) => api), webhook })
  await answers(following, 60)
  await primary.kill()
  for (const { url } of servers) await readiness(url, 503)
  await copy.ask('select pg_promote()')
  for (const { url } of servers) await readiness(url, 200)
  await answers(following, 60)
  expect((await expectLinearizable(following)).replies).toContain(null)
})

test('with two primaries the old one acknowledges nothing: it is cut off from its standby, which is promoted', async () => {
  const { primary, copy } = await runPair()
  const folder = await dataFolder()
  const old = await startServer({ DATABASE_URL: primary.address() }, folder)
  const following = await followAccount({ apis: () => [old.api], webhook })
  await answers(following, 60)
  await copy.ask('select pg_promote()')
  const now = await startServer({ DATABASE_URL: copy.address() }, folder)
  const after: Api = now.api
  expect((await old.api.requestCashOut({ amount: '1' })).status).toBe(503)
  expect((await after.requestCashOut({ amount: '1' })).status).toBe(201)
  expect((await expectLinearizable(following)).replies).toContain(null)
})
