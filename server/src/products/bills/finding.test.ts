import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { readSpreadsheet } from '../../../test/kit/spreadsheet.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { businessDayFrom } from '../../platform/brazil/business-days.ts'
import { formatTypedLine } from '../../platform/brazil/boleto.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { indexTransactions } from '../transaction-search/terms/index-transactions.ts'

const trilho = await openTrilho()
const shop = await trilho.newMerchant()
const other = await trilho.newMerchant()
const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
const path = `/merchants/${shop.merchantId}`
const due = businessDayFrom(addDays(dayOf(new Date()), 20))
const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }

async function make(more: object) {
  const { status, body } = await shop.post('/bills', { amount: '100.00', dueDate: due, ...more })
  expect([status, body]).toMatchObject([201, {}])
  return body.data
}
const { id: customerId } = (await shop.post('/customers', { name: 'Iracema Peçanha', document: cpf.ana })).body.data
const ofCustomer = await make({ customerId, orderId: 'apto-71' })
const payer = { name: 'João Batista', cpf: cpf.joao, address }
const withBoleto = await make({ payer, methods: ['pix', 'boleto'], metadata: { contract: 'k-4711' } })

type Item = { id: string; transactionId?: string }
const idsOf = ({ body }: Awaited<ReturnType<typeof shop.get>>) => body.data.items.map(({ id }: Item) => id)
const inApi = async (text: string, api = shop) => idsOf(await api.get(`/bills?text=${encodeURIComponent(text)}`))
const inPortal = async (list: string, q: string) =>
  idsOf(await finance.get(`${path}/${list}?q=${encodeURIComponent(q)}`))

const { typedLine, barcode } = withBoleto.boleto
const found: [string, string, string][] = [
  ["a word of the customer's name", 'pecanha', ofCustomer.id],
  ['the order id', 'apto-71', ofCustomer.id],
  ['metadata', 'k-4711', withBoleto.id],
  ['the typed line', typedLine, withBoleto.id],
  ['the typed line as it is printed', formatTypedLine(typedLine), withBoleto.id],
  ['the barcode', barcode, withBoleto.id],
]

test.each(found)(
  'a bill is found by %s, by API and in both lists of the portal, by nobody else',
  async (_, text, id) => {
    expect([await inApi(text), await inPortal('bills', text), await inPortal('transactions', text)]).toEqual([
      [id],
      [id],
      [id],
    ])
    expect(await inApi(text, other)).toEqual([])
  },
)

test('it is found in the same way when its terms are indexed; a wrong digit of a typed line finds nothing', async () => {
  await trilho.sql`update search_term_marks set look_at = now()`
  await indexTransactions({ sql: trilho.sql, clock: () => new Date(Date.now() + 3_600_000) })
  for (const [, text, id] of found) expect([text, await inApi(text)]).toEqual([text, [id]])
  const wrong = typedLine.replace(/.$/, (digit: string) => String((Number(digit) + 1) % 10))
  expect([await inApi(wrong), await inPortal('transactions', wrong)]).toEqual([[], []])
})

test('a bill is found by the document: of its customer by API, of its payer in the portal', async () => {
  const [customer] = (await shop.get(`/customers?document=${cpf.ana}`)).body.data.items
  expect(idsOf(await shop.get(`/bills?customerId=${customer.id}`))).toEqual([ofCustomer.id])
  expect(await inPortal('transactions', cpf.ana)).toEqual([ofCustomer.id])
  expect(await inPortal('transactions', '390.533.447-05')).toEqual([withBoleto.id])
})

test('text and the other filters of the list go together', async () => {
  const listed = async (query: string) => idsOf(await shop.get(`/bills?text=joao&${query}`))
  expect([
    await listed('state=Open'),
    await listed('state=Paid'),
    await listed(`dueUntil=${addDays(due, -1)}`),
  ]).toEqual([[withBoleto.id], [], []])
})

test('files and statement have what was paid: due date and components in one, the order in the other', async () => {
  const late = addDays(due, 10)
  const terms = {
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'AmountPerDay', amount: '0.10' },
    rebate: { kind: 'Fixed', amount: '1.00' },
  }
  const paid = await make({ customerId, orderId: 'late-1', ...terms })
  await shop.put(`/sandbox/transactions/complete/${paid.id}`, { on: late })
  const plain = await shop.createCashIn({ webhook: { url: 'http://127.0.0.1:9/' } })
  const rows = readSpreadsheet((await finance.get(`${path}/transactions.csv`)).text)
  const spelled = due.split('-').toReversed().join('/')
  const rowOf = (id: string) => rows.find(row => row['ID da transação'] === id)
  expect(rowOf(paid.id)).toMatchObject({
    Valor: '102,00',
    Nome: 'Iracema Peçanha',
    Pedido: 'late-1',
    Vencimento: spelled,
    Multa: '2,00',
    Juros: '1,00',
    Abatimento: '-1,00',
    Desconto: '0,00',
  })
  expect(rowOf(ofCustomer.id)).toMatchObject({ Vencimento: spelled, Multa: '', Juros: '', Desconto: '' })
  expect(rowOf(plain)).toMatchObject({ Vencimento: '', Multa: '' })
  const { items } = (await shop.get('/accounts/statement')).body.data
  expect(items).toMatchObject([{ transactionId: paid.id, orderId: 'late-1', available: '102.000000' }])
  const statement = await finance.get(`${path}/statement.csv`)
  expect(statement.text).toMatch(/Iracema Peçanha;.*late-1/)
})
