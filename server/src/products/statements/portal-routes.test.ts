import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { readSpreadsheet } from '../../../test/kit/spreadsheet.ts'
import { readXlsx } from '../../platform/spreadsheets/read-xlsx.ts'
import { unzip } from '../../platform/spreadsheets/zip.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { writeStatement } from './statement-file.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }
const shop = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
const person = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['viewer'] })
const path = `/merchants/${shop.merchantId}/statement`

/** Three days of 2028, and one posting before them: the opening balance of today. */
async function on<Result>(moment: string, happens: () => Promise<Result>): Promise<Result> {
  trilho.clock.aheadMs = Date.parse(moment) - Date.now()
  try {
    return await happens()
  } finally {
    trilho.clock.aheadMs = 0
  }
}
const cashIn = await on('2028-03-01T15:00:00Z', async () => {
  const id = await shop.createCashIn({ amount: '50', transaction: { orderId: '=o-1' }, webhook })
  await shop.simulate('complete', id)
  return id
})
const cashOut = await on('2028-03-02T15:00:00Z', () => shop.createCashOut({ amount: '20', webhook }))
// Still the third of March in São Paulo, already the fourth in UTC.
await on('2028-03-04T02:30:00Z', () => shop.simulate('complete', cashOut))

const read = async (query = '') => (await person.get(`${path}?${query}`)).body.data
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

test('the statement is newest first, each entry with the balance after it', async () => {
  const { opening, closing, items, nextCursor } = await read()
  expect(items).toMatchObject([
    {
      name: 'cashOutSettled',
      operation: 'pixCashOut',
      transactionId: cashOut,
      held: '-20.100000',
      availableAfter: '129.800000',
      heldAfter: '0.000000',
    },
    {
      name: 'cashOutHeld',
      available: '-20.100000',
      held: '20.100000',
      availableAfter: '129.800000',
      heldAfter: '20.100000',
      partyName: 'João de Souza',
    },
    {
      name: 'cashInSettled',
      transactionId: cashIn,
      orderId: '=o-1',
      available: '49.900000',
      charges: '0.100000',
      availableAfter: '149.900000',
    },
    { name: 'openingBalance', operation: null, transactionId: null, availableAfter: '100.000000' },
  ])
  expect(opening).toEqual({ available: '0.000000', held: '0.000000', blocked: '0.000000', reserved: '0.000000' })
  expect(closing).toEqual({ available: '129.800000', held: '0.000000', blocked: '0.000000', reserved: '0.000000' })
  expect(nextCursor).toBe(null)
})

test.each([
  ['from=2028-03-01', ['cashOutSettled', 'cashOutHeld', 'cashInSettled'], '100.000000', '129.800000'],
  ['from=2028-03-02&to=2028-03-02', ['cashOutHeld'], '149.900000', '129.800000'],
  ['from=2028-03-03&to=2028-03-03', ['cashOutSettled'], '129.800000', '129.800000'],
  ['to=2028-03-01', ['cashInSettled', 'openingBalance'], '0.000000', '149.900000'],
  ['from=2028-03-04', [], '129.800000', '129.800000'],
  ['to=2020-01-01', [], '0.000000', '0.000000'],
  ['from=2028-02-01&to=2028-02-02', [], '100.000000', '100.000000'],
])('the period %s has %o, opens with %s and closes with %s', async (query, names, opening, closing) => {
  const page = await read(query)
  expect(namesOf(page)).toEqual(names)
  expect([page.opening.available, page.closing.available]).toEqual([opening, closing])
})

test('pages of one walk through the period once', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read(`limit=1&from=2028-03-01${cursor === '' ? '' : `&cursor=${cursor}`}`)
    seen.push(...namesOf(page))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(['cashOutSettled', 'cashOutHeld', 'cashInSettled'])
})

test('the file has the same entries, oldest first, with the running balance', async () => {
  const { headers, text } = await person.get(`${path}.csv?from=2028-03-01`)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="extrato-\d{4}-\d\d-\d\d.*\.csv"$/)
  expect(readSpreadsheet(text)).toMatchObject([
    {
      Data: expect.stringMatching(/^01\/03\/2028 12:00:/),
      Lançamento: 'Recebimento',
      Pedido: "'=o-1",
      Disponível: '49,90',
      Tarifas: '-0,10',
      'Saldo disponível': '149,90',
    },
    { Lançamento: 'Reserva para pagamento', Disponível: '-20,10', Reservado: '20,10', 'Saldo reservado': '20,10' },
    {
      Data: expect.stringMatching(/^03\/03\/2028 23:30:/),
      Lançamento: 'Pagamento',
      Reservado: '-20,10',
      'Saldo disponível': '129,80',
    },
  ])
  await trilho.sql`update people set language = 'en' where id = ${person.id}`
  expect(readSpreadsheet((await person.get(`${path}.csv`)).text)[0]).toMatchObject({ Entry: 'Opening balance' })
})

test('the same for Excel has amounts as numbers and dates as days, and no text that is a formula', async () => {
  const { headers, bytes } = await person.get(`${path}.xlsx?from=2028-03-01`)
  expect(headers.get('content-disposition')).toMatch(/\.xlsx"$/)
  const [header, first] = readXlsx(bytes)
  const cells = Object.fromEntries((header?.cells ?? []).map((heading, i) => [heading, first?.cells[i] ?? '']))
  expect(cells).toMatchObject({ Entry: 'Money in', Order: '=o-1', Available: '49,9', 'Available balance': '149,9' })
  expect(cells['Date']).toMatch(/^01\/03\/2028 12:00:/)
  const sheet = unzip(bytes, 1_000_000)('xl/worksheets/sheet1.xml') ?? ''
  // That moment as a day is kept, with the style that shows it as one.
  expect(Number(/<c r="A2" s="3"><v>([^<]+)</.exec(sheet)?.[1])).toBeCloseTo(46_813.5, 3)
  // The style that quotes what begins like a formula.
  expect(sheet).toMatch(/<c r="D2" s="4" t="inlineStr"><is><t xml:space="preserve">=o-1</)
})

test('OFX has every payment and every charge by itself, adds up to its balance, and keeps its ids', async () => {
  const text = (await person.get(`${path}.ofx?from=2028-03-01&to=2028-03-03`)).bytes.toString('latin1')
  expect(text).toMatch(/^OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n/)
  expect(text).toMatch(/<BANKID>\d{8}<ACCTID>[^<]+<ACCTTYPE>CHECKING<\/BANKACCTFROM>/)
  expect(text).toContain('<CURDEF>BRL')
  expect(text).toContain('<DTSTART>20280301000000[-3:BRT]<DTEND>20280303235959[-3:BRT]')
  const entries = Array.from(
    text.matchAll(/<TRNTYPE>(\w+)<DTPOSTED>(\d{8})[^<]*<TRNAMT>([-\d.]+)<FITID>([^<]+)/g),
    ([, type, day, amount, id]) => [type, day, amount, id],
  )
  expect(entries).toEqual([
    ['CREDIT', '20280301', '50.00', '2'],
    ['FEE', '20280301', '-0.10', '2-fee'],
    ['DEBIT', '20280303', '-20.00', '4'],
    ['FEE', '20280303', '-0.10', '4-fee'],
  ])
  expect(text).toContain('<MEMO>Money in - =o-1 - E')
  expect(text).toContain('<LEDGERBAL><BALAMT>129.80<DTASOF>20280303233000[-3:BRT]</LEDGERBAL>')
})

test('every refund is an entry of the OFX with an id and a date of its own, within the dates of the file', async () => {
  const own = await trilho.newMerchant({ balance: '100' })
  const viewer = await newPortalPerson(trilho, { merchantId: own.merchantId, roles: ['viewer'] })
  const readOwn = async () => {
    const { text } = await viewer.get(`/merchants/${own.merchantId}/statement.ofx`)
    const [start = '', end = ''] = /<DTSTART>(\d+).*<DTEND>(\d+)/.exec(text)?.slice(1) ?? []
    const entries = Array.from(text.matchAll(/<DTPOSTED>(\d+)[^<]*<TRNAMT>([-\d.]+)<FITID>([^<]+)/g), ([, ...of]) => of)
    expect(entries.filter(([at = '']) => at < start || at > end)).toEqual([])
    return entries.map(([, amount, id]) => [amount, id])
  }
  const id = await own.createCashIn({ amount: '1234.56', webhook })
  await own.simulate('complete', id)
  await own.refund(id, { amount: '34.56', refundId: 'first' })
  const before = await readOwn()
  expect(before).toEqual([
    ['100.00', '1'],
    ['1234.56', '2'],
    ['-34.56', '4'],
  ])
  await own.put('/sandbox/clock', { forward: 86_400 })
  await own.refund(id, { amount: '1', refundId: 'second' })
  expect(await readOwn()).toEqual([...before, ['-1.00', '6']])
})

test('a file that would be too long ends with a row that says so', async () => {
  const requested = {
    merchantId: shop.merchantId,
    from: undefined,
    to: undefined,
    format: 'csv',
    language: 'pt',
  } as const
  const rows = readSpreadsheet((await Array.fromAsync(writeStatement(trilho.needs, requested, { most: 2 }))).join(''))
  expect(rows.map(row => row['Lançamento'])).toEqual(['Saldo inicial', 'Recebimento', ''])
  expect(rows[2]?.Data).toMatch(/^O arquivo tem no máximo 2 linhas; .*02\/03\/2028/)
})

test.each([
  ['from=yesterday', '/from', 'format'],
  ['to=0999-01-01', '/to', 'pattern'],
  ['cursor=-1', '/cursor', 'pattern'],
  ['limit=0', '/limit', 'minimum'],
])('the query %s is refused', async (query, where, code) => {
  const { status, body } = await person.get(`${path}?${query}`)
  expect(status).toBe(400)
  expect(body.error.details).toContainEqual(expect.objectContaining({ path: where, code }))
})

test('every role reads it; outsiders do not find the merchant', async () => {
  const people = await everybody(trilho, shop.merchantId)
  const all = ['owner', 'finance', 'approver', 'developer', 'viewer', 'operator'] as const
  for (const route of [path, `${path}.csv`]) {
    await expectOnly(people, all, someone => someone.get(route))
    await expectNotFoundByOutsiders(people, someone => someone.get(route))
  }
})
