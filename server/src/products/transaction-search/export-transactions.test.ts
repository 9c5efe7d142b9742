import { expect, test } from 'vitest'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { readSpreadsheet } from '../../../test/kit/spreadsheet.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { exportTransactions, writeTransactions } from './export-transactions.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }
const shop = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
const path = `/merchants/${shop.merchantId}/transactions.csv`

const cashIn = await shop.createCashIn({
  amount: '1234.56',
  payer: { cpf: cpf.maria, name: '=HYPERLINK("http://evil")' },
  transaction: { orderId: '+55', orderDescription: 'Pão; "francês"\r\nquente' },
  webhook,
})
await shop.simulate('complete', cashIn)
await shop.refund(cashIn, { amount: '34.56', refundId: 'first' })
const cashOut = await shop.createCashOut({ amount: '10.000001', webhook })

test('the file opens in a Brazilian spreadsheet: its mark, semicolons, decimal commas, local dates, no formulas', async () => {
  const { status, headers, text } = await person.get(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="transacoes-\d{4}-\d\d-\d\d\.csv"$/)
  const bytes = new Uint8Array(
    await (await fetch(`${trilho.url}/portal/api${path}`, { headers: { cookie: person.cookie } })).arrayBuffer(),
  )
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  const rows = readSpreadsheet(text)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    Operação: 'Envio Pix',
    Estado: 'Criada',
    Valor: '-10,000001',
    Tarifas: '',
    'ID da transação': cashOut,
  })
  expect(rows[1]).toMatchObject({
    Operação: 'Recebimento Pix',
    Estado: 'Concluída',
    Valor: '1234,56',
    Tarifas: '-0,10',
    Devolvido: '-34,56',
    Nome: `'=HYPERLINK("http://evil")`,
    'CPF/CNPJ': '***.982.247-**',
    Pedido: "'+55",
    Descrição: 'Pão; "francês"\r\nquente',
    'ID da transação': cashIn,
  })
  expect(rows[1]?.['Criada em']).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
})

test('the file keeps to the filters and to the language of who asks', async () => {
  expect(readSpreadsheet((await person.get(`${path}?state=Completed`)).text)).toHaveLength(1)
  expect(readSpreadsheet((await person.get(`${path}?q=390.533.447-05`)).text)).toHaveLength(1)
  await trilho.sql`update people set language = 'en' where id = ${person.id}`
  const { headers, text } = await person.get(`${path}?operation=pixCashOut`)
  expect(headers.get('content-disposition')).toMatch(/"transactions-\d{4}-\d\d-\d\d\.csv"/)
  expect(readSpreadsheet(text)).toMatchObject([{ Operation: 'Pix cash-out', State: 'Created', Amount: '-10,000001' }])
  expect((await person.get(`${path}?state=nonsense`)).status).toBe(400)
})

const everything = {
  merchantId: shop.merchantId,
  q: undefined,
  taxNumber: null,
  state: undefined,
  operation: undefined,
  from: undefined,
  until: undefined,
  leastAmount: undefined,
  mostAmount: undefined,
}

test('a file that would be too long ends with a row that says so', async () => {
  const pieces = exportTransactions(trilho.needs, everything, 1)
  const file = writeTransactions(pieces, { format: 'csv', language: 'pt' })
  const rows = readSpreadsheet((await Array.fromAsync(file)).join(''))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ 'ID da transação': cashOut })
  expect(rows[1]?.['Criada em']).toMatch(/^O arquivo não tem mais lugar .* exporte períodos menores\.$/)
})

test('a long file comes in pieces, whole and without repeats', async () => {
  const { merchantId } = await trilho.newMerchant()
  await trilho.sql`
    insert into transactions (merchant_id, id, operation, state, amount, editable, charge_fixed, charge_rate, charges, created_at)
    select ${merchantId}, (lpad(to_hex(1800000000000 + i), 12, '0') || '70008000000000000000')::uuid, 'pixCashIn',
           'Registered', 1000000, false, 0, 0, 0, to_timestamp(1800000000 + i / 1000.0)
      from generate_series(1, 4321) i`
  const pieces = await Array.fromAsync(exportTransactions(trilho.needs, { ...everything, merchantId }))
  expect(Math.max(...pieces.map(({ rows }) => rows.length))).toBe(1_000)
  expect(pieces.every(({ cutAt }) => cutAt === null)).toBe(true)
  expect(new Set(pieces.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(4_321)
})
