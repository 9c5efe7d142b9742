import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { meet, paymentLink, waiting } from '../../../test/kit/meet.ts'
import { linksOf, payerOf } from '../../../test/kit/payment-links.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { recordReceivedPayment } from '../banks/record-received-payment.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import { parseBrCode } from '../../platform/brazil/br-code.ts'
import { openDispute } from '../../products/disputes/open-dispute.ts'
import { openStaticId } from '../../money/rails/static-ids.ts'
import { archiveOld } from './archive-old.ts'

const dayMs = 24 * 60 * 60 * 1000
const trilho = await openTrilho({ TRILHO_DATA: mkdtempSync(join(tmpdir(), 'trilho-archive-')) })
const { needs, sql, clock } = trilho
const before = () => new Date(needs.clock().getTime() - 401 * dayMs)
/** So small that a few payments make many blocks: more than one page looks through. */
const archive = (sizes = { rows: 3, blocks: 2 }) => archiveOld(needs, before(), sizes)
const who = { name: payerOf.name, taxNumber: payerOf.cpf }

/** A shop with a code on its counter and a link of three pieces, both paid long ago, the code today as well. */
async function openShop() {
  clock.aheadMs = 0
  const shop = await trilho.newMerchant({ balance: '100' })
  const links = linksOf(trilho, shop)
  const page = await links.make({ stock: 3 })
  const counter = (await shop.post('/static-qrs', { title: 'Balcão' })).body.data as { id: string; qrCode: string }
  const other = (await shop.post('/static-qrs', { title: 'Outro balcão' })).body.data as { id: string }
  const payAtCounter = async (id = counter.id): Promise<string> =>
    (await shop.post(`/sandbox/static-qrs/${id}/pay`, { ...who, amount: '2.00' })).body.data.transactionId
  const once = '018f0000-0000-7000-8000-000000000001'
  const ids = { paid: await links.openCharge(page.url, { once }), cancelled: await links.openCharge(page.url) }
  await links.complete(ids.paid)
  await shop.simulate('cancel', ids.cancelled)
  // Nobody pays by the link meanwhile: what is between is looked through for it.
  const atCounter: string[] = []
  for (const _ of times(8, n => n)) atCounter.push(await payAtCounter())
  for (const _ of times(26, n => n)) await payAtCounter(other.id)
  const late = await links.openCharge(page.url)
  await links.complete(late)
  clock.aheadMs = 800 * dayMs
  atCounter.push(await payAtCounter())

  const person = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  const pagesOf = async (path: string, get: typeof shop.get) => {
    const pages: { id: string }[][] = []
    for (let cursor: string | null = ''; cursor !== null && pages.length < 100; ) {
      const { body } = await get(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      pages.push(body.data.items)
      cursor = body.data.nextCursor
    }
    return pages
  }
  const listed = (id: string) => pagesOf(`/payment-links/${id}/transactions?dataset.limit=5`, shop.get)
  const seen = (id: string) => pagesOf(`/merchants/${shop.merchantId}/payment-links/${id}/payments?limit=5`, person.get)
  /** All that is read of both links. */
  const read = async () => ({
    links: [await links.read(page.id), await links.read(counter.id)],
    listed: [(await listed(page.id)).flat(), (await listed(counter.id)).flat()],
    seen: [(await seen(page.id)).flat(), (await seen(counter.id)).flat()],
    balance: await shop.availableBalance(),
  })
  const live = async () => (await sql`select id from transactions where merchant_id = ${shop.merchantId}`).length
  return { shop, links, page, counter, payAtCounter, once, ids: { ...ids, late }, atCounter, listed, read, live }
}

test('payments of links and static codes are archived; the links count and list them as before', async () => {
  const { page, counter, listed, read, live, atCounter, ids } = await openShop()
  const earlier = await read()
  expect(earlier.links).toMatchObject([
    { paidCount: 2, paidAmount: '20.000000', openCount: 0, state: 'Active' },
    { paidCount: 9, paidAmount: '18.000000', openCount: 0 },
  ])
  expect(earlier.listed.map(items => items.map(({ id }) => id))).toEqual([
    [ids.late, ids.cancelled, ids.paid],
    atCounter.toReversed(),
  ])
  expect((await archive()).changed).toBe(0)
  expect(await live()).toBe(1)
  expect(await read()).toEqual(earlier)
  // What a page looks through has an end: it leads on, and the first one is never empty.
  expect((await listed(page.id))[0]).toHaveLength(1)
  expect((await listed(counter.id))[0]).toHaveLength(5)
  expect(await auditBooks(needs)).toEqual([])
  expect(await auditBooks({ sql })).toEqual([])
  expect((await archive()).transactions).toBe(0)
})

test('after that a link sells what is left of its stock, and what was paid stays paid once', async () => {
  const { shop, links, page, counter, once, ids, atCounter, read, live } = await openShop()
  await archive()
  const earlier = await read()
  // The bank tells again of a payment at the counter, and somebody sends a page again that is two years old.
  const [first = ''] = atCounter
  const { endToEndId } = (await needs.readTransaction(shop.merchantId, first)) as { endToEndId: string }
  const staticCode = openStaticId(parseBrCode(counter.qrCode).txid ?? '')
  const told = { endToEndId, amount: 2_000_000n, charge: null, staticCode, at: needs.clock(), payer: null, returns: [] }
  await recordReceivedPayment(needs, await needs.railsOf(null), told)
  expect(await links.openCharge(page.url, { once })).toBe(ids.paid)
  expect(await read()).toEqual(earlier)

  expect(refusalOf(await shop.refund(first, {}))).toEqual([409, 'TransactionStateNotAllowed'])
  const { merchantId } = shop
  const wanted = { merchantId, transactionId: first, bankReference: 'MED', openedBy: 'bank', reason: 'Fraud' } as const
  await expect(openDispute(needs, { ...wanted, details: null })).rejects.toThrow('TransactionStateNotAllowed')

  await links.complete(await links.openCharge(page.url))
  expect(await links.read(page.id)).toMatchObject({ state: 'SoldOut', paidCount: 3, openCount: 0 })
  expect(await live()).toBe(2)
  expect(await auditBooks(needs)).toEqual([])
})

test('whoever pays while payments of both links leave never waits in a circle, and all of it counts', async () => {
  const { shop, links, page, counter, payAtCounter, read, live } = await openShop()
  const earlier = await read()
  const charge = await links.openCharge(page.url)
  const deadlocks = async () =>
    (await sql`select deadlocks from pg_stat_database where datname = current_database()`)[0]?.deadlocks
  const known = await deadlocks()
  const until = async (isSo: (waits: number) => boolean) => {
    await expect.poll(async () => isSo((await waiting(sql)).length), { interval: 2 }).toBe(true)
  }
  const paying: Promise<unknown>[] = []
  let isComplete = false
  // At the counter somebody pays after the keys are written down, and before the archive comes to the links.
  const postings: typeof needs.archive.postings = async (...wanted) => {
    if (wanted[0] === shop.merchantId && paying.length === 0)
      await new Promise<void>(goOn => {
        const atCounter = meet(sql, paymentLink(counter.id), [() => payAtCounter()], async () => {
          goOn()
          await until(waits => waits === 2)
          // Who pays by the link holds the balance, which the payment at the counter needs: waiting for the archive as
          // well would close a circle.
          paying.push(links.complete(charge).then(() => void (isComplete = true)))
          await until(waits => isComplete || waits === 3)
          expect(isComplete).toBe(true)
        })
        paying.push(atCounter)
      })
    return needs.archive.postings(...wanted)
  }
  const leaving = { ...needs, archive: { ...needs.archive, postings } }
  await archiveOld(leaving, before(), { rows: 1000, blocks: 1 })
  await Promise.all(paying)
  expect(await deadlocks()).toBe(known)
  expect(await live()).toBe(3)
  expect((await read()).links).toMatchObject([
    { paidCount: 3, openCount: 0, state: 'SoldOut' },
    { paidCount: 10, paidAmount: '20.000000', openCount: 0 },
  ])
  expect((await read()).listed.map(items => items.length)).toEqual(earlier.listed.map(items => items.length + 1))
  expect(await auditBooks(needs)).toEqual([])
})

test('the audit finds a link that counts other archived payments than there are', async () => {
  const { page, counter } = await openShop()
  await archive()
  const rowsOf = async (proved: Parameters<typeof auditBooks>[0]) => (await auditBooks(proved)).map(({ row }) => row)
  await sql`update payment_links set archived_count = archived_count + 1 where id = ${page.id}`
  expect(await rowsOf({ sql })).toEqual([`payment link ${page.id}`])
  expect(await rowsOf(needs)).toEqual(['payment links', `payment link ${page.id}`])
  // As if more had been paid than ever was: only the files tell.
  await sql`update payment_links set archived_count = archived_count - 1 where id = ${page.id}`
  await sql`update payment_links set archived_amount = archived_amount + 5, paid_amount = paid_amount + 5 where id = ${counter.id}`
  expect(await rowsOf({ sql })).toEqual([])
  expect(await rowsOf(needs)).toEqual(['payment links'])
})
