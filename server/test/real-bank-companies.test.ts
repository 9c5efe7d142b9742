import { expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { payer } from './kit/payer.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Companies and customers as payers, companies as recipients, in production, at a bank of each dialect. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)
type DialectName = keyof typeof connections

const webhook = { url: 'https://hooks.example.invalid/hook' }
const moinho = { name: 'Moinho Estrela Ltda', cnpj: '12.ABC.345/01DE-35' }
const taxId = '12ABC34501DE35'
await bank.control('PUT', `/keys/${taxId}`, { name: moinho.name, taxId, ispb: '60701190' })

async function newMerchant(dialect: DialectName) {
  const api = await trilho.newMerchant({ balance: '50' })
  const at = { merchantId: api.merchantId, connectionId: connections[dialect], allowsUnknownKeyOwner: false }
  await assignConnection(needs, at)
  return api
}

async function processUntil(api: { stateOf: (id: string) => Promise<string> }, id: string, state: string) {
  const stateNow = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 10_000
    return api.stateOf(id)
  }
  await expect.poll(stateNow).toBe(state)
}

test.each<[DialectName, string | null]>([
  ['standard', null],
  ['efi', taxId],
  ['inter', taxId],
  ['sicoob', null],
])('a charge for a company reaches a bank that speaks %s with its CNPJ, and is paid', async (dialect, reported) => {
  const api = await newMerchant(dialect)
  const id = await api.createCashIn({ amount: '12.50', payer: moinho, webhook })
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const charges: { txid: string }[] = await bank.control('GET', '/charges')
  const charge = charges.find(({ txid }) => txid === row?.externalId)
  expect(JSON.stringify(charge)).toContain(`"taxId":"${taxId}"`)
  const paying = { payer: { name: moinho.name, taxId } }
  await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`, paying)
  await processUntil(api, id, 'Completed')
  expect((await api.read(id)).body.data.transaction.payer.taxNumber).toBe(reported)
  expect(await api.availableBalance()).toBe('62.500000')
})

test.each<[DialectName, string | null]>([
  ['standard', taxId],
  ['efi', '11144477735'],
  ['inter', taxId],
  ['sicoob', null],
])(
  'a charge for a customer reaches a bank that speaks %s with the document %s, and its payment is the customer’s',
  async (dialect, document) => {
    const api = await newMerchant(dialect)
    const { id: customerId } = (await api.post('/customers', { name: 'Rosa Prado', document })).body.data
    const payment = { customerId, value: { original: '12.50' } }
    const { id } = (await api.post('/accounts/pix/cashin', { payment, webhook })).body.data.transaction
    const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    const charges: { txid: string }[] = await bank.control('GET', '/charges')
    const charge = JSON.stringify(charges.find(({ txid }) => txid === row?.externalId))
    if (document === null) expect(charge).not.toContain('Rosa Prado')
    else expect(charge).toContain(`"taxId":"${document}"`)
    await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`, {})
    await processUntil(api, id, 'Completed')
    const { items } = (await api.get(`/customers/${customerId}/transactions`)).body.data
    expect(items).toMatchObject([{ id, state: 'Completed', customerId }])
    const [event] = await sql<{ payload: string }[]>`select payload from webhook_events where transaction_id = ${id}`
    expect(JSON.parse(event?.payload ?? '{}')).toMatchObject({ transactionState: 'Completed', customerId })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each<DialectName>(['efi', 'inter', 'sicoob'])(
  'a payout goes to the CNPJ key of a company at a bank that speaks %s',
  async dialect => {
    const api = await newMerchant(dialect)
    const id = await api.createCashOut({
      amount: '2',
      recipient: moinho,
      key: { type: 'CNPJ', value: moinho.cnpj },
      webhook,
    })
    await processUntil(api, id, 'Completed')
    expect((await api.read(id)).body.data.transaction.recipient).toMatchObject({ name: moinho.name, taxNumber: taxId })
    expect(await api.availableBalance()).toBe('48.000000')
  },
)

test('a company pays by OpenFinance: its bank gets the CNPJ and the CPF of the person who authorises', async () => {
  const api = await newMerchant('efi')
  const { id, checkoutUrl } = await api.createInitiation({ taxNumber: moinho.cnpj, webhook })
  const itau = '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02'
  const page = await payer.start(checkoutUrl, itau, '529.982.247-25')
  const externalId = new URL(page).searchParams.get('id')
  const initiations: { id: string }[] = await bank.control('GET', '/initiations')
  expect(JSON.stringify(initiations.find(one => one.id === externalId))).toContain(`"taxId":"${taxId}"`)
  await bank.control('POST', `/initiations/${externalId}/authorise`, {})
  await processUntil(api, id, 'Completed')
  expect((await api.read(id)).body.data.transaction.payer.taxNumber).toBe(taxId)
  const stored = await sql`select from transactions where counterparty::text like '%52998224725%'`
  expect(stored).toHaveLength(0)
  expect(await auditBooks(needs)).toEqual([])
})
