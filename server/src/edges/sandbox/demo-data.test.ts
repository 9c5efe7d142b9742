import { expect, test } from 'vitest'
import { apiClient } from '../../../test/kit/api-client.ts'
import { patienceMs } from '../../../test/kit/patience.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { newVisitor } from '../../../test/kit/portal-client.ts'
import { dataFolder, readSandboxFile } from '../../../test/kit/server-process.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { makeDemoData } from './demo-data.ts'
import { makeDemoMonth } from './demo-month.ts'

const trilho = await openTrilho()
const folder = await dataFolder()
await makeDemoData(trilho.needs, { folder, url: trilho.url })
const file = await readSandboxFile(folder)
const firstPage = '/receivers?dataset.limit=20&dataset.offset=0'

test('the first demo merchant has a receiver of each kind, and the approved one can be paid', async () => {
  const api = await apiClient(trilho.url, file)
  const { items } = (await api.get(firstPage)).body.data
  expect(items.map((item: { receiverStatus: string }) => item.receiverStatus)).toEqual([
    'Rejected',
    'Pending',
    'Approved',
  ])
  expect(items[0].reviewNote).toEqual(expect.any(String))
  const { id: refReceiver } = items[2]
  const [account] = (await api.get(`/receivers/${refReceiver}/accounts`)).body.data
  const requested = { amount: '100', description: 'Flour', refReceiver, refBankAccount: account.id }
  const { body } = await api.post('/accounts/transaction-requests', requested)
  expect((await api.put(`/sandbox/transaction-requests/approve/${body.data.id}`)).status).toBe(200)
  expect((await api.simulate('complete', body.data.refTransaction)).status).toBe(200)
})

test('the other demo merchant has none', async () => {
  const other = await apiClient(trilho.url, file.otherMerchant)
  expect((await other.get(firstPage)).body.data.total).toBe(0)
})

test('a second start makes nothing twice', async () => {
  await makeDemoData(trilho.needs, { folder, url: trilho.url })
  const api = await apiClient(trilho.url, await readSandboxFile(folder))
  expect((await api.get(firstPage)).body.data.total).toBe(3)
})

test('the three logins of the file work, and the merchant may look at the other one', async () => {
  const { operator, merchant, approver } = file.portal
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    (await newVisitor(trilho.url).signIn(email, password)).body.data
  expect(await signIn(operator)).toMatchObject({ person: { isOperator: true }, merchants: [] })
  expect((await signIn(merchant)).merchants).toMatchObject([
    { name: 'Livraria Ipê Ltda', roles: ['viewer'] },
    { name: 'Padaria São João Ltda', roles: ['owner'] },
  ])
  expect((await signIn(approver)).merchants).toMatchObject([{ name: 'Padaria São João Ltda', roles: ['approver'] }])
})

test('a sandbox from before there were people gets them with its next start', async () => {
  const { merchant } = file.portal
  await trilho.sql`update people set email = 'former-' || email`
  await trilho.sql`delete from server_secrets where name = 'sandbox file'`
  await makeDemoData(trilho.needs, { folder, url: trilho.url })
  expect((await newVisitor(trilho.url).signIn(merchant.email, merchant.password)).status).toBe(200)
})

test('the month behind the first merchant is lively and in order, and is made once, beside workers that go by the true clock', async () => {
  const fresh = await openTrilho()
  await fresh.startServer({ workers: true })
  const ownFolder = await dataFolder()
  const made = await makeDemoData(fresh.needs, { folder: ownFolder, url: fresh.url })
  const counts = await Promise.all([makeDemoMonth(fresh.needs, made), makeDemoMonth(fresh.needs, made)])
  expect(counts[0]?.made).toBeGreaterThan(150)
  expect(counts[1]).toEqual(counts[0])
  const found = await fresh.sql`
    select operation, state, count(*)::int from transactions where refunded_at is null group by 1, 2 order by 1, 2`
  expect(found.map(({ operation, state }) => `${operation} ${state}`)).toEqual([
    'companyPayment Completed',
    'companyPayment Requested',
    'pixCashIn Cancelled',
    'pixCashIn Completed',
    'pixCashOut Completed',
    'pixCashOut Error',
  ])
  const [days] =
    await fresh.sql`select count(distinct (completed_at at time zone 'America/Sao_Paulo')::date)::int as count from transactions`
  expect(days?.count).toBeGreaterThan(29)
  const askers = await fresh.sql`select distinct requested_by->>'by' as by from refunds order by 1`
  expect(askers.map(({ by }) => by)).toEqual(['key', 'person'])
  const [late] = await fresh.sql`
    select count(*)::int from (select posted_at, lag(posted_at) over (partition by merchant_id order by sequence) as before from postings) p
     where posted_at < before`
  expect(late?.count).toBe(0)
  expect(await auditBooks(fresh.needs)).toEqual([])
  // Ids of long ago, while workers write down words of newer ones: none is passed over.
  const unfound = () => fresh.sql`
    select t.id from transactions t where t.created_at < now() - interval '1 hour'
       and not exists (select 1 from search_terms w where w.merchant_id = t.merchant_id and w.transaction_id = t.id)`
  await expect.poll(async () => (await unfound()).length, { timeout: patienceMs }).toBe(0)
})

test('processes that start at once with folders of their own share one set of demo data', async () => {
  const fresh = await openTrilho()
  const folders = await Promise.all([dataFolder(), dataFolder(), dataFolder()])
  await Promise.all(folders.map(each => makeDemoData(fresh.needs, { folder: each, url: fresh.url })))
  const files = await Promise.all(folders.map(readSandboxFile))
  expect(new Set(files.map(each => JSON.stringify(each))).size).toBe(1)
  const [row] = await fresh.sql`select count(*)::int as merchants from merchants where tax_number <> ''`
  expect(row?.merchants).toBe(2)
})
