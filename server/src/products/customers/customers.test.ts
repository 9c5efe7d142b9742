import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const shop = await trilho.newMerchant()
const other = await trilho.newMerchant()

const maria = {
  name: '  Maria da Conceição ',
  document: '529.982.247-25',
  email: 'Maria@Example.com',
  phone: '+5511912345678',
  address: { street: 'Rua das Flores', number: '12', city: 'São Paulo', state: 'sp', postalCode: '01310-100' },
  notes: 'Prefers mornings',
  metadata: { plan: 'gold' },
  externalId: 'c-1',
}

type Api = Pick<typeof shop, 'post' | 'get'>
const make = async (body: object, api: Api = shop) => {
  const { status, body: made } = await api.post('/customers', body)
  expect(status).toBe(201)
  return made.data
}
const list = async (query: string, api: Api = shop) => {
  const { items } = (await api.get(`/customers?${query}`)).body.data
  return items.map(({ id }: { id: string }) => id)
}
const reasonOf = ({ status, body }: { status: number; body: { error: { details: { reason?: string } } } }) => [
  status,
  body.error.details.reason,
]

test('a customer is created with one spelling of every field, read, changed and deleted', async () => {
  const made = await make(maria)
  expect(made).toMatchObject({
    name: 'Maria da Conceição',
    document: cpf.maria,
    email: 'maria@example.com',
    phone: '+5511912345678',
    address: { street: 'Rua das Flores', number: '12', city: 'São Paulo', state: 'SP', postalCode: '01310100' },
    metadata: { plan: 'gold' },
    externalId: 'c-1',
  })
  const path = `/customers/${made.id}`
  expect((await shop.get(path)).body.data).toEqual(made)
  const changed = await shop.put(path, { phone: null, metadata: { plan: 'silver', since: '2026' }, externalId: 'c-1b' })
  expect(changed.body.data).toMatchObject({
    name: 'Maria da Conceição',
    phone: null,
    metadata: { plan: 'silver', since: '2026' },
    externalId: 'c-1b',
  })
  expect((await shop.delete(path)).status).toBe(200)
  for (const gone of [await shop.get(path), await shop.put(path, { name: 'x' }), await shop.delete(path)])
    expect(reasonOf(gone)).toEqual([404, 'CustomerNotFound'])
})

test("another merchant's customer is not found and not listed", async () => {
  const { id } = await make({ name: 'Ana', externalId: 'shared' })
  expect(reasonOf(await other.get(`/customers/${id}`))).toEqual([404, 'CustomerNotFound'])
  expect(reasonOf(await other.put(`/customers/${id}`, { name: 'Eva' }))).toEqual([404, 'CustomerNotFound'])
  expect(reasonOf(await other.delete(`/customers/${id}`))).toEqual([404, 'CustomerNotFound'])
  expect(await list('externalId=shared', other)).toEqual([])
  await make({ name: 'Ana', externalId: 'shared' }, other)
})

test('an external id belongs to one customer of a merchant, however many ask for it at once', async () => {
  const answers = await Promise.all(times(5, i => shop.post('/customers', { name: `Rui ${i}`, externalId: 'once' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && reasonOf(refused)).toEqual([409, 'ExternalIdTaken'])
  const { id } = await make({ name: 'Sem id' })
  expect(reasonOf(await shop.put(`/customers/${id}`, { externalId: 'once' }))).toEqual([409, 'ExternalIdTaken'])
})

test('the same Idempotency-Key and body create one customer; another body is a conflict', async () => {
  const once = { 'idempotency-key': 'customer-key' }
  const body = { name: 'Júlia', externalId: 'julia' }
  const answers = await Promise.all(times(5, () => shop.post('/customers', body, once)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(answer => answer.body.data.id)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
  expect(reasonOf(await shop.post('/customers', { name: 'Eva' }, once))).toEqual([409, 'OrderIdConflict'])
})

test('bad input names every wrong field, and nothing is created', async () => {
  const before = await list('')
  const wrong = await shop.post('/customers', {
    name: '  ',
    document: '123',
    email: 'maria',
    phone: '11 91234',
    address: { postalCode: '1', town: 'x' },
    metadata: { ['k'.repeat(41)]: 'v', long: 'v'.repeat(501), number: 1 },
    extra: true,
  })
  expect(wrong.status).toBe(400)
  const paths = wrong.body.error.details.map(({ path }: { path: string }) => path)
  expect(new Set(paths)).toEqual(
    new Set([
      '/extra',
      '/address/town',
      '/name',
      '/document',
      '/email',
      '/phone',
      '/address/postalCode',
      '/metadata',
      '/metadata/long',
      '/metadata/number',
    ]),
  )
  const keys = Object.fromEntries(times(21, i => [`k${i}`, 'v']))
  expect((await shop.post('/customers', { name: 'Ana', metadata: keys })).status).toBe(400)
  const fake = await shop.post('/customers', { name: 'Ana', document: '529.982.247-26' })
  expect(reasonOf(fake)).toEqual([409, 'CounterpartyTaxNumberInvalid'])
  expect(await list('')).toEqual(before)
})

test('customers are found by document, external id and words without accents, and paged by cursor', async () => {
  const { id } = await make(
    { name: 'Ângela Assunção', document: '11.444.777/0001-61', email: 'a_b@example.com' },
    other,
  )
  const alphanumeric = await make({ name: 'Padaria Nova', document: '12.ABC.345/01DE-35' }, other)
  expect(await list('document=11444777000161', other)).toEqual([id])
  expect(await list('document=12.abc.345/01de-35', other)).toEqual([alphanumeric.id])
  expect(await list('text=assuncao%20ANGELA', other)).toEqual([id])
  expect(await list('text=11.444.777', other)).toEqual([id])
  expect(await list('text=a_b@', other)).toEqual([id])
  expect(await list('text=a%25', other)).toEqual([])
  const made: string[] = []
  for (const i of times(7, n => n)) made.push((await make({ name: `Página ${i}` }, other)).id)
  const first = (await other.get('/customers?text=pagina&dataset.limit=5')).body.data
  const next = (await other.get(`/customers?text=pagina&dataset.limit=5&cursor=${first.nextCursor}`)).body.data
  const ids = [...first.items, ...next.items].map(({ id }: { id: string }) => id)
  expect(ids).toEqual(made.toReversed())
  expect(next.nextCursor).toBeNull()
})

test('only people who may charge change customers, and those who may not see documents see them masked', async () => {
  const { merchantId } = shop
  const path = `/merchants/${merchantId}/customers`
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const reader = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const made = await finance.post(path, { name: 'Bia', document: cpf.ana, formKey: crypto.randomUUID() })
  expect([made.status, made.body.data.document]).toEqual([201, cpf.ana])
  const { id } = made.body.data
  expect((await reader.get(`${path}/${id}`)).body.data.customer.document).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*{2}$/)
  expect((await reader.put(`${path}/${id}`, { name: 'Eva' })).status).toBe(403)
  expect((await finance.put(`${path}/${id}`, { notes: 'VIP' })).body.data).toMatchObject({ name: 'Bia', notes: 'VIP' })
  expect((await finance.get(`${path}?q=bia`)).body.data.items).toHaveLength(1)
  expect((await finance.delete(`${path}/${id}`)).status).toBe(200)
})

test('who sees documents masked finds no customer by parts of one, in the list or in a file', async () => {
  const { merchantId } = shop
  const path = `/merchants/${merchantId}/customers`
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const made = await finance.post(path, { name: 'Cora Masked', document: cpf.ana, formKey: crypto.randomUUID() })
  const part = encodeURIComponent(`cora ${cpf.ana.slice(0, 4)}`)
  const others = [
    await newPortalPerson(trilho, { merchantId, roles: ['viewer'] }),
    await newPortalPerson(trilho, { isOperator: true }),
  ]
  expect((await finance.get(`${path}?q=${part}`)).body.data.items).toMatchObject([{ id: made.body.data.id }])
  expect((await finance.get(`${path}.csv?q=${part}`)).text).toContain('Cora Masked')
  for (const person of others) {
    expect((await person.get(`${path}?q=cora`)).body.data.items).toHaveLength(1)
    expect((await person.get(`${path}?q=${part}`)).body.data.items).toEqual([])
    expect((await person.get(`${path}.csv?q=${part}`)).text).not.toContain('Cora Masked')
  }
  expect((await finance.delete(`${path}/${made.body.data.id}`)).status).toBe(200)
})

const charge = (payment: object, more: object = {}) =>
  shop.post('/accounts/pix/cashin', {
    payment: { value: { original: '10.00' }, ...payment },
    webhook: { url: sink.url },
    ...more,
  })

test('a charge names a customer instead of the payer: read, event and list of the customer show it', async () => {
  const { id: customerId } = await make({ name: 'Rosa Prado', document: cpf.joao })
  const made = await charge({ customerId })
  expect(made.status).toBe(201)
  const { id } = made.body.data.transaction
  expect((await shop.simulate('complete', id)).status).toBe(200)
  const { transaction, payment } = (await shop.read(id)).body.data
  expect([transaction.customerId, payment.payer]).toEqual([
    customerId,
    { name: 'Rosa Prado', cpf: cpf.joao, cnpj: null },
  ])
  const [event] = await sink.waitForEvents(id, 1)
  expect(event?.body).toMatchObject({ transactionState: 'Completed', customerId })
  const { items } = (await shop.get(`/customers/${customerId}/transactions`)).body.data
  expect(items).toMatchObject([{ id, customerId, state: 'Completed' }])
  const plain = (await charge({})).body.data.transaction.id
  expect((await shop.read(plain)).body.data.transaction).not.toHaveProperty('customerId')
})

test('a company and a customer without a document can be charged, and the name is kept', async () => {
  const company = await make({ name: 'Padaria Nova', document: '11.444.777/0001-61' })
  const unnamed = await make({ name: 'Sem Documento' })
  const payers = []
  for (const { id } of [company, unnamed])
    payers.push((await shop.read((await charge({ customerId: id })).body.data.transaction.id)).body.data.payment.payer)
  expect(payers).toEqual([
    { name: 'Padaria Nova', cpf: null, cnpj: '11444777000161' },
    { name: 'Sem Documento', cpf: null, cnpj: null },
  ])
})

test('a repeated order returns the first charge, although the customer was changed or deleted since', async () => {
  const { id: customerId } = await make({ name: 'Lia', document: cpf.maria })
  const order = { transaction: { orderId: 'of-lia' } }
  const first = await charge({ customerId }, order)
  await shop.put(`/customers/${customerId}`, { name: 'Lia Prado' })
  expect((await charge({ customerId }, order)).body.data).toEqual(first.body.data)
  await shop.delete(`/customers/${customerId}`)
  const again = await charge({ customerId }, order)
  expect([again.status, again.body.data]).toEqual([201, first.body.data])
  expect(reasonOf(await charge({ payer: { cpf: cpf.maria, name: 'Lia' } }, order))).toEqual([409, 'OrderIdConflict'])
  expect(reasonOf(await charge({ customerId }))).toEqual([404, 'CustomerNotFound'])
})

test("both payer and customer, another merchant's customer and what is no id are refused", async () => {
  const { id: customerId } = await make({ name: 'Nina' })
  const both = await charge({ customerId, payer: { cpf: cpf.maria } })
  expect([both.status, both.body.error.details[0].path]).toEqual([400, '/payment/customerId'])
  expect((await charge({ customerId: 'nina' })).status).toBe(400)
  const foreign = await make({ name: 'Nina' }, other)
  expect(reasonOf(await charge({ customerId: foreign.id }))).toEqual([404, 'CustomerNotFound'])
})

test('the page of a customer sums up what was asked, paid, returned and is open', async () => {
  const { id: customerId } = await make({ name: 'Soma' })
  const ids = []
  for (const _ of times(3, n => n)) ids.push((await charge({ customerId })).body.data.transaction.id)
  const payer = { name: 'Soma', taxNumber: cpf.ana }
  await shop.simulate('complete', ids[0], payer)
  await shop.simulate('complete', ids[1], payer)
  await shop.refund(ids[1], { amount: '4.00' })
  const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
  const path = `/merchants/${shop.merchantId}/customers/${customerId}`
  expect((await finance.get(path)).body.data.sums).toEqual({
    count: 3,
    asked: '30.000000',
    open: '10.000000',
    paid: '20.000000',
    returned: '4.000000',
    isExact: true,
  })
  const { items } = (await finance.get(`${path}/payments`)).body.data
  expect(items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
  const form = { amount: '5.00', customerId, formKey: crypto.randomUUID() }
  const made = await finance.post(`/merchants/${shop.merchantId}/charges`, form)
  expect((await shop.read(made.body.data.id)).body.data.transaction.customerId).toBe(customerId)
})
