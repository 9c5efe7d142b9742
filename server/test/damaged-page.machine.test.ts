import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiClient, call } from './kit/api-client.ts'
import { runCluster } from './kit/own-postgres.ts'
import { refusalOf } from './kit/portal-client.ts'
import { dataFolder, preparedFolder, readSandboxFile, spawnServer } from './kit/server-process.ts'
import { times } from './kit/trilho.ts'

const pageBytes = 8192

/** As a disk does it: some bytes in the middle of a page are not those that were written. */
async function damage(file: string, block: number): Promise<void> {
  const handle = await open(file, 'r+')
  const bytes = Buffer.alloc(64, 0xa5)
  await handle.write(bytes, 0, bytes.length, block * pageBytes + pageBytes / 2)
  await handle.close()
}

type Page = { block: number; ids: string[] }

test('a page that the disk has damaged stops the money of its merchant with an alarm, is never answered from, and no other merchant notices', async () => {
  const [folder, cluster] = [await dataFolder(), await preparedFolder()]
  const before = await runCluster(cluster, {})
  expect(await before.ask('show data_checksums')).toEqual([{ data_checksums: 'on' }])
  const start = async (DATABASE_URL: string) => {
    const server = await spawnServer({ TRILHO_DATA: folder, DATABASE_URL })
    await server.ready()
    const { otherMerchant, ...merchant } = await readSandboxFile(folder)
    return { server, one: await apiClient(server.url, merchant), other: await apiClient(server.url, otherMerchant) }
  }
  const first = await start(before.address())
  const ids = await Promise.all(times(60, () => first.one.createCashIn()))
  const unharmed = await first.other.createCashIn()
  await first.server.kill('SIGTERM')
  // A page with rows of this merchant only.
  const pages = (await before.ask(`
    select (ctid::text::point)[0]::int as block, array_agg(id::text) as ids from transactions
     group by 1 having count(distinct merchant_id) = 1 order by 1`)) as Page[]
  const page = pages.find(one => one.ids.every(id => ids.includes(id)))
  const [place] = await before.ask("select pg_relation_filepath('transactions') as path")
  expect(page).toBeDefined()
  await before.stop()
  await damage(join(before.data, String(place?.['path'])), page?.block ?? 0)

  const after = await runCluster(cluster, {})
  const { server, one, other } = await start(after.address())
  expect((await one.read(page?.ids[0] ?? '')).status).toBe(503)
  const suspended = [403, 'MerchantSuspended']
  await expect.poll(async () => refusalOf(await one.get('/accounts/balance'))).toEqual(suspended)
  const moving = await Promise.all([one.requestCashIn(), one.requestCashOut(), one.refund(ids[0] ?? '')])
  expect(moving.map(refusalOf)).toEqual(times(3, () => suspended))
  expect(await other.stateOf(unharmed)).toBe('Registered')
  expect((await other.requestCashIn()).status).toBe(201)
  expect((await call(`${server.url}/metrics`)).text).toMatch(/^trilho_database_damage_total [1-9]/m)
})
