import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { type Api, apiClient, call } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { type Operation, findViolation, keepHistory, openAccount } from './kit/history.ts'
import { runPair } from './kit/own-postgres.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { times } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const { primary, copy } = await runPair()
// The standby comes first: it is skipped while it accepts no writes.
const copyFirst = (attributes: string) =>
  `${primary.address(`${copy.host},${primary.host}`)}?target_session_attrs=${attributes}`
const databaseUrl = copyFirst('read-write')
const folder = await dataFolder()
const start = async (role: 'all' | 'api') => {
  const server = await spawnServer({ DATABASE_URL: databaseUrl, TRILHO_DATA: folder, TRILHO_ROLE: role })
  await server.ready()
  return server
}
const servers = [await start('all'), await start('api')]
const auditScript = fileURLToPath(new URL('../src/edges/commands/audit.ts', import.meta.url))
const sink = await openSink()
const webhook = { url: sink.url }
const sandbox = await readSandboxFile(folder)
const clients = await Promise.all(servers.map(server => apiClient(server.url, sandbox)))
const others = await Promise.all(servers.map(server => apiClient(server.url, sandbox.otherMerchant)))

test('the very first connection skips the standby, serves, and is the only one; a command does its work and exits', async () => {
  // A new address each time: for a used one, the primary is already known.
  const asking = openDatabase(copyFirst('primary'), { connections: 1, name: 'first' })
  const listening = openDatabase(copyFirst('any'), { connections: 1, name: 'first' })
  cleanUp(() => Promise.all([asking.end(), listening.end()]))
  expect(await asking`select 1 as found`).toEqual([{ found: 1 }])
  await listening.listen('first', () => {})
  // A connection considered lost would have been replaced by now.
  await delay(1_000)
  expect(await primary.ask("select 1 from pg_stat_activity where application_name = 'first'")).toHaveLength(2)

  const command = await spawnServer({ DATABASE_URL: databaseUrl, TRILHO_DATA: folder }, [auditScript, '--print-head'])
  expect([await command.exited, command.errors()]).toEqual([0, ''])
})

test('a write whose wait for the standby was cancelled is not reported as done', async () => {
  const [receiver] = await copy.ask("select pid from pg_stat_activity where backend_type = 'walreceiver'")
  const pid = Number(receiver?.pid)
  process.kill(pid, 'SIGSTOP')
  const answer = clients[0]?.requestCashIn({ amount: '1', webhook })
  await primary.askUntilFound("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
  expect((await answer)?.status).toBe(503)
  process.kill(pid, 'SIGCONT')
})

test('after the primary dies and the standby is promoted all processes resume, and nothing acknowledged is lost', async () => {
  const acknowledged: string[] = []
  const paid: string[] = []
  let isOver = false
  const keepPaying = async (api: Api) => {
    while (!isOver) {
      const answer = await api.requestCashIn({ amount: '2', webhook })
      if (answer.status !== 201) continue
      const id: string = answer.body.data.transaction.id
      acknowledged.push(id)
      if ((await api.simulate('complete', id)).status === 200) paid.push(id)
    }
  }
  const history: Operation[] = []
  const account = await openAccount(others[0] as Api)
  const paying = [
    ...times(8, i => keepPaying(clients[i % clients.length] as Api)),
    ...times(4, i => keepHistory(others[i % others.length] as Api, history, () => !isOver)),
  ]
  await expect.poll(() => paid.length).toBeGreaterThan(50)
  await primary.kill()
  for (const { url } of servers) await expect.poll(async () => (await call(`${url}/readyz`)).status).toBe(503)
  const before = paid.length
  await copy.ask('select pg_promote()')
  for (const { url } of servers) await expect.poll(async () => (await call(`${url}/readyz`)).status).toBe(200)
  await expect.poll(() => paid.length).toBeGreaterThan(before + 50)
  isOver = true
  await Promise.all(paying)

  // Every answer that clients got of balances and repeated orders is right in one order of all of them.
  expect(history.length).toBeGreaterThan(50)
  expect(findViolation(history, account)).toBeNull()

  const states = await Promise.all(acknowledged.map(id => (clients[0] as Api).stateOf(id)))
  expect(states.filter(state => state !== 'Registered' && state !== 'Completed')).toEqual([])
  expect(await Promise.all(paid.map(id => (clients[1] as Api).stateOf(id)))).toEqual(paid.map(() => 'Completed'))
  for (const id of paid) expect((await sink.waitForEvents(id, 1))[0]?.body.transactionState).toBe('Completed')

  const sql = openDatabase(databaseUrl, { connections: 1, limits: 'longWork' })
  cleanUp(() => sql.end())
  expect(await auditBooks({ sql })).toEqual([])
})

test('notifications between processes through the database work again', async () => {
  const api = clients[1] as Api
  const id = await api.createCashIn({ amount: '3', webhook })
  await api.simulate('complete', id)
  await sink.waitForEvents(id, 1)
  const delivery = async () => (await api.get(`/webhooks/deliveries?transactionId=${id}`)).body.data.items[0]
  // An event that is still being sent would not be sent again.
  await expect.poll(async () => (await delivery()).status).toBe('Success')
  expect((await api.post(`/webhooks/deliveries/${(await delivery()).id}/resend`, {})).status).toBe(200)
  await sink.waitForEvents(id, 2)
})
