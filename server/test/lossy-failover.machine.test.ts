import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openMerchant } from '../src/money/ledger/read-books.ts'
import { gatherNeeds } from '../src/needs.ts'
import { rememberEnvironment } from '../src/platform/db/database-health.ts'
import { openDatabase } from '../src/platform/db/db.ts'
import { readServerSecret } from '../src/platform/db/server-secret.ts'
import { createAccessKey } from '../src/tenancy/access-keys/create-access-key.ts'
import { apiClient, call } from './kit/api-client.ts'
import { runCluster } from './kit/own-postgres.ts'
import { startRealBank } from './kit/real-bank.ts'
import { dataFolder, preparedFolder, spawnServer } from './kit/server-process.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const webhook = { url: 'https://hooks.example.invalid/hook' }

/** A primary with a synchronous standby, and one that nobody waits for. */
async function runThree() {
  const standby = async (name: string) => {
    const folder = await preparedFolder()
    await writeFile(join(folder, 'postgres/standby.signal'), '')
    return runCluster(folder, { primary_conninfo: `${primary.asPrimary} application_name=${name}` })
  }
  const primary = await runCluster(await preparedFolder(), { synchronous_standby_names: 'near' })
  const [near, far] = [await standby('near'), await standby('far')]
  await primary.askUntilFound("select 1 from pg_stat_replication where sync_state = 'sync'")
  await primary.askUntilFound("select 1 from pg_stat_replication where application_name = 'far'")
  return { primary, near, far }
}

test('a promoted standby that lacks acknowledged payments holds payouts, though the settings said synchronous', async () => {
  const { primary, near, far } = await runThree()
  const sql = openDatabase(primary.address(), { connections: 2, limits: 'longWork' })
  const bank = await startRealBank({ isProcess: true })
  const config = readConfig({ ...settings, PORT: '3000' })
  const serverSecret = await readServerSecret(sql, config)
  await rememberEnvironment(sql, 'production')
  const needs = gatherNeeds({
    config,
    sql,
    serverSecret,
    publicUrl: () => 'http://127.0.0.1:3000',
    clock: () => new Date(),
  })
  await bank.connect(needs, 'efi', true)
  const place = { name: 'Padaria', taxNumber: '11222333000181', city: 'São Paulo', accountNumber: '1', chargeFixed: 0n }
  const { merchant } = await openMerchant(needs, { ...place, chargeRate: 0n })
  const key = await createAccessKey(needs, { merchantId: merchant.id, scopes: ['payments'] })

  const DATABASE_URL = primary.address(`${primary.host},${near.host},${far.host}`)
  const env = { ...settings, DATABASE_URL, NODE_EXTRA_CA_CERTS: bank.fileOf('efi', 'ca.pem') }
  const start = async () => {
    const server = await spawnServer({ ...env, TRILHO_DATA: await dataFolder() })
    await server.ready()
    return server
  }
  const [quiet, busy] = [await start(), await start()]
  const api = await apiClient(busy.url, key)
  const early = await api.createCashIn({ amount: '1', webhook })
  await primary.askUntilFound('select 1 from platform where is_synchronous')
  await sql.end()

  // The far one is cut off. What is paid now is acknowledged by the near one.
  await far.askUntilFound(`select 1 from transactions where id = '${early}'`)
  await far.ask("alter system set primary_conninfo = ''")
  await far.ask('select pg_reload_conf()')
  await primary.askUntilFound(
    "select 1 where not exists (select 1 from pg_stat_replication where application_name = 'far')",
  )
  const late = await api.createCashIn({ amount: '2', webhook })
  await primary.kill()
  await near.kill()
  await far.ask('select pg_promote()')
  for (const { url } of [quiet, busy]) await expect.poll(async () => (await call(`${url}/readyz`)).status).toBe(200)

  expect(await far.ask(`select 1 from transactions where id = '${late}'`)).toEqual([])
  const open = () =>
    far.ask('select cause, prepared_at is not null as is_prepared from recoveries where released_at is null')
  await expect.poll(open).toEqual([{ cause: 'failover', is_prepared: true }])
  await expect
    .poll(() => quiet.output() + busy.output())
    .toContain('the database was promoted or went back, and may lack payments since')
})
