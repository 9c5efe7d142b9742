import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { newPortalPerson, refusalOf as reasonOf } from '../../../test/kit/portal-client.ts'
import { openS3 } from '../../../test/kit/s3-server.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { archiveReader } from '../../platform/archive/read-archive.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import { runFiles } from '../../products/files/run-files.ts'
import { timeOfUuid } from '../../platform/lib/uuid.ts'
import { indexTransactions } from '../../products/transaction-search/words/index-transactions.ts'
import { archiveOld, refusalOf } from './archive-old.ts'
import { purgeExpired } from './purge-expired.ts'

const dayMs = 24 * 60 * 60 * 1000
/** So small that a few payments make many blocks and files. */
const sizes = { rows: 3, blocks: 2 }

const sink = await openSink()
const webhook = { url: sink.url }
const s3 = await openS3()
const folder = mkdtempSync(join(tmpdir(), 'trilho-archive-'))

/** A server with a merchant that has seen all lives, and two years have gone by since. */
async function openOld(settings: Record<string, string>) {
  const trilho = await openTrilho(settings)
  const shop = await trilho.newMerchant({ balance: '1000', chargeFixed: '0.10' })
  const ids: Record<string, string> = {}
  const cashIn = async (name: string, ...simulations: string[]) => {
    ids[name] = await shop.createCashIn({
      amount: '10',
      webhook,
      transaction: { orderId: name, orderDescription: 'a, "b"\nc' },
    })
    for (const simulation of simulations) await shop.simulate(simulation, ids[name])
  }
  for (const i of times(6, n => n)) await cashIn(`paid-${i}`, 'complete')
  await cashIn('partly', 'complete')
  await shop.refund(ids['partly'] ?? '', { amount: '3', refundId: 'r-1' })
  await cashIn('refunded', 'complete')
  await shop.refund(ids['refunded'] ?? '', {})
  await cashIn('cancelled', 'cancel')
  ids['out'] = await shop.createCashOut({ amount: '5', webhook, transaction: { orderId: 'out' } })
  await shop.simulate('complete', ids['out'])
  const { id: initiated } = await shop.createInitiation({ amount: '7', webhook, transaction: { orderId: 'initiated' } })
  ids['initiated'] = initiated
  await shop.simulateInitiation('complete', initiated)
  // What stays: its webhook was never delivered, so that its event is not finished.
  ids['undelivered'] = await shop.createCashIn({ amount: '2', transaction: { orderId: 'undelivered' } })
  await shop.simulate('complete', ids['undelivered'])
  for (const i of times(3, n => n)) await cashIn(`late-${i}`, 'complete')
  await expect.poll(async () => (await trilho.sql`select from webhook_events where stage <> 'Finished'`).length).toBe(1)
  trilho.clock.aheadMs = 800 * dayMs
  while ((await purgeExpired(trilho.needs)) > 0);
  const before = new Date(trilho.needs.clock().getTime() - 401 * dayMs)
  const archive = (needs = trilho.needs) => archiveOld(needs, before, sizes)
  const live = async () => (await trilho.sql`select id from transactions where merchant_id = ${shop.merchantId}`).length
  return { ...trilho, shop, ids, archive, before, live }
}

type Old = Awaited<ReturnType<typeof openOld>>

/** Everything that a merchant reads, whole: each by id, lists by page and filter, statements by page, period and as CSV. */
async function readAll({ shop, ids }: Old) {
  const pages = async (path: string) => {
    const items: unknown[] = []
    for (let cursor: string | null = '', left = 100; cursor !== null && left > 0; left--) {
      const { body } = await shop.get(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      items.push(...body.data.items)
      cursor = body.data.nextCursor
    }
    return items
  }
  const all = '/accounts/transactions/pix'
  const first = (await shop.get(`${all}?dataset.limit=5`)).body.data
  return {
    byId: await Promise.all(Object.values(ids).map(async id => (await shop.read(id)).body.data)),
    refunds: (await shop.get(`${all}/${ids['partly']}/refunds`)).body.data,
    first: [first.total, first.items],
    list: await pages(`${all}?dataset.limit=5`),
    debits: await pages(`${all}?dataset.limit=5&type=Debit`),
    cancelled: await pages(`${all}?dataset.limit=5&state=Canceled`),
    byOrder: (await shop.get(`${all}?orderId=paid-3`)).body.data,
    skipped: (await shop.get(`${all}?dataset.limit=5&dataset.offset=7`)).body.data.items,
    statement: await pages('/accounts/statement?dataset.limit=5'),
    skippedEntries: (await shop.get('/accounts/statement?dataset.limit=5&dataset.offset=9')).body.data,
    csv: (await shop.get('/accounts/statement?format=csv')).text,
    balance: await shop.availableBalance(),
  }
}

test.each([
  ['a folder', { TRILHO_DATA: folder }],
  ['a bucket', s3.settings],
])('what is archived to %s is read, listed, searched and replayed as before', async (_place, settings) => {
  const old = await openOld(settings)
  const { shop, ids, live } = old
  const before = await readAll(old)
  expect([before.list.length, await live()]).toEqual([15, 15])

  const moved = await old.archive()
  expect([moved.transactions, moved.changed, await live()]).toEqual([14, 0, 1])
  expect(await readAll(old)).toEqual(before)
  expect(await auditBooks(old.needs)).toEqual([])
  expect((await old.archive()).transactions).toBe(0)

  // Periods that begin and end within blocks, as the database would have found them.
  const dates = before.statement.map(entry => (entry as { date: string }).date)
  const [from = '', to = ''] = [dates[4], dates[8]]
  const within = await shop.get(`/accounts/statement?startDate=${from}&endDate=${to}`)
  expect(within.body.data.items).toEqual(
    before.statement.filter((_, i) => (dates[i] ?? '') >= from && (dates[i] ?? '') <= to),
  )

  // Once stays once, whatever the body.
  const body = { amount: '10', webhook, transaction: { orderId: 'paid-3', orderDescription: 'a, "b"\nc' } }
  const again = await shop.requestCashIn(body)
  expect([again.status, again.body.data.transaction.id]).toEqual([201, ids['paid-3']])
  expect(reasonOf(await shop.requestCashIn({ ...body, amount: '11' }))).toEqual([409, 'OrderIdConflict'])
  const paidOut = await shop.requestCashOut({ amount: '5', webhook, transaction: { orderId: 'out' } })
  expect([paidOut.status, paidOut.body.data.transaction.id]).toEqual([201, ids['out']])
  expect(await shop.availableBalance()).toBe(before.balance)

  // Nothing can happen to it any more, and it says why.
  for (const answer of [
    await shop.refund(ids['paid-0'] ?? '', {}),
    await shop.simulate('reverse', ids['paid-0'] ?? ''),
  ]) {
    expect(reasonOf(answer)).toEqual([409, 'TransactionStateNotAllowed'])
    expect(answer.text).toContain('is archived')
  }
  const receipt = (before.byId[0] as { transaction: { receiptUrl: string } }).transaction.receiptUrl
  expect((await fetch(receipt)).status).toBe(200)
})

test('a file of the archive is CSV for anybody, with all that hung on a payment', async () => {
  const merchants = readdirSync(join(folder, 'archive'))
  const files = merchants.flatMap(one =>
    readdirSync(join(folder, 'archive', one)).map(name => join(folder, 'archive', one, name)),
  )
  const texts = files.map(file => [file, execFileSync('zcat', [file], { encoding: 'utf8' })] as const)
  const [, transactions = ''] =
    texts.find(([file, text]) => file.includes('/transactions-') && text.includes('r-1')) ?? []
  expect(transactions).toMatch(/^merchant_id,id,operation,state,amount/)
  expect(transactions).toContain('""id"":""r-1""')
})

test('people and operators find archived transactions in the portal, with postings and refunds', async () => {
  const old = await openOld({ TRILHO_DATA: folder })
  const { shop, ids } = old
  const person = await newPortalPerson(old, { merchantId: shop.merchantId })
  const operator = await newPortalPerson(old, { isOperator: true })
  const found = async (q: string) => [
    (await operator.get(`/operator/search?q=${q}`)).body.data.groups,
    (await operator.get(`/operator/transactions?search=${q}`)).body.data.items,
  ]
  const path = `/merchants/${shop.merchantId}`
  const [endToEndId] = (await old.sql`select end_to_end_id from transactions where id = ${ids['out'] ?? ''}`).map(
    r => r.endToEndId,
  )
  const look = async () => ({
    page: (await person.get(`${path}/transactions/${ids['partly']}`)).body.data,
    all: (await person.get(`${path}/transactions?limit=100`)).body.data.items,
    byOrder: (await person.get(`${path}/transactions?q=late-1`)).body.data.items,
    byPayment: (await person.get(`${path}/transactions?q=${endToEndId}`)).body.data.items,
    refunded: (await person.get(`${path}/transactions?state=Refunded`)).body.data.items,
    statement: (await person.get(`${path}/statement?limit=100`)).body.data,
    overAll: await Promise.all(['late-1', endToEndId].map(found)),
  })
  await indexTransactions(old.needs)
  const worded = () =>
    old.sql`select distinct transaction_id from transaction_words where merchant_id = ${shop.merchantId}`
  expect(await worded()).toHaveLength(15)
  const before = await look()
  await old.archive()
  const after = await look()
  expect(await worded()).toEqual([{ transactionId: ids['undelivered'] }])
  expect(after).toEqual({ ...before, page: { ...before.page, refundable: null, ...withoutEvents(after.page) } })
  expect([after.byOrder.length, after.byPayment.length, after.refunded.length]).toEqual([1, 1, 1])
  expect(after.overAll.map(([groups]) => groups[0].items[0].path)).toEqual(
    ['late-1', 'out'].map(name => `/m/${shop.merchantId}/transactions/${ids[name]}`),
  )
  for (const i of times(11, n => n)) await shop.createCashIn({ webhook, transaction: { orderId: `late-1-${i}` } })
  expect((await found('late-1'))[1][0].id).toBe(ids['late-1'])
})

test('a list is compared with archived payments, of its period and of others, and their refunds are in the OFX', async () => {
  const old = await openOld({ TRILHO_DATA: folder })
  const { shop, ids } = old
  const day = dayOf(new Date(timeOfUuid(ids['partly'] ?? '')))
  const rows = ['paid-0', 'late-2', 'refunded', 'initiated', 'cancelled'].map(orderId => ({ orderId, amount: '10' }))
  const made = async (asked: object) => {
    const { id } = (await shop.post('/files', { firstDay: day, lastDay: day, ...asked })).body.data
    while ((await runFiles(old.needs)) > 0);
    return (await shop.get(`/files/${id}`)).body.data
  }
  const look = async () => {
    const list = { kind: 'reconciliation', format: 'csv', rows }
    const { url } = await made({ kind: 'transactions', format: 'ofx' })
    const { result: onDay } = await made(list)
    const { result: onOther } = await made({ ...list, firstDay: '2024-01-01', lastDay: '2024-01-01' })
    const ofx = (await (await fetch(url)).text()).match(/<STMTTRN>.*/g)
    return { onDay, onOther, ofx }
  }
  const before = await look()
  expect(before.onDay).toEqual({ matches: 2, differs: 3, missingHere: 0, missingInList: 9 })
  expect(before.onOther).toEqual({ matches: 2, differs: 3, missingHere: 0, missingInList: 0 })
  expect(before.ofx?.filter(entry => /<TRNAMT>-3\.00<.* - partly - /.test(entry))).toHaveLength(1)
  await old.archive()
  expect(await look()).toEqual(before)
})

/** What can happen to a transaction, by the name of whatever lists it. */
const withoutEvents = (page: Record<string, unknown>) =>
  'simulations' in page ? { simulations: page['simulations'] } : {}

test('company payments stay, and what they moved is in the statement', async () => {
  const trilho = await openTrilho({ TRILHO_DATA: folder })
  const payer = await newPayer(trilho)
  await payer.createRequest()
  trilho.clock.aheadMs = 800 * dayMs
  const before = (await payer.get('/accounts/statement')).body.data
  const { transactions } = await archiveOld(trilho.needs, new Date(trilho.needs.clock().getTime() - 401 * dayMs), sizes)
  expect(transactions).toBe(0)
  expect((await payer.get('/accounts/statement')).body.data).toEqual(before)
})

test('nothing younger than 400 days is archived', () => {
  const now = new Date('2026-03-15T12:00:00Z')
  expect(refusalOf(new Date('2025-02-01T00:00:00Z'), now)).toBeNull()
  expect(refusalOf(new Date('2025-03-01T00:00:00Z'), now)).toContain('--before 2025-02 at most')
})

test('a run that dies anywhere loses nothing, and the next one ends its work', async () => {
  const old = await openOld({ TRILHO_DATA: folder })
  const before = await readAll(old)
  const { archiveStorage: storage, sql } = old.needs
  // Before and after every call of the storage and every commit there is a death, once for each kind of file.
  const deaths = new Set<string>()
  const dieOnce = (place: string) => {
    if (deaths.has(place)) return
    deaths.add(place)
    throw new Error('died')
  }
  const run = () => {
    const at = { file: '', calls: 0 }
    const mortal =
      <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        const place = `${at.file} ${at.calls++}`
        dieOnce(`before ${place}`)
        const result = await act(...args)
        dieOnce(`after ${place}`)
        return result
      }
    const write = (name: string, bytes: Buffer) => {
      Object.assign(at, { file: name.includes('transactions') ? 'transactions' : 'postings', calls: 0 })
      return mortal(storage.write)(name, bytes)
    }
    const mortalSql = Object.assign((...args: Parameters<typeof sql>) => sql(...args), sql, {
      begin: mortal(sql.begin),
    })
    const archiveStorage = { ...storage, write, read: mortal(storage.read) }
    return old.archive({ ...old.needs, sql: mortalSql, archiveStorage })
  }
  for (let runs = 1; ; runs++) {
    const ended = await run().catch((error: Error) => {
      expect(error.message).toBe('died')
      return null
    })
    for (const id of Object.values(old.ids)) expect(await old.shop.stateOf(id)).toBeTruthy()
    if (ended !== null) break
    expect(runs).toBeLessThan(100)
  }
  expect(deaths.size).toBeGreaterThan(12)
  expect(await old.live()).toBe(1)
  expect(await readAll(old)).toEqual(before)
  expect(await auditBooks(old.needs)).toEqual([])
})

test('nothing leaves while a statement runs that may not know its order id; two runs at once do no harm', async () => {
  const old = await openOld({ TRILHO_DATA: folder })
  const before = await readAll(old)
  const slow = old.sql`select pg_sleep(60)`.catch(() => {})
  const runs = Promise.allSettled([old.archive(), old.archive()])
  await expect.poll(async () => (await old.sql`select from archived_keys`).length).toBeGreaterThan(0)
  expect(await readAll(old)).toEqual(before)
  expect(await old.live()).toBe(15)
  await old.sql`select pg_cancel_backend(pid) from pg_stat_activity where query like 'select pg_sleep%'`
  await Promise.all([slow, runs])
  await old.archive()
  expect(await old.live()).toBe(1)
  expect(await readAll(old)).toEqual(before)
  expect(await auditBooks(old.needs)).toEqual([])
})

test('a row that changes while its block is written stays as it is, and is archived by the next run', async () => {
  const old = await openOld({ TRILHO_DATA: folder })
  const { archiveStorage: storage } = old.needs
  const id = old.ids['paid-1'] ?? ''
  const write = async (name: string, bytes: Buffer) => {
    if (name.includes('transactions'))
      await old.sql`update transactions set order_description = 'changed' where id = ${id}`
    return storage.write(name, bytes)
  }
  const { changed } = await old.archive({ ...old.needs, archiveStorage: { ...storage, write } })
  expect(changed).toBe(3)
  expect((await old.shop.read(id)).body.data.transaction.orderDescription).toBe('changed')
  await old.archive()
  expect([await old.live(), (await old.shop.read(id)).body.data.transaction.orderDescription]).toEqual([1, 'changed'])
})

test('the audit finds a block that was tampered with, and a posting that no longer follows the archive', async () => {
  const data = mkdtempSync(join(tmpdir(), 'trilho-archive-'))
  const old = await openOld({ TRILHO_DATA: data })
  await old.archive()
  const { merchantId } = old.shop
  const { needs, sql } = old
  const rowsOf = async () =>
    (await auditBooks({ sql, archive: archiveReader({ sql, storage: needs.archiveStorage }) })).map(({ row }) => row)
  expect(await rowsOf()).toEqual([])
  const live = await old.shop.createCashIn({ amount: '1', webhook })
  await old.shop.simulate('complete', live)
  const wrong = async (breaks: string, mends: string) => {
    await sql.unsafe(breaks)
    const rows = await rowsOf()
    await sql.unsafe(mends)
    return rows
  }
  const onLast = (change: string) =>
    `update postings set ${change} where merchant_id = '${merchantId}' and transaction_id = '${live}'`
  const [last] = await sql`select sequence from postings where transaction_id = ${live}`
  expect(
    await wrong(onLast('available_after = available_after + 1'), onLast('available_after = available_after - 1')),
  ).toEqual([`posting ${last?.sequence}`])
  const onBlock = (change: string) =>
    `update posting_blocks set ${change} where merchant_id = '${merchantId}' and first_sequence = 4`
  expect(
    await wrong(
      onBlock('available = available + 1, bank = bank - 1'),
      onBlock('available = available - 1, bank = bank + 1'),
    ),
  ).toContain('archived postings 4 to 6')
  expect(
    await wrong(
      'update posting_blocks set first_sequence = 5 where first_sequence = 4',
      'update posting_blocks set first_sequence = 4 where first_sequence = 5',
    ),
  ).toContain('archived postings 5 to 6')

  const [block] = await sql<{ name: string; startByte: bigint; firstId: string; lastId: string }[]>`
    select f.name, b.start_byte, b.first_id, b.last_id from transaction_blocks b
      join archive_files f on f.merchant_id = b.merchant_id and f.id = b.file_id
     where b.merchant_id = ${merchantId} order by b.last_id limit 1`
  const path = join(data, 'archive', block?.name ?? '')
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(Number(block?.startByte) + 30) ^ 1, Number(block?.startByte) + 30)
  writeFileSync(path, bytes)
  expect(await rowsOf()).toEqual([`archived transactions ${block?.firstId} to ${block?.lastId}`])
})
