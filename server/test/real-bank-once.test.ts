import { afterEach, expect, test } from 'vitest'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const efi = await bank.connect(needs, 'efi', true)
const webhook = { url: 'https://hooks.example.invalid/hook' }

const switches = (set: object) => bank.control('PUT', '/partners/efi/switches', set)
afterEach(() => switches({ pixTxid: 'shown', pixCapitals: false }))

async function passTime(seconds: number) {
  trilho.clock.aheadMs += seconds * 1000
  await bank.control('POST', '/clock/advance', { seconds })
}

/** Sweeps every connection, a minute later. */
async function sweep() {
  await passTime(61)
  while ((await sweepPayments(needs)) > 0);
}

/** A charge that is paid at the bank, and the end-to-end id of the payment. */
async function newPaid(amount = '10') {
  const api = await trilho.newMerchant()
  const id = await api.createCashIn({ amount, webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  return { api, id, endToEndId: pix[0].endToEndId as string }
}

const openExceptions = (endToEndId: string) => sql`
  select subject, state from bank_exceptions where end_to_end_id = ${endToEndId} and state = 'Open'`

test('a payment that the books refuse is an exception, once, and the sweep goes on with the others', async () => {
  const refused = await newPaid()
  const next = await newPaid('20')
  const { door } = needs
  const refusing = {
    ...needs,
    door: {
      ...door,
      apply: (input: Parameters<typeof door.apply>[0]) =>
        input.id === refused.id ? Promise.reject(new Error('out of order')) : door.apply(input),
    },
  }
  for (const _time of [1, 2]) {
    await passTime(61)
    while ((await sweepPayments(refusing)) > 0);
  }
  expect([await refused.api.stateOf(refused.id), await next.api.stateOf(next.id)]).toEqual(['Registered', 'Completed'])
  expect(await openExceptions(refused.endToEndId)).toEqual([
    { subject: 'reconciliation paymentNotBooked', state: 'Open' },
  ])
  await sweep()
  expect(await refused.api.stateOf(refused.id)).toBe('Completed')
})

test("no Idempotency-Key of a merchant is taken for a key of the platform's own: it cannot block a payment by static QR code", async () => {
  const api = await trilho.newMerchant()
  const link = (await api.post('/static-qrs', { title: 'Counter', webhook })).body.data
  const { pix } = await bank.control('POST', '/codes/pay', { code: link.qrCode, amount: '7.00' })
  const { endToEndId } = pix[0]
  for (const key of [`static:${efi}:${endToEndId}`, `own:static payment:${efi}:${endToEndId}`])
    expect((await api.requestCashIn({ webhook }, { 'idempotency-key': key })).status).toBe(201)
  await sweep()
  expect(await openExceptions(endToEndId)).toEqual([])
  expect(await api.availableBalance()).toBe('7.000000')
  expect(await auditBooks(needs)).toEqual([])
})

test('payments are ours however the bank spells the key and the txid', async () => {
  const { api, id } = await newPaid()
  await switches({ pixCapitals: true })
  await sweep()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '10.000000'])
})
