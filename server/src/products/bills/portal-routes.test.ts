import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { businessDayFrom } from '../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'

const trilho = await openTrilho()
const today = dayOf(new Date())
const due = businessDayFrom(addDays(today, 20))
const payer = { name: 'Maria da Silva', cpf: cpf.maria }
const formKey = () => uuidv7(Date.now())

async function newShop() {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  return { shop, merchantId, finance, bills: `/merchants/${merchantId}/bills` }
}

test('a form that is sent twice makes one bill, whose payer is masked', async () => {
  const { shop, finance, bills } = await newShop()
  const form = { payer, amount: '100', dueDate: due, formKey: formKey() }
  const made = [await finance.post(bills, form), await finance.post(bills, form)]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect(made[1]?.body.data).toEqual(made[0]?.body.data)
  expect(made[0]?.body.data).toMatchObject({ state: 'Open', isChangeable: true, changes: [] })
  expect(made[0]?.body.data.payer.taxNumber).not.toBe(cpf.maria)
  expect((await shop.get('/bills')).body.data.items).toHaveLength(1)
})

test('another form with the same order id is refused, though it asks for the same', async () => {
  const { finance, bills } = await newShop()
  const form = { payer, amount: '100', dueDate: due, orderId: 'o-1' }
  expect((await finance.post(bills, { ...form, formKey: formKey() })).status).toBe(201)
  const { status, body } = await finance.post(bills, { ...form, formKey: formKey() })
  expect([status, body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
})

test('a bill remembers what was changed, by a person or a key, and of texts only that they were', async () => {
  const { shop, finance, bills, merchantId } = await newShop()
  const { id } = (await shop.post('/bills', { payer, amount: '100', dueDate: due })).body.data
  const fine = { kind: 'Percent', rate: '2' }
  await finance.put(`${bills}/${id}`, { amount: '120.00', fine, description: 'Mensalidade de Maria' })
  await shop.patch(`/bills/${id}`, { payableDaysAfterDue: 10, amount: '120.00' })
  const { changes } = (await finance.get(`${bills}/${id}`)).body.data
  expect(changes).toEqual([
    {
      at: expect.any(String),
      by: 'person',
      terms: { amount: { was: '100.000000', is: '120.000000' }, fine: { was: null, is: fine } },
      texts: ['description'],
    },
    { at: expect.any(String), by: 'key', terms: { payableDaysAfterDue: { was: 30, is: 10 } }, texts: [] },
  ])
  const owner = await newPortalPerson(trilho, { merchantId })
  const { items } = (await owner.get(`/merchants/${merchantId}/audit-log`)).body.data
  expect(items.find(({ act }: { act: string }) => act === 'bill.change')).toMatchObject({
    subject: id,
    details: { changes: changes[0].terms, fields: 'description' },
  })
})

test('who only looks can neither make, preview nor change a bill', async () => {
  const { shop, merchantId, bills } = await newShop()
  const { id } = (await shop.post('/bills', { payer, amount: '100', dueDate: due })).body.data
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  expect((await viewer.get(`${bills}/${id}`)).body.data).toMatchObject({ isChangeable: false })
  const form = { amount: '100', dueDate: due }
  const refused = [
    await viewer.post(bills, { ...form, payer, formKey: formKey() }),
    await viewer.post(`${bills}/preview`, { ...form, days: [today] }),
    await viewer.put(`${bills}/${id}`, { amount: '1' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
})

test('a preview says what a bill would amount to on each day, and until when it can be paid', async () => {
  const { finance, bills } = await newShop()
  const form = {
    amount: '100',
    dueDate: '2027-03-10',
    payableDaysAfterDue: 30,
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'PercentPerMonth', rate: '3' },
    discount: { kind: 'Fixed', until: [{ date: '2027-03-01', amount: '5' }] },
  }
  const days = ['2027-02-26', '2027-03-10', '2027-03-20', '2027-06-01']
  const { data } = (await finance.post(`${bills}/preview`, { ...form, days })).body
  expect(data).toMatchObject({ onTimeUntil: '2027-03-10', payableUntil: '2027-04-09' })
  const amounts = data.days.map(({ amount, isPayable }: { amount: string; isPayable: boolean }) => [amount, isPayable])
  expect(amounts.slice(0, 3)).toEqual([
    ['95.000000', true],
    ['100.000000', true],
    ['103.000000', true],
  ])
  expect(amounts[3][1]).toBe(false)
  const wrong = await finance.post(`${bills}/preview`, { ...form, fine: { kind: 'Percent' }, days })
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, '/fine'])
})

test('bills are found by name, state, due date and customer, page by page', async () => {
  const { shop, finance, bills } = await newShop()
  const customer = (await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana })).body.data
  const make = async (more: object) =>
    (await shop.post('/bills', { amount: '10', dueDate: due, ...more })).body.data.id as string
  const [maria, rosa, later] = [
    await make({ payer }),
    await make({ customerId: customer.id }),
    await make({ payer, dueDate: addDays(due, 30) }),
  ]
  const found = async (query: string) =>
    (await finance.get(`${bills}?${query}`)).body.data.items.map(({ id }: { id: string }) => id)
  expect(await found('q=prado')).toEqual([rosa])
  expect(await found('q=maria')).toEqual([later, maria])
  expect(await found(`q=maria&dueUntil=${due}`)).toEqual([maria])
  expect(await found('q=nada')).toEqual([])
  expect(await found(`customerId=${customer.id}`)).toEqual([rosa])
  expect(await found('state=Paid')).toEqual([])
  const first = (await finance.get(`${bills}?limit=2`)).body.data
  expect(first.items).toHaveLength(2)
  expect(await found(`limit=2&cursor=${first.nextCursor}`)).toEqual([maria])
})

test('the summary counts what is overdue and due within a week, of all and of a customer', async () => {
  const { shop, finance, bills } = await newShop()
  const customer = (await shop.post('/customers', { name: 'Rosa Prado', document: cpf.ana })).body.data
  const make = async (amount: string, dueDate: string, more: object = { payer }) =>
    (await shop.post('/bills', { amount, dueDate, ...more })).body.data.id as string
  await make('10', today, { customerId: customer.id })
  const paid = await make('20', today)
  await shop.put(`/sandbox/transactions/complete/${paid}`)
  await make('40', addDays(today, 13))
  await make('80', addDays(today, 40))
  const summary = async (query = '') => (await finance.get(`${bills}/summary${query}`)).body.data
  expect(await summary()).toEqual({
    overdue: { count: 0, amount: '0.000000' },
    dueThisWeek: { count: 1, amount: '10.000000' },
    weekUntil: addDays(today, 6),
    isExact: true,
  })
  await shop.put('/sandbox/clock', { forward: 8 * 86_400 })
  expect(await summary()).toMatchObject({
    overdue: { count: 1, amount: '10.000000' },
    dueThisWeek: { count: 1, amount: '40.000000' },
  })
  expect(await summary(`?customerId=${customer.id}`)).toMatchObject({
    overdue: { count: 1, amount: '10.000000' },
    dueThisWeek: { count: 0, amount: '0.000000' },
  })
})

test("the form offers a boleto where the merchant's bank registers them, and a bill that has one cannot be changed", async () => {
  const { finance, bills, merchantId } = await newShop()
  expect((await finance.get(`${bills}/methods`)).body.data).toEqual({
    methods: ['pix', 'boleto'],
    needsDistrict: false,
  })
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  expect((await viewer.get(`${bills}/methods`)).status).toBe(403)
  const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const form = { payer: { ...payer, address }, amount: '100', dueDate: due, methods: ['pix', 'boleto'] }
  const { body } = await finance.post(bills, { ...form, formKey: formKey() })
  expect(body.data).toMatchObject({ methods: ['pix', 'boleto'], isChangeable: false })
  const simulate = (outcome: string) =>
    finance.post(`/merchants/${merchantId}/transactions/${body.data.id}/simulate`, { outcome })
  for (const [outcome, isSettled] of [
    ['pay-boleto', false],
    ['settle-boleto', true],
  ] as const) {
    expect((await simulate(outcome)).status).toBe(200)
    expect((await finance.get(`${bills}/${body.data.id}`)).body.data.payment).toMatchObject({
      method: 'boleto',
      isSettled,
    })
  }
})
