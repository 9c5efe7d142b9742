import { expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { call } from './kit/api-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Charges that one document alone may pay, in production. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
type DialectName = keyof typeof connections

const webhook = { url: 'https://hooks.example.invalid/hook' }
const maria = { name: 'Maria da Silva', cpf: '52998224725' }

async function newMerchant(dialect: DialectName) {
  const api = await trilho.newMerchant()
  const at = { merchantId: api.merchantId, connectionId: connections[dialect], allowsUnknownKeyOwner: false }
  await assignConnection(needs, at)
  return api
}

const chargeBody = (payer: object | undefined, value = '12.50') => ({
  payment: { payer, value: { original: value }, onlyThisPayer: true },
  webhook,
})

const billBody = () => ({ payer: maria, amount: '12.50', dueDate: dayOf(needs.clock()), onlyThisPayer: true, webhook })

async function newCharge(dialect: DialectName, what: 'cash-in' | 'bill' = 'cash-in') {
  const api = await newMerchant(dialect)
  const { status, body, text } = await (what === 'bill'
    ? api.post('/bills', billBody())
    : api.post('/accounts/pix/cashin', chargeBody(maria)))
  if (status !== 201) throw new Error(text)
  const { id } = what === 'bill' ? body.data : body.data.transaction
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const pay = async (payer: object): Promise<string> => {
    const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`, { payer })
    return pix[0].endToEndId
  }
  return { api, id, pay }
}

async function processUntil(isDone: () => Promise<boolean>) {
  const step = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 10_000
    return isDone()
  }
  await expect.poll(step).toBe(true)
}

const returnsOf = async (endToEndId: string) => {
  const all: { endToEndId: string; refunds?: { amount: string; state?: string }[] }[] = await bank.control(
    'GET',
    '/pix',
  )
  return all.find(pix => pix.endToEndId === endToEndId)?.refunds ?? []
}

test.each<[DialectName, 'cash-in' | 'bill', object]>([
  ['inter', 'cash-in', { name: 'João Pereira', taxId: '11144477735' }],
  ['efi', 'cash-in', { name: 'João Pereira', taxId: '11144477735' }],
  ['inter', 'cash-in', { name: 'Moinho Estrela Ltda', taxId: '12ABC34501DE35' }],
  ['inter', 'bill', { name: 'João Pereira', taxId: '11144477735' }],
  ['efi', 'bill', { name: 'João Pereira', taxId: '11144477735' }],
])(
  'at a bank that speaks %s money of another document for a %s is returned once, and the merchant is notified',
  async (dialect, what, payer) => {
    const { api, id, pay } = await newCharge(dialect, what)
    await bank.control('POST', '/callback-faults', { kind: 'duplicate', copies: 2 })
    const endToEndId = await pay(payer)
    await processUntil(async () => (await api.stateOf(id)) === 'Error' && (await returnsOf(endToEndId)).length > 0)
    await processUntil(async () => (await sql`select from bank_orders where kind = 'return'`).length === 0)
    expect((await api.read(id)).body.data).toMatchObject({
      transaction: { stateErrorCause: 'PayerMismatch', receiptAmount: '12.500000' },
      payment: { onlyThisPayer: true },
    })
    const events = await sql<{ payload: string }[]>`select payload from webhook_events where transaction_id = ${id}`
    expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { transactionState: 'Error', stateErrorCause: 'PayerMismatch', transactionPaidAmount: '12.500000' },
    ])
    expect(await returnsOf(endToEndId)).toHaveLength(1)
    expect(await api.availableBalance()).toBe('0.000000')
    const [held] = await sql`select reason from unmatched_payments where transaction_id = ${id}`
    expect(held?.['reason']).toBe('WrongPayer')
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each<[DialectName, 'cash-in' | 'bill']>([
  ['inter', 'cash-in'],
  ['efi', 'cash-in'],
  ['inter', 'bill'],
  ['efi', 'bill'],
])('at a bank that speaks %s the payer of a %s that alone may pay is credited', async (dialect, what) => {
  const { api, id, pay } = await newCharge(dialect, what)
  await pay({ name: maria.name, taxId: maria.cpf })
  await processUntil(async () => (await api.stateOf(id)) === 'Completed')
  expect(await api.availableBalance()).toBe('12.500000')
})

test.each<DialectName>(['standard', 'sicoob'])(
  'at a bank that speaks %s, which never reports payers, the rule is refused',
  async dialect => {
    const api = await newMerchant(dialect)
    const { status, body } = await api.post('/accounts/pix/cashin', chargeBody(maria))
    expect([status, body.error.details.reason]).toEqual([409, 'PayerNotReported'])
    expect((await api.post('/bills', billBody())).body.error.details.reason).toBe('PayerNotReported')
    expect(
      (
        await api.post('/accounts/pix/cashin', {
          ...chargeBody(maria),
          payment: { ...chargeBody(maria).payment, onlyThisPayer: false },
        })
      ).status,
    ).toBe(201)
  },
)

test('a charge that is cancelled after another document has paid it fails, and its money is returned once', async () => {
  const { api, id, pay } = await newCharge('inter')
  const endToEndId = await pay({ name: 'João Pereira', taxId: '11144477735' })
  await api.put(`/accounts/transactions/pix/${id}/cancel`)
  expect(await api.stateOf(id)).toBe('Registered')
  await processUntil(async () => (await api.stateOf(id)) === 'Error' && (await returnsOf(endToEndId)).length > 0)
  await processUntil(async () => (await sql`select from bank_orders where transaction_id = ${id}`).length === 0)
  expect([await api.availableBalance(), (await returnsOf(endToEndId)).length]).toEqual(['0.000000', 1])
  expect(await auditBooks(needs)).toEqual([])
})

test('the rule holds for a customer with a document, and is refused for one without', async () => {
  const api = await newMerchant('inter')
  const charge = async (customer: object) => {
    const { body } = await api.post('/customers', customer)
    const payment = { customerId: body.data.id, value: { original: '12.50' }, onlyThisPayer: true }
    return api.post('/accounts/pix/cashin', { payment, webhook })
  }
  const { body } = await charge({ name: maria.name, document: maria.cpf })
  expect((await api.read(body.data.transaction.id)).body.data.payment).toMatchObject({
    payer: { cpf: maria.cpf },
    onlyThisPayer: true,
  })
  const refused = await charge({ name: 'Ana Lima' })
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, '/payment'])
})

test('the rule needs a payer, and the payer’s page shows it', async () => {
  const { api, id } = await newCharge('inter')
  const { status, body } = await api.post('/accounts/pix/cashin', chargeBody(undefined))
  expect([status, body.error.details]).toMatchObject([
    400,
    [{ path: '/payment', code: 'required', info: { missingProperty: 'payer' } }],
  ])
  const page = await call(needs.addresses.payerPage(api.merchantId, id))
  expect(page.text).toContain('Pague de uma conta de ***.982.247-**')
})

test('a payment whose payer the bank has not reported yet is credited only when it has', async () => {
  const { api, id, pay } = await newCharge('inter')
  await bank.control('POST', '/faults', { kind: 'server error', times: 500, partner: 'inter', path: 'extrato' })
  const endToEndId = await pay({ name: maria.name, taxId: maria.cpf })
  let looks = 0
  await processUntil(async () => ++looks > 5)
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '0.000000'])
  await bank.control('DELETE', '/faults')
  await sql`update bank_connections set next_sweep_at = now()`
  await processUntil(async () => {
    await untilDone(() => sweepPayments(needs))
    return (await api.stateOf(id)) === 'Completed'
  })
  expect([await api.availableBalance(), await returnsOf(endToEndId)]).toEqual(['12.500000', []])
  expect(await auditBooks(needs)).toEqual([])
})
