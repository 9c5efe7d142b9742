import { openDatabase } from '../../src/platform/db/db.ts'
import { distribute } from '../../src/platform/db/distribution.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { refuseUnlisted } from './state-watch.ts'

/** Few, so that a test's database is created fast; several for each node, so that merchants are on different shards. */
const shards = 4
const patient = { connections: 1, limits: 'longWork' } as const

/** The same database on another server, or another database of the same one. */
export function placed(url: string, { host, database }: { host?: string; database?: string }): string {
  const address = new URL(url)
  if (host !== undefined) address.host = host
  if (database !== undefined) address.pathname = `/${database}`
  return address.href
}

/**
 * Makes a distributed database `template_trilho` on the Citus of this coordinator. Its copies on all nodes together are a
 * distributed database again, which costs a fraction of creating one. Returns the nodes, the coordinator first.
 */
export async function makeCitusTemplate(coordinator: string): Promise<string[]> {
  const admin = openDatabase(coordinator, patient)
  const found = await admin<{ host: string }[]>`
    select nodename || ':' || nodeport as host from pg_dist_node where isactive order by groupid`
  await admin.end()
  if (found.length === 0) throw new Error(`${coordinator} is no coordinator of a Citus`)
  const nodes = found.map(({ host }) => placed(coordinator, { host }))
  for (const node of nodes) await dropOld(node)

  const template = await makeJoined(coordinator, nodes, 'template_trilho')
  const sql = openDatabase(template, patient)
  await migrate(template)
  await distribute(sql, { shards })
  await sql.unsafe('set citus.enable_unsafe_triggers = on')
  // One by one: Citus forwards each to the nodes as it was sent.
  for (const statement of refuseUnlisted().split(/(?=create trigger)/)) await sql.unsafe(statement)
  await sql.end()
  for (const node of nodes) await closeTemplate(node)
  return nodes
}

/** An empty database on all nodes, which knows them: nothing in it is distributed yet. */
export async function makeJoined(coordinator: string, nodes: string[], database: string): Promise<string> {
  for (const node of nodes) {
    const admin = openDatabase(node, patient)
    await admin.unsafe(`create database ${database}`)
    await admin.end()
    const sql = openDatabase(placed(node, { database }), patient)
    await sql.unsafe('create extension citus')
    await sql.end()
  }
  const url = placed(coordinator, { database })
  const sql = openDatabase(url, patient)
  const [first = '', ...others] = nodes.map(node => `'${new URL(node).hostname}', ${new URL(node).port}`)
  await sql.unsafe(`select citus_set_coordinator_host(${first})`)
  for (const other of others) await sql.unsafe(`select citus_add_node(${other})`)
  await sql.end()
  return url
}

async function dropOld(node: string): Promise<void> {
  const admin = openDatabase(node, patient)
  const old = await admin<{ name: string }[]>`
    select datname as name from pg_database where datname ~ '^(test_[0-9a-f]{32}|template_trilho)$'`
  for (const { name } of old) await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
}

/** Only a database without connections can be copied, and Citus itself stays connected. */
async function closeTemplate(node: string): Promise<void> {
  const admin = openDatabase(node, patient)
  await admin.unsafe('alter database template_trilho allow_connections false')
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'template_trilho'`
  await admin.end()
}
