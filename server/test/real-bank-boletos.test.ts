import { afterEach, expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { businessDayFrom } from '../src/platform/brazil/business-days.ts'
import { addDays } from '../src/platform/brazil/sao-paulo.ts'
import { type BoletoDialect, boletoDialects as dialects, boletosBeside } from './kit/boletos-beside.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside a bank: bills that are paid by boleto or by Pix, in each dialect that registers both. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs, { hasContracts: true })

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { boletoDelayMs: 0 })
})

const daySeconds = 86_400
const { today, passTime, merchantAt, request, make, read, atBank, boletoOf, settle, registered, keptFor } =
  boletosBeside(trilho, bank)

/** Where a bank has its boletos. */
const paths = { inter: '/cobranca', sicoob: '/cobranca', efi: '/v1/charge' }
const fault = (partner: BoletoDialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: paths[partner], ...more })

test.each(dialects)('at %s a paid boleto is to settle, and credited when the bank has the money', async dialect => {
  const api = await merchantAt(connections[dialect])
  const bill = await registered(api, { fine: { kind: 'Percent', rate: '2' } })
  expect(bill.qrCode).toMatch(/^000201/)
  const boleto = await boletoOf(bill)
  expect(boleto).toMatchObject({ state: 'open' })
  await bank.control('POST', `/boletos/${boleto.id}/pay`, { day: today() })
  await settle()
  expect(await read(api, bill)).toMatchObject({
    state: 'Paid',
    transactionState: 'Registered',
    payment: { method: 'boleto', isSettled: false, amount: '100.000000' },
  })
  await passTime(daySeconds)
  await settle()
  expect(await api.balance()).toMatchObject({ available: '0.000000', toSettle: '100.000000' })
  expect(await auditBooks(needs)).toEqual([])

  await bank.control('POST', `/boletos/${boleto.id}/settle`)
  await passTime(daySeconds)
  await settle()
  expect(await read(api, bill)).toMatchObject({ transactionState: 'Completed', payment: { isSettled: true } })
  expect(await api.balance()).toMatchObject({ available: '100.000000', toSettle: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test.each(dialects)(
  'at %s a bill with a boleto is paid by Pix under the name that the bank has given it',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const bill = await registered(api)
    const { txid, ownNumber } = await boletoOf(bill)
    await bank.control('POST', `/charges/${dialect}/${txid}/pay`)
    await settle()
    expect(await read(api, bill)).toMatchObject({ state: 'Paid', payment: { method: 'pix', amount: '100.000000' } })
    await passTime(daySeconds)
    await settle()
    expect(await api.availableBalance()).toBe('100.000000')
    expect(await trilho.sql`select id from transactions where end_to_end_id = ${`BOLETO${ownNumber}`}`).toEqual([])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)(
  'at %s a registration whose answer is lost is found by our number, and is one boleto',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const before = (await atBank()).length
    await fault(dialect, 'act, then cut', { method: 'POST' })
    const bill = await registered(api)
    expect((await atBank()).length).toBe(before + 1)
    expect((await boletoOf(bill)).state).toBe('open')
  },
)

test.each(dialects)('at %s a registration that never arrived is sent again', async dialect => {
  const api = await merchantAt(connections[dialect])
  const before = (await atBank()).length
  await fault(dialect, 'drop', { method: 'POST' })
  await registered(api)
  expect((await atBank()).length).toBe(before + 1)
})

test.each(['inter'] as const)(
  'at %s a registration that takes its time shows no boleto before it is over',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    await bank.control('PUT', '/settings', { boletoDelayMs: null })
    const made = await make(api)
    await settle()
    expect(await read(api, made)).toMatchObject({
      state: 'Open',
      transactionState: 'Created',
      qrCode: null,
      boleto: { barcode: null, typedLine: null },
    })
    expect(await auditBooks(needs)).toEqual([])
    const [row] = await atBank()
    await bank.control('POST', `/boletos/${row?.id}/register`)
    await passTime(60)
    await settle()
    expect((await read(api, made)).boleto.barcode).toBe(row?.barcode)
  },
)

test.each(dialects)('at %s a registration that the bank refuses fails the bill', async dialect => {
  const api = await merchantAt(connections[dialect])
  const before = (await atBank()).length
  await fault(dialect, 'refusal', { method: 'POST', status: 400, text: 'Pagador inválido' })
  const made = await make(api)
  await settle()
  expect(await read(api, made)).toMatchObject({ state: 'Cancelled', transactionState: 'Error' })
  expect((await api.read(made.id)).body.data.transaction.stateErrorCause).toBe('BoletoNotRegistered')
  expect((await atBank()).length).toBe(before)
})

test.each(['inter'] as const)(
  'at %s a registration that the bank gives up fails the bill, with its words',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    await bank.control('PUT', '/settings', { boletoDelayMs: null })
    const made = await make(api)
    const [row] = await atBank()
    await bank.control('POST', `/boletos/${row?.id}/fail`, { reason: 'Pagador inválido' })
    await passTime(60)
    await settle()
    expect(await read(api, made)).toMatchObject({ state: 'Cancelled', transactionState: 'Error' })
    const { transaction } = (await api.read(made.id)).body.data
    expect(transaction.stateErrorCause).toBe('BoletoNotRegistered')
  },
)

// Efí shows one payment of a boleto only.
test.each(['inter', 'sicoob'] as const)(
  'at %s a bill that was paid by Pix keeps the money of its boleto for a person',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const bill = await registered(api)
    const boleto = await boletoOf(bill)
    await bank.control('POST', `/charges/${dialect}/${boleto.txid}/pay`)
    await settle()
    await bank.control('POST', `/boletos/${boleto.id}/pay`, { again: true })
    await settle()
    await bank.control('POST', `/boletos/${boleto.id}/settle`)
    await passTime(daySeconds)
    await settle()
    expect(await api.availableBalance()).toBe('100.000000')
    expect(await keptFor(bill)).toMatchObject([{ code: 'paidByBoleto' }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)('at %s Pix that comes after the boleto goes back to its payer', async dialect => {
  const api = await merchantAt(connections[dialect])
  const bill = await registered(api)
  const boleto = await boletoOf(bill)
  await bank.control('POST', `/boletos/${boleto.id}/pay`)
  await settle()
  const { pix } = await bank.control('POST', `/charges/${dialect}/${boleto.txid}/pay`, { again: true })
  await settle()
  await passTime(3_600)
  await settle()
  const all: { endToEndId: string; refunds: { status: string }[] }[] = await bank.control('GET', '/pix?all')
  expect(all.find(({ endToEndId }) => endToEndId === pix[0].endToEndId)?.refunds).toMatchObject([
    { status: 'DEVOLVIDO' },
  ])
  expect(await api.balance()).toMatchObject({ available: '0.000000', toSettle: '100.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test.each(dialects)(
  'at %s a bill with a boleto is cancelled at its bank; one that was paid there before stays paid',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const [open, paid] = [await registered(api), await registered(api)]
    expect((await api.post(`/bills/${open.id}/cancel`, {})).body.data.state).toBe('Cancelled')
    expect((await boletoOf(open)).state).toBe('cancelled')
    await bank.control('POST', `/boletos/${(await boletoOf(paid)).id}/pay`)
    // Refused at once, or as soon as the bank has said how it was paid.
    const { status, body } = await api.post(`/bills/${paid.id}/cancel`, {})
    expect([status, body.data?.state ?? null]).toEqual(dialect === 'sicoob' ? [200, 'Open'] : [409, null])
    await settle()
    expect(await read(api, paid)).toMatchObject({ state: 'Paid', payment: { method: 'boleto' } })
  },
)

test.each(dialects)(
  'at %s a bill with a boleto expires after its bank was asked: what was paid in time counts',
  async dialect => {
    const api = await merchantAt(connections[dialect])
    const short = { dueDate: businessDayFrom(addDays(today(), 1)), payableDaysAfterDue: 0 }
    const [unpaid, paid] = [await registered(api, short), await registered(api, short)]
    await bank.control('POST', `/boletos/${(await boletoOf(paid)).id}/pay`)
    await passTime(14 * daySeconds)
    await expireCharges(needs)
    await settle()
    expect([(await read(api, unpaid)).state, (await read(api, paid)).state]).toEqual(['Expired', 'Paid'])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test.each(dialects)('at %s a limit of boletos holds up no other charges', async dialect => {
  const api = await merchantAt(connections[dialect])
  await fault(dialect, 'too many requests', { method: 'POST', retryAfterSeconds: 1 })
  const made = await make(api)
  expect(await read(api, made)).toMatchObject({ transactionState: 'Created' })
  expect((await make(api, { methods: ['pix'] })).transactionState).toBe('Registered')
  await expect
    .poll(async () => {
      await needs.bankOrders.stepAndWait()
      await passTime(10)
      return (await read(api, made)).transactionState
    })
    .toBe('Registered')
})

test('a boleto whose code cannot be read at first is shown to nobody, and then paid by Pix under the name in it', async () => {
  const api = await merchantAt(connections.sicoob)
  await bank.control('POST', '/faults', { kind: 'server error', status: 500, partner: 'sicoob', path: '/qr/v2/cobv/' })
  const made = await make(api)
  expect(await read(api, made)).toMatchObject({ transactionState: 'Created', boleto: { barcode: null } })
  const before = (await atBank()).length
  await settle()
  const bill = await read(api, made)
  expect([bill.transactionState, (await atBank()).length]).toEqual(['Registered', before])
  const { txid } = await boletoOf(bill)
  await bank.control('POST', `/charges/sicoob/${txid}/pay`)
  await settle()
  expect(await read(api, bill)).toMatchObject({ state: 'Paid', payment: { method: 'pix' } })
})

test('reports of paid boletos that sicoob does not give are asked for again, and delay nothing else', async () => {
  const api = await merchantAt(connections.sicoob)
  const [bySlip, byPix] = [await registered(api), await registered(api)]
  await bank.control('POST', `/boletos/${(await boletoOf(bySlip)).id}/pay`)
  const path = '/boletos/movimentacoes'
  await bank.control('POST', '/faults', { kind: 'server error', status: 500, partner: 'sicoob', path, times: 50 })
  await bank.control('POST', `/charges/sicoob/${(await boletoOf(byPix)).txid}/pay`)
  await settle()
  expect([(await read(api, bySlip)).state, (await read(api, byPix)).state]).toEqual(['Open', 'Paid'])
  await bank.control('DELETE', '/faults')
  await expect
    .poll(async () => {
      await settle()
      return (await read(api, bySlip)).state
    })
    .toBe('Paid')
})

test('what sicoob reports as paid counts, also of a boleto that it shows as no longer open and not as paid', async () => {
  const [api, ended] = [await merchantAt(connections.sicoob), await merchantAt(connections.sicoob)]
  const [bill, cancelled] = [await registered(api), await registered(ended)]
  expect((await ended.post(`/bills/${cancelled.id}/cancel`, {})).body.data.state).toBe('Cancelled')
  const over = { kind: 'fields changed', values: { situacaoBoleto: 'BAIXADO' }, partner: 'sicoob' }
  await bank.control('POST', '/faults', { ...over, method: 'GET', path: '/boletos?', times: 1_000 })
  for (const one of [bill, cancelled]) {
    const { id } = await boletoOf(one)
    await bank.control('POST', `/boletos/${id}/pay`, { again: true })
    await bank.control('POST', `/boletos/${id}/settle`)
  }
  await settle()
  await passTime(daySeconds)
  await settle()
  expect((await read(api, bill)).transactionState).toBe('Completed')
  expect([await api.availableBalance(), await ended.availableBalance()]).toEqual(['100.000000', '0.000000'])
  const code = expect.stringMatching(/^paidByBoleto/)
  expect(await keptFor(cancelled)).toMatchObject([{ amount: 100_000_000n, code }])
  expect(await auditBooks(needs)).toEqual([])
})

const perYear = { kind: 'PercentPerYear', rate: '1' }
const { district: _, ...noDistrict } = request().payer.address

test.each<[BoletoDialect, object, string[], string]>([
  [
    'inter',
    { payableDaysAfterDue: 61, rebate: { kind: 'Fixed', amount: '1.00' }, interest: perYear },
    ['/payableDaysAfterDue', '/interest/kind', '/rebate'],
    '2.49',
  ],
  [
    'sicoob',
    {
      payer: { ...request().payer, address: noDistrict },
      rebate: { kind: 'Percent', rate: '1' },
      interest: perYear,
    },
    ['/interest/kind', '/rebate/kind', '/payer/address'],
    '100000000',
  ],
  [
    'efi',
    {
      payableDaysAfterDue: 121,
      fine: { kind: 'Fixed', amount: '1.00' },
      interest: perYear,
      rebate: { kind: 'Fixed', amount: '1.00' },
    },
    ['/payableDaysAfterDue', '/fine/kind', '/interest/kind', '/rebate'],
    '4.99',
  ],
])(
  'what %s does not take of a boleto is refused by its field, and nothing is registered',
  async (dialect, more, refused, amount) => {
    const api = await merchantAt(connections[dialect])
    const before = (await atBank()).length
    const { status, body } = await api.post('/bills', request(more))
    const paths = body.error.details.map(({ path }: { path: string }) => path)
    expect([status, paths]).toEqual([400, refused])
    expect((await api.post('/bills', request({ amount }))).body.error.details.reason).toBe('AmountNotAllowed')
    expect((await atBank()).length).toBe(before)
    expect((await api.get('/bills')).body.data.items).toEqual([])
  },
)

/** Due so that so many payable days end on a Saturday between business days: the bill can be paid until Monday. */
function dueBeforeSaturday(payableDays: number): string {
  for (let day = addDays(today(), 10); ; day = addDays(day, 1)) {
    const [friday, saturday] = [addDays(day, payableDays - 1), addDays(day, payableDays)]
    const isRight = [day, friday].every(one => businessDayFrom(one) === one)
    if (isRight && businessDayFrom(saturday) === addDays(saturday, 2)) return day
  }
}

test.each([
  ['inter', 60],
  ['efi', 120],
] as const)(
  '%s has no boleto that it would not take on the last payable day: %i days that end on a Saturday are refused',
  async (dialect, most) => {
    const api = await merchantAt(connections[dialect])
    const dueDate = dueBeforeSaturday(most)
    const { status, body } = await api.post('/bills', request({ dueDate, payableDaysAfterDue: most }))
    expect([status, body.error?.details]).toMatchObject([
      400,
      [
        {
          path: '/payableDaysAfterDue',
          code: 'maxDays',
          message: expect.stringContaining(`${most + 2} days`),
          info: { limit: most },
        },
      ],
    ])
    const bill = await registered(api, { dueDate, payableDaysAfterDue: most - 1 })
    expect(bill.payableUntil).toBe(addDays(dueDate, most - 1))
    const { txid } = await boletoOf(bill)
    const charges: { txid: string; due: object }[] = await bank.control('GET', '/charges')
    expect(charges.find(one => one.txid === txid)?.due).toMatchObject({ payableDays: most - 1 })
  },
)

test('sicoob, which needs a district, has it said of a customer without one', async () => {
  const api = await merchantAt(connections.sicoob)
  const { payer, ...more } = request()
  const address = { ...payer.address, district: undefined }
  const { id } = (await api.post('/customers', { name: 'Ana', document: payer.cpf, address })).body.data
  const { status, body } = await api.post('/bills', { ...more, customerId: id })
  expect([status, body.error.details]).toMatchObject([
    400,
    [{ path: '/customerId', code: 'noAddress', message: expect.stringContaining('district') }],
  ])
})

test.each(['standard'] as const)('%s, which registers no boletos here, refuses a bill with one clearly', async at => {
  const api = await merchantAt(connections[at])
  const { status, body } = await api.post('/bills', request())
  expect([status, body.error?.details]).toMatchObject([
    503,
    { reason: 'BankNotConnected', message: 'the connected bank does not support boletos' },
  ])
  expect((await api.get('/bills')).body.data.items).toEqual([])
})

test('sicoob registers no boletos without the numbers of its contract and account, and nothing else is different', async () => {
  await bank.control('POST', '/partners', { name: 'sicoob-plain', dialect: 'sicoob' })
  const given = { name: 'Sicoob', dialect: 'sicoob', isDefault: false }
  const settings = await bank.settingsOf('sicoob-plain', 'sicoob')
  const { clientNumber } = await bank.contractOf('sicoob-plain')
  const { id } = await connectBank(needs, { ...given, settings: { ...settings, clientNumber } })
  const api = await merchantAt(id)
  expect((await api.post('/bills', request())).body.error?.details).toMatchObject({ reason: 'BankNotConnected' })
  expect((await api.post('/bills', request({ methods: ['pix'] }))).status).toBe(201)
  await expect(connectBank(needs, { ...given, settings: { ...settings, clientNumber: 'x' } })).rejects.toThrow(
    'clientNumber has digits only',
  )
})

test('what sicoob registers has the fine, interest, rebate, discounts and words of the bill', async () => {
  const api = await merchantAt(connections.sicoob)
  const { dueDate } = request()
  const bill = await registered(api, {
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'AmountPerDay', amount: '0.33' },
    rebate: { kind: 'Fixed', amount: '5.00' },
    discount: {
      kind: 'Percent',
      until: [
        { date: addDays(dueDate, -5), rate: '10' },
        { date: dueDate, rate: '4' },
      ],
    },
    description: 'x'.repeat(100),
  })
  const { txid } = await boletoOf(bill)
  const charges: { txid: string; due: object; amountToday: string }[] = await bank.control('GET', '/charges')
  expect(charges.find(one => one.txid === txid)).toMatchObject({
    amountToday: '85.00',
    due: {
      dueDate,
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 1, valorPerc: '0.33' },
      abatimento: { modalidade: 1, valorPerc: '5.00' },
      desconto: {
        modalidade: 2,
        descontoDataFixa: [
          { data: addDays(dueDate, -5), valorPerc: '10.00' },
          { data: dueDate, valorPerc: '4.00' },
        ],
      },
    },
  })
})
