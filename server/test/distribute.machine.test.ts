import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { layout } from '../src/platform/db/distribution.ts'
import { apiClient } from './kit/api-client.ts'
import { makeJoined } from './kit/citus.ts'
import { cleanUp } from './kit/clean-up.ts'
import { isCitus } from './kit/databases.ts'
import { dataFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { openSink } from './kit/webhook-sink.ts'

const command = [fileURLToPath(new URL('../src/edges/commands/distribute.ts', import.meta.url)), '--shards', '4']
const spreadTables = Object.values(layout).filter(place => place !== 'coordinator').length

test.skipIf(!isCitus())(
  'after a killed distribution the next run distributes the database with its rows, and shards move while a server runs',
  async () => {
    const database = `test_${randomUUID().replaceAll('-', '')}`
    const nodes = inject('citusNodes')
    const url = await makeJoined(inject('databaseUrl'), nodes, database)
    const sql = openDatabase(url, { connections: 1, limits: 'longWork' })
    cleanUp(async () => {
      await sql.end()
      for (const node of nodes) {
        const admin = openDatabase(node, { connections: 1, limits: 'longWork' })
        await admin.unsafe(`drop database ${database} with (force)`)
        await admin.end()
      }
    })
    const settings = { DATABASE_URL: url, TRILHO_DATA: await dataFolder() }
    const webhook = { url: (await openSink()).url }
    const start = async () => {
      const server = await spawnServer(settings)
      await server.ready()
      const api = await apiClient(server.url, await readSandboxFile(settings.TRILHO_DATA))
      const pay = async () => {
        const id = await api.createCashIn({ amount: '5', webhook })
        expect((await api.simulate('complete', id)).status).toBe(200)
        return id
      }
      return { ...server, api, pay }
    }
    const before = await start()
    const paid = await before.pay()
    const { available, held } = await before.api.balance()
    expect(await before.kill('SIGTERM')).toBe(0)

    const countSpread = async () =>
      (await sql`select 1 from pg_dist_partition where partmethod = 'h' or repmodel = 't'`).length
    /** Moves to the last node while a server runs, as when a node is added. */
    const moveAll = async () => {
      const { hostname, port } = new URL(nodes.at(-1) ?? '')
      const elsewhere = await sql<{ id: string; host: string; port: number }[]>`
        select shardid::text as id, nodename as host, nodeport as port from citus_shards
         where table_name = 'balances'::regclass and (nodename, nodeport) <> (${hostname}, ${Number(port)})`
      for (const { id, host, port: from } of elsewhere)
        await sql.unsafe(
          `select citus_move_shard_placement(${id}, '${host}', ${from}, '${hostname}', ${port}, 'force_logical')`,
        )
    }
    const killed = await spawnServer(settings, command)
    await expect.poll(countSpread, { interval: 10 }).toBeGreaterThan(5)
    await killed.kill('SIGKILL')
    // Queries that it has sent still finish, for one table.
    const atWork = () => sql`
    select 1 from pg_stat_activity where datname = ${database} and state = 'active' and query like '%create_distributed%'
       and pid <> pg_backend_pid()`
    await expect.poll(async () => (await atWork()).length).toBe(0)
    expect(await countSpread()).toBeLessThan(spreadTables)

    const again = await spawnServer(settings, command)
    expect([await again.exited, again.errors()]).toEqual([0, ''])
    expect(await countSpread()).toBe(spreadTables)
    const after = await start()
    expect(await after.api.balance()).toMatchObject({ available, held })
    expect(await after.api.stateOf(paid)).toBe('Completed')
    await moveAll()
    await after.api.refund(await after.pay(), { amount: '2' })
    expect(await auditBooks({ sql })).toEqual([])
  },
)
