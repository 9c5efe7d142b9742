import { expect, test } from 'vitest'
import { openTrilho, cpf, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { businessDayFrom, lastPayableDay } from '../../platform/brazil/business-days.ts'

const trilho = await openTrilho()
const sink = await openSink()
const shop = await trilho.newMerchant()
const other = await trilho.newMerchant()

const today = dayOf(new Date())
/** A business day, far enough for all discounts. */
const due = businessDayFrom(addDays(today, 20))
const payer = { name: 'Maria da Silva', cpf: cpf.maria }

type Api = typeof shop
const request = (more: object = {}) => ({ payer, amount: '100.00', dueDate: due, ...more })
async function make(more: object = {}, api: Api = shop) {
  const { status, body } = await api.post('/bills', request(more))
  expect([status, body]).toMatchObject([201, {}])
  return body.data
}
const read = async (id: string, api: Api = shop) => (await api.get(`/bills/${id}`)).body.data
type Answer = Awaited<ReturnType<Api['get']>>
const problems = ({ status, body }: Answer) => [
  status,
  ...(Array.isArray(body.error?.details) ? body.error.details.map((one: { path: string }) => one.path) : [body.error]),
]
const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason]

test('a bill is created with a payer and read back with what is owed today', async () => {
  const lines = [
    { description: 'Aula', amount: '60.00' },
    { description: 'Material', amount: '40.00' },
  ]
  const made = await make({ description: 'Mensalidade', lines, orderId: 'o-1', metadata: { class: '7b' } })
  expect(made).toMatchObject({
    state: 'Open',
    transactionState: 'Registered',
    amount: '100.000000',
    dueDate: due,
    payableDaysAfterDue: 30,
    payableUntil: lastPayableDay(due, 30),
    fine: null,
    description: 'Mensalidade',
    lines,
    orderId: 'o-1',
    metadata: { class: '7b' },
    payer: { name: 'Maria da Silva', cpf: cpf.maria, cnpj: null },
    amountDue: { date: today, amount: '100.000000', isPayable: true },
    payment: null,
  })
  expect(made.qrCode).toMatch(/^000201/)
  expect(await read(made.id)).toEqual(made)
  expect((await shop.get(`/accounts/transactions/pix/${made.id}`)).body.data.transaction).toMatchObject({
    orderId: 'o-1',
    orderDescription: 'Mensalidade',
    state: 'Registered',
    type: 'Credit',
  })
})

test('a bill names a customer with a document instead of a payer', async () => {
  const { id: customerId } = (await shop.post('/customers', { name: 'Ana Lima', document: cpf.ana })).body.data
  const bill = await make({ payer: undefined, customerId })
  expect(bill).toMatchObject({ customerId, payer: { name: 'Ana Lima', cpf: cpf.ana } })
  const listed = (await shop.get(`/bills?customerId=${customerId}`)).body.data.items
  expect(listed.map((one: { id: string }) => one.id)).toEqual([bill.id])
  const { id: nameless } = (await shop.post('/customers', { name: 'Rui' })).body.data
  expect(problems(await shop.post('/bills', request({ payer: undefined, customerId: nameless })))).toEqual([
    400,
    '/customerId',
  ])
})

test('each wrong field has an error of its own, and nothing is made', async () => {
  const count = async () => (await shop.get('/bills?dataset.limit=20')).body.data.items.length
  const before = await count()
  const wrong: [object, ...string[]][] = [
    [{ payer: undefined }, ''],
    [{ customerId: crypto.randomUUID() }, '/customerId'],
    [{ dueDate: addDays(today, -1) }, '/dueDate'],
    [{ dueDate: '2026-02-30' }, '/dueDate'],
    [{ amount: '10.001' }, '/amount'],
    [{ payableDaysAfterDue: 366 }, '/payableDaysAfterDue'],
    [
      { fine: { kind: 'Percent', amount: '2' }, interest: { kind: 'AmountPerDay' } },
      '/fine',
      '/fine/amount',
      '/interest',
    ],
    [{ interest: { kind: 'PercentPerWeek', rate: '1' } }, '/interest/kind'],
    [{ interest: { kind: 'PercentPerDay', rate: '0.033' } }, '/interest/rate'],
    [{ fine: { kind: 'Percent', rate: '0' } }, '/fine/rate'],
    [{ rebate: { kind: 'Fixed', amount: '100' } }, '/rebate/amount'],
    [{ discount: { kind: 'Fixed', amount: '5' } }, '/discount', '/discount/amount'],
    [
      {
        discount: {
          kind: 'Percent',
          until: [
            { date: addDays(due, 1), rate: '5' },
            { date: due, rate: '100' },
          ],
        },
      },
      '/discount/until/0/date',
      '/discount/until/1/rate',
    ],
    [{ discount: { kind: 'AmountPerDay', amount: '50' } }, '/discount'],
    [{ lines: [{ description: 'x', amount: '99' }] }, '/lines'],
    [{ dueDay: due }, '/dueDay'],
  ]
  // All at once, however different the reasons are.
  wrong.push([
    {
      payer: { name: 'X', cpf: '111.111.111-11' },
      dueDate: addDays(today, -1),
      amount: '10.001',
      fine: { kind: 'Percent', rate: '0' },
      lines: [{ description: 'x', amount: '99' }],
      methods: ['boleto'],
      onlyThisPayer: true,
    },
    '/amount',
    '/fine/rate',
    '/lines',
    '/payer',
    '/methods',
    '/onlyThisPayer',
    '/dueDate',
    '/payer/cpf',
  ])
  for (const [more, ...paths] of wrong)
    expect([more, problems(await shop.post('/bills', request(more)))]).toEqual([more, [400, ...paths]])
  const fake = request({ payer: { name: 'X', cpf: '111.111.111-11' } })
  expect(reasonOf(await shop.post('/bills', fake))).toEqual([409, 'CounterpartyTaxNumberInvalid'])
  expect(await count()).toBe(before)
})

test('the same order id and body is one bill, however many ask at once; another body is a conflict', async () => {
  const answers = await Promise.all(times(6, () => shop.post('/bills', request({ orderId: 'once' }))))
  expect(answers.map(({ status }) => status)).toEqual(times(6, () => 201))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(reasonOf(await shop.post('/bills', request({ orderId: 'once', dueDate: addDays(due, 1) })))).toEqual([
    409,
    'OrderIdConflict',
  ])
  const listed = (await shop.get('/bills?orderId=once')).body.data.items
  expect(listed).toHaveLength(1)
})

test('the preview follows the terms over the days, and says when a day is too late', async () => {
  const { id } = await make({
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'PercentPerMonth', rate: '1' },
    rebate: { kind: 'Fixed', amount: '1' },
    discount: { kind: 'Fixed', until: [{ date: addDays(due, -5), amount: '10' }] },
  })
  const on = async (day: string) => {
    const { amount, components, isPayable } = (await shop.get(`/bills/${id}/amount-due?on=${day}`)).body.data
    return [amount, components.fine, components.interest, components.discount, isPayable]
  }
  expect(await on(addDays(due, -5))).toEqual(['89.000000', '0.000000', '0.000000', '10.000000', true])
  expect(await on(due)).toEqual(['99.000000', '0.000000', '0.000000', '0.000000', true])
  expect(await on(addDays(due, 15))).toEqual(['101.500000', '2.000000', '0.500000', '0.000000', true])
  expect((await on(addDays(due, 60))).at(-1)).toBe(false)
})

test('paid late, the components are booked, shown, notified, and agree with the preview', async () => {
  const { id } = await make({
    fine: { kind: 'Fixed', amount: '2.50' },
    interest: { kind: 'AmountPerDay', amount: '0.10' },
    webhook: { url: sink.url },
  })
  const paidOn = addDays(due, 10)
  expect((await shop.put(`/sandbox/transactions/complete/${id}`, { on: paidOn })).status).toBe(200)
  const components = {
    original: '100.000000',
    fine: '2.500000',
    interest: '1.000000',
    rebate: '0.000000',
    discount: '0.000000',
  }
  expect(await read(id)).toMatchObject({
    state: 'Paid',
    qrCode: null,
    amountDue: null,
    payment: { date: paidOn, amount: '103.500000', components, expectedAmount: '103.500000', difference: '0.000000' },
  })
  const [event] = await sink.waitForEvents(id, 1)
  expect(event?.body).toMatchObject({
    transactionState: 'Completed',
    transactionAmount: '103.500000',
    transactionAmountComponents: components,
  })
  expect((await shop.put(`/sandbox/transactions/complete/${id}`, {})).status).toBe(409)
  expect(reasonOf(await shop.patch(`/bills/${id}`, { amount: '5' }))).toEqual([409, 'TransactionStateNotAllowed'])
  expect(reasonOf(await shop.post(`/bills/${id}/cancel`, {}))).toEqual([409, 'TransactionStateNotAllowed'])
})

test('where the bank calculates otherwise, its amount is booked and the difference to the preview is shown', async () => {
  const { id } = await make()
  await shop.put(`/sandbox/transactions/complete/${id}`, { amount: '100.07' })
  expect((await read(id)).payment).toMatchObject({
    amount: '100.070000',
    expectedAmount: '100.000000',
    difference: '0.070000',
    components: { original: '100.000000', interest: '0.070000' },
  })
})

test('an unpaid bill is changed; its preview, its code and its end follow', async () => {
  const made = await make({ fine: { kind: 'Percent', rate: '2' }, lines: [{ description: 'x', amount: '100' }] })
  const later = businessDayFrom(addDays(due, 10))
  const answer = await shop.patch(`/bills/${made.id}`, {
    amount: '80.00',
    dueDate: later,
    payableDaysAfterDue: 0,
    fine: null,
    interest: { kind: 'PercentPerDay', rate: '1' },
    description: 'Acordo',
  })
  expect([answer.status, answer.body.data]).toMatchObject([
    200,
    {
      amount: '80.000000',
      dueDate: later,
      payableUntil: later,
      fine: null,
      interest: { kind: 'PercentPerDay', rate: '1' },
      lines: null,
      description: 'Acordo',
      amountDue: { amount: '80.000000' },
    },
  ])
  expect(answer.body.data.qrCode).not.toBe(made.qrCode)
  expect(problems(await shop.patch(`/bills/${made.id}`, { dueDate: addDays(today, -3) }))).toEqual([400, '/dueDate'])
  expect(problems(await shop.patch(`/bills/${made.id}`, {}))[0]).toBe(400)
  expect((await shop.put(`/sandbox/transactions/complete/${made.id}`, { on: addDays(later, 1) })).status).toBe(409)
})

test('two changes at once both count', async () => {
  const { id } = await make()
  const changes = [{ description: 'A' }, { fine: { kind: 'Fixed', amount: '1' } }, { payableDaysAfterDue: 5 }]
  const answers = await Promise.all(changes.map(one => shop.patch(`/bills/${id}`, one)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await read(id)).toMatchObject({
    description: 'A',
    fine: { kind: 'Fixed', amount: '1' },
    payableDaysAfterDue: 5,
  })
})

test('a bill that its payer alone may pay says so, is refused to another document, and is another bill than one without the rule', async () => {
  const bill = await make({ onlyThisPayer: true, orderId: 'only' })
  expect(bill).toMatchObject({ onlyThisPayer: true, state: 'Open' })
  expect((await make()).onlyThisPayer).toBe(false)
  expect(reasonOf(await shop.post('/bills', request({ orderId: 'only' })))).toEqual([409, 'OrderIdConflict'])
  expect((await make({ onlyThisPayer: true, orderId: 'only' })).id).toBe(bill.id)
  expect((await shop.get(`/accounts/transactions/pix/${bill.id}`)).body.data.payment.onlyThisPayer).toBe(true)
  const paidBy = { name: 'Ana Lima', taxNumber: cpf.ana }
  const { body } = await shop.put(`/sandbox/transactions/complete/${bill.id}`, paidBy)
  expect(body.data).toMatchObject({ transactionState: 'Error', stateErrorCause: 'PayerMismatch' })
  expect(await read(bill.id)).toMatchObject({ state: 'Cancelled', payment: null })
})

test('a bill is cancelled once, with its event', async () => {
  const { id } = await make({ webhook: { url: sink.url } })
  for (const _ of [1, 2])
    expect((await shop.post(`/bills/${id}/cancel`, {})).body.data).toMatchObject({ state: 'Cancelled', qrCode: null })
  expect((await sink.waitForEvents(id, 1)).map(event => event.body['transactionState'])).toEqual(['Cancelled'])
})

test('a bill lives by the clock of the sandbox: open, overdue, expired; and another is paid on the way', async () => {
  const api = await trilho.newMerchant()
  const lasting = { payableDaysAfterDue: 10, fine: { kind: 'Percent', rate: '2' } }
  const unpaid = await make(lasting, api)
  const paid = await make(lasting, api)
  const move = (day: string) => api.put('/sandbox/clock', { to: `${day}T15:00:00Z` })
  const listed = async (state: string) =>
    (await api.get(`/bills?state=${state}`)).body.data.items.map((one: { id: string }) => one.id)
  expect(await listed('Open')).toEqual([paid.id, unpaid.id])
  expect((await move(due)).status).toBe(200)
  expect(await read(unpaid.id, api)).toMatchObject({ state: 'Open' })
  await move(addDays(due, 2))
  expect(await read(unpaid.id, api)).toMatchObject({ state: 'Overdue', amountDue: { amount: '102.000000' } })
  expect(await listed('Overdue')).toEqual([paid.id, unpaid.id])
  const payload = await fetch(unpaid.qrCodeLocation.replace('/qr/', '/pix/'))
  expect(await payload.json()).toMatchObject({ data: { state: 'Registered', amount: '102.000000' } })
  await api.simulate('complete', paid.id)
  expect(await read(paid.id, api)).toMatchObject({ state: 'Paid', payment: { amount: '102.000000' } })
  await move(addDays(lastPayableDay(due, 10), 1))
  expect(await read(unpaid.id, api)).toMatchObject({ state: 'Expired', qrCode: null })
  expect([await listed('Open'), await listed('Overdue'), await listed('Paid')]).toEqual([[], [], [paid.id]])
  expect([await listed('Expired'), await listed('Cancelled')]).toEqual([[unpaid.id], []])
  expect(await api.availableBalance()).toBe('102.000000')
})

test('bills are listed newest first by pages and by due date; those of others are not found', async () => {
  const api = await trilho.newMerchant()
  const bills = []
  for (const days of times(7, i => i)) bills.push((await make({ dueDate: addDays(due, days) }, api)).id)
  const first = (await api.get('/bills?dataset.limit=5')).body.data
  const second = (await api.get(`/bills?dataset.limit=5&cursor=${first.nextCursor}`)).body.data
  expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(bills.toReversed())
  expect(second.nextCursor).toBeNull()
  const some = (await api.get(`/bills?dueFrom=${addDays(due, 2)}&dueUntil=${addDays(due, 3)}`)).body.data.items
  expect(some.map(({ id }: { id: string }) => id)).toEqual([bills[3], bills[2]])
  const [id] = bills
  for (const answer of [
    await other.get(`/bills/${id}`),
    await other.get(`/bills/${id}/amount-due`),
    await other.patch(`/bills/${id}`, { amount: '1' }),
    await other.post(`/bills/${id}/cancel`, {}),
  ])
    expect(reasonOf(answer)).toEqual([404, 'BillNotFound'])
})

test('a paid bill is refunded like a charge, stays paid, and is in statement and receipt', async () => {
  const { id } = await make({ rebate: { kind: 'Percent', rate: '10' } })
  await shop.simulate('complete', id)
  const { payment } = await read(id)
  expect(payment.amount).toBe('90.000000')
  const refund = await shop.post(`/accounts/transactions/pix/${id}/refund`, {})
  expect(refund.status).toBe(201)
  expect(await read(id)).toMatchObject({ state: 'Paid', transactionState: 'Refunded' })
  expect((await fetch(payment.receiptUrl)).status).toBe(200)
})
