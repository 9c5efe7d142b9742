import { expect, test } from 'vitest'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { monthlyDays } from './plan.ts'

const trilho = await openTrilho()
const shop = await trilho.newMerchant()
const payer = { name: 'Maria da Silva', cpf: cpf.maria }
const today = dayOf(new Date())

let plans = 0
const request = (more: object = {}) => ({
  orderId: `plan-${++plans}`,
  payer,
  count: 3,
  amount: '100.00',
  firstDueDate: '2031-01-31',
  ...more,
})
type Answer = Awaited<ReturnType<typeof shop.get>>
type ReadBill = { id: string; amount: string; dueDate: string; orderId: string }
const make = async (more: object = {}) => {
  const { status, body } = await shop.post('/bills/plans', request(more))
  expect([status, body]).toMatchObject([201, {}])
  return body.data as { orderId: string; amount: string; bills: ReadBill[] }
}
const amounts = async (more: object) => (await make(more)).bills.map(({ amount }) => amount.slice(0, -4))
const paths = ({ status, body }: Answer) => [
  status,
  ...(Array.isArray(body.error?.details) ? body.error.details.map((one: { path: string }) => one.path) : [body.error]),
]
const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason]
const countBills = async (): Promise<number> => {
  const [row] = await trilho.sql<{ count: number }[]>`
    select count(*)::int as count from bills where merchant_id = ${shop.merchantId}`
  return row?.count ?? 0
}

test('a plan is made of bills of their own, one a month, whose order ids come from its own', async () => {
  const plan = await make({ description: 'Curso', metadata: { class: '7b' } })
  expect(plan.amount).toBe('100.000000')
  expect(plan.bills).toMatchObject(
    ['2031-01-31', '2031-02-28', '2031-03-31'].map((dueDate, i) => ({
      dueDate,
      orderId: `${plan.orderId}-${i + 1}`,
      description: `Curso (${i + 1}/3)`,
      metadata: { class: '7b' },
      state: 'Open',
      payer: { cpf: cpf.maria },
    })),
  )
  for (const bill of plan.bills) expect((await shop.get(`/bills/${bill.id}`)).body.data).toEqual(bill)
  expect((await shop.post(`/bills/${plan.bills[1]?.id}/cancel`, {})).body.data.state).toBe('Cancelled')
  expect((await shop.get(`/bills/${plan.bills[2]?.id}`)).body.data.state).toBe('Open')
})

test('a plan with boletos has one for each bill, all of them registered; repeated, it is the same', async () => {
  const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const body = request({ payer: { ...payer, address }, methods: ['pix', 'boleto'], count: 12, amount: '120' })
  const { status, body: made } = await shop.post('/bills/plans', body)
  expect(status).toBe(201)
  const lines = made.data.bills.map(({ boleto }: { boleto: { typedLine: string } }) => boleto.typedLine)
  expect(new Set(lines).size).toBe(12)
  expect(lines.every((line: string) => line.endsWith('0000001000'))).toBe(true)
  expect((await shop.post('/bills/plans', body)).body.data).toEqual(made.data)
  const before = await countBills()
  for (const [wrong, path] of [
    [{ ...body, orderId: 'p-1', payer }, '/payer'],
    [{ ...body, orderId: 'p-2', methods: ['boleto'] }, '/methods'],
    [{ ...body, orderId: 'p-3', onlyThisPayer: true }, '/onlyThisPayer'],
  ] as const)
    expect(paths(await shop.post('/bills/plans', wrong))).toEqual([400, path])
  expect(await countBills()).toBe(before)
})

test('the amounts add up to the centavo; what is left over is where the request says', async () => {
  expect(await amounts({})).toEqual(['33.33', '33.33', '33.34'])
  expect(await amounts({ differenceOn: 'first' })).toEqual(['33.34', '33.33', '33.33'])
  expect(await amounts({ firstAmount: '50.01' })).toEqual(['50.01', '24.99', '25.00'])
  expect(await amounts({ lastAmount: '0.01' })).toEqual(['50.00', '49.99', '0.01'])
  expect(await amounts({ amount: '0.03' })).toEqual(['0.01', '0.01', '0.01'])
  const sixty = await make({ count: 60, amount: '1000.00' })
  expect(sixty.amount).toBe('1000.000000')
  expect(sixty.bills).toHaveLength(60)
})

test('a day that a month does not have is its last one, and comes back in the next', () => {
  expect(monthlyDays('2027-10-31', null, 6)).toEqual([
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
  ])
  expect(monthlyDays('2027-01-15', 30, 3)).toEqual(['2027-01-15', '2027-02-28', '2027-03-30'])
  expect(monthlyDays('2027-02-28', 31, 2)).toEqual(['2027-02-28', '2027-03-31'])
})

test('a discount ends so many days before the due date of each bill', async () => {
  const { bills } = await make({ discount: { kind: 'Fixed', amount: '5.00', daysBeforeDue: 3 } })
  expect(bills).toMatchObject(
    ['2031-01-28', '2031-02-25', '2031-03-28'].map(date => ({
      discount: { kind: 'Fixed', until: [{ date, amount: '5.00' }] },
    })),
  )
})

test('a plan that is repeated, also at once, is the first one; with another body it is a conflict', async () => {
  const before = await countBills()
  const same = request()
  const answers = await Promise.all(times(4, () => shop.post('/bills/plans', same)))
  expect(answers.map(({ status }) => status)).toEqual(times(4, () => 201))
  const ids = answers.map(({ body }) => body.data.bills.map(({ id }: ReadBill) => id).join())
  expect(new Set(ids).size).toBe(1)
  const again = await shop.post('/bills/plans', same)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  for (const other of [{ count: 4 }, { amount: '100.01' }, { dayOfMonth: 5 }, { description: 'x' }])
    expect([other, reasonOf(await shop.post('/bills/plans', { ...same, ...other }))]).toEqual([
      other,
      [409, 'OrderIdConflict'],
    ])
  expect(await countBills()).toBe(before + 3)
})

test('where one of its order ids is taken, no bill of a plan is made', async () => {
  const requested = request()
  const single = { payer, amount: '1.00', dueDate: '2031-01-31', orderId: `${requested.orderId}-3` }
  expect((await shop.post('/bills', single)).status).toBe(201)
  const before = await countBills()
  expect(reasonOf(await shop.post('/bills/plans', requested))).toEqual([409, 'OrderIdConflict'])
  expect(await countBills()).toBe(before)
})

test('each wrong field of a plan has one error of its own, and nothing is made', async () => {
  const before = await countBills()
  const wrong: [object, ...string[]][] = [
    [{ orderId: undefined }, ''],
    [{ payer: undefined }, ''],
    [{ customerId: crypto.randomUUID() }, '/customerId'],
    [{ count: 1 }, '/count'],
    [{ count: 61 }, '/count'],
    [{ amount: '0.02' }, '/amount'],
    [{ amount: '100.001' }, '/amount'],
    [{ firstAmount: '99.99' }, '/firstAmount'],
    [{ firstAmount: '10', lastAmount: '10' }, '/lastAmount'],
    [{ firstAmount: '10', differenceOn: 'first' }, '/differenceOn'],
    [{ lastAmount: '10', differenceOn: 'last' }, '/differenceOn'],
    [{ dayOfMonth: 32 }, '/dayOfMonth'],
    [{ firstDueDate: addDays(today, -1) }, '/firstDueDate'],
    [{ firstDueDate: '2031-02-30' }, '/firstDueDate'],
    [{ rebate: { kind: 'Fixed', amount: '33.33' } }, '/rebate/amount'],
    [{ discount: { kind: 'Percent', amount: '5' } }, '/discount', '/discount/amount'],
    [{ discount: { kind: 'AmountPerDay', amount: '0.01', daysBeforeDue: 1 } }, '/discount/daysBeforeDue'],
    [{ fine: { kind: 'Percent', rate: '0' }, interest: { kind: 'AmountPerDay' } }, '/fine/rate', '/interest'],
    [{ firstDuedate: '2031-01-31' }, '/firstDuedate'],
  ]
  for (const [more, ...expected] of wrong)
    expect([more, paths(await shop.post('/bills/plans', request(more)))]).toEqual([more, [400, ...expected]])
  const fake = request({ payer: { name: 'X', cpf: '111.111.111-11' } })
  expect(reasonOf(await shop.post('/bills/plans', fake))).toEqual([409, 'CounterpartyTaxNumberInvalid'])
  expect(await countBills()).toBe(before)
})
