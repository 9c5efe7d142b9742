import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { batchesOf, payoutRow } from '../../../test/kit/payout-batches.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { dataFolder } from '../../../test/kit/server-process.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { setLimits } from '../../tenancy/merchants/set-terms.ts'
import { reapUploads } from '../../products/company-payments/documents/reap-uploads.ts'
import { readKept } from './kept-data.ts'
import { personHashes } from './person.ts'
import { runDataRequests } from './run-requests.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho({ TRILHO_DATA: await dataFolder() })
const { needs, sql } = trilho
const hourMs = 3_600_000
const email = 'maria@example.com'
const recipient = { name: 'Maria Souza', cpf: cpf.maria }
const sink = await openSink()
const webhook = { url: sink.url }
const key = { type: 'EMAIL', value: email }

async function newShop() {
  const shop = await trilho.newMerchant({ balance: '1000' })
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  /** As an owner may alone. Returns what the request shows. */
  async function eraseMaria() {
    const path = `/merchants/${shop.merchantId}/personal-data`
    const asked = await owner.post(`${path}/erasure`, { taxNumber: cpf.maria, email, name: recipient.name })
    expect(asked.status).toBe(200)
    await untilDone(() => runDataRequests(needs))
    return (await owner.get(`${path}/${asked.body.data.id}`)).body.data
  }
  /** The rows of the file that an owner gets about her. */
  async function exportMaria(): Promise<{ table: string; data: Record<string, string> }[]> {
    const path = `/merchants/${shop.merchantId}/personal-data`
    const asked = await owner.post(`${path}/access`, { taxNumber: cpf.maria, email, name: recipient.name })
    await untilDone(() => runDataRequests(needs))
    return (await owner.get(`${path}/${asked.body.data.id}/file?format=json`)).body.rows
  }
  return { ...shop, eraseMaria, exportMaria }
}

test('an order id that named an erased person still pays once', async () => {
  const shop = await newShop()
  const order = { amount: '10', recipient, key, webhook, transaction: { orderId: `pay ${email}` } }
  const first = await shop.requestCashOut(order)
  await shop.simulate('complete', first.body.data.transaction.id)
  expect(await shop.eraseMaria()).toMatchObject({ state: 'Done' })
  const [row] =
    await sql`select order_id, idempotency_key from transactions where id = ${first.body.data.transaction.id}`
  expect(JSON.stringify(row)).not.toContain(email)

  const again = await shop.requestCashOut(order)
  expect(again.body.data.transaction.id).toBe(first.body.data.transaction.id)
  const other = await shop.requestCashOut({ ...order, amount: '11' })
  expect(other.body.error.details.reason).toBe('OrderIdConflict')
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
  const batch = await batchesOf(shop, needs).post({
    rows: [payoutRow('10.00', { key: email, orderId: `pay ${email}` })],
  })
  expect(JSON.stringify(batch.body)).toContain('OrderIdConflict')
})

test('a batch and a link whose Idempotency-Key named an erased person are made once', async () => {
  const shop = await newShop()
  const batches = batchesOf(shop, needs)
  const rows = [payoutRow('10.00', { key: email })]
  const batch = await batches.make(rows, { orderId: `batch ${email}` })
  await batches.pay(batch.id)
  for (const { transactionId } of await batches.rows(batch.id)) await shop.simulate('complete', transactionId ?? '')
  const once = { 'idempotency-key': `link ${email}` }
  const link = await shop.post('/payment-links', { title: 'Cakes', amount: '10.00' }, once)
  expect((await shop.put(`/payment-links/${link.body.data.id}`, { state: 'Closed' })).status).toBe(200)
  expect(await shop.eraseMaria()).toMatchObject({ state: 'Done' })

  expect((await batches.post({ rows, orderId: `batch ${email}` })).body.data.id).toBe(batch.id)
  const again = await shop.post('/payment-links', { title: 'Cakes', amount: '10.00' }, once)
  expect(again.body.data.id).toBe(link.body.data.id)
})

test('a recipient is erased when no limit counts the payments any more', async () => {
  const shop = await newShop()
  const { merchantId } = shop
  await setLimits(needs, {
    merchantId,
    recipientDailyLimit: parseAmount('50'),
    newRecipientLimit: parseAmount('50'),
    newRecipientHours: 72,
  })
  const pay = async () => (await shop.requestCashOut({ amount: '50', recipient, key, webhook })).status
  const first = await shop.requestCashOut({ amount: '50', recipient, key, webhook })
  await shop.simulate('complete', first.body.data.transaction.id)
  expect(await shop.eraseMaria()).toMatchObject({ state: 'Running', waiting: 1 })
  expect(await pay()).toBe(409)
  trilho.clock.aheadMs = 71 * hourMs
  await untilDone(() => runDataRequests(needs))
  expect(await pay()).toBe(409)
  trilho.clock.aheadMs = 73 * hourMs
  await untilDone(() => runDataRequests(needs))
  trilho.clock.aheadMs = 0
  const [row] = await sql`select counterparty from transactions where id = ${first.body.data.transaction.id}`
  expect(row?.['counterparty']).toMatchObject({ name: '***' })
})

test("uploaded documents of a person's payments are in an access with their bytes; an erasure deletes and seals them for the term of the law", async () => {
  const shop = await newShop()
  const { merchantId } = shop
  const documentOf = async (payer: { name: string; cpf: string }) => {
    const paid = await shop.createCashIn({ payer, webhook })
    await shop.simulate('complete', paid)
    const [dispute, id] = [crypto.randomUUID(), crypto.randomUUID()]
    const at = needs.clock()
    await sql.begin(async tx => {
      // Rows are not born in these states, except here.
      await tx.unsafe('set local session_replication_role = replica')
      await tx`insert into disputes (merchant_id, id, transaction_id, connection_id, bank_reference, opened_by, reason, details, asked_amount, blocked_amount, state, answer_until, created_at, ended_at)
                select ${merchantId}, ${dispute}, ${paid}, connection_id, ${dispute}, 'x', 'x', 'x', 1, 0, 'Released', ${at}, ${at}, ${at} from transactions where id = ${paid}`
      await tx`insert into documents (merchant_id, id, dispute_id, state, name, file_name, extension, content_type, size_bytes, created_at)
                values (${merchantId}, ${id}, ${dispute}, 'Uploaded', 'Contract', 'contract.pdf', 'pdf', 'application/pdf', 20, ${at})`
    })
    const incoming = await needs.storage.put?.(
      { merchantId, id },
      Readable.from([Buffer.from(`signed by ${payer.name}`)]),
      1_000,
    )
    await incoming?.keep()
    return id
  }
  const hers = await documentOf(recipient)
  const another = await documentOf({ name: 'Ana Lima', cpf: cpf.ana })
  const signed = Buffer.from('signed by Maria Souza').toString('base64')
  const exported = (await shop.exportMaria()).filter(({ table }) => table === 'documents')
  expect(exported.map(({ data }) => [data['file_name'], data['bytes']])).toEqual([['contract.pdf', signed]])
  expect(await shop.eraseMaria()).toMatchObject({ state: 'Done' })
  await reapUploads(needs)

  await expect(needs.storage.get({ merchantId, id: hers })).rejects.toThrow('ENOENT')
  expect(await needs.storage.get({ merchantId, id: another }).then(stream => stream.toArray())).toHaveLength(1)
  const hashes = personHashes({ documents: [cpf.maria], keys: [] }, needs.auditKey.key)
  const kept = []
  for await (const row of readKept(needs, { personHashes: hashes, merchantId })) kept.push(row)
  expect(kept.filter(({ source }) => source === 'documents')).toMatchObject([
    { data: { file_name: 'contract.pdf', bytes: signed } },
  ])
})
