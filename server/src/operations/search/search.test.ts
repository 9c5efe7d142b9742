import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { batchesOf, payoutRows } from '../../../test/kit/payout-batches.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf } from '../../../test/kit/portal-roles.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { indexTransactions } from '../../products/transaction-search/terms/index-transactions.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }
const shop = await newPayer(trilho)
const { merchantId } = shop
const owner = await newPortalPerson(trilho, { merchantId })
const developer = await newPortalPerson(trilho, { merchantId, roles: ['developer'] })

type Group = { kind: string; items: { id: string; title: string; path: string }[] }
const search = async (q: string, by = owner): Promise<Group[]> =>
  (await by.get(`/merchants/${merchantId}/search?${new URLSearchParams({ q })}`)).body.data.groups
const found = async (q: string, kind = 'transaction', by = owner) =>
  (await search(q, by)).find(group => group.kind === kind)?.items.map(({ id }) => id) ?? []

const charge = (name: string, orderId: string, amount: string) =>
  shop.createCashIn({ amount, payer: { name, cpf: cpf.maria }, transaction: { orderId }, webhook })
const jose = await charge('José Antônio da Conceição', 'Pedido-1', '1234.50')
const ana = await charge('ANA CONCEICAO', 'Pedido-10', '77')
await charge('João Batista', 'Outro', '8')
const nobody = await shop.createCashIn({ amount: '31', payer: null, webhook })
const request = await shop.createRequest('60')

/** Until nothing is left to follow. Small steps, so that there are many. */
async function followAll(most = 2) {
  trilho.clock.aheadMs += 120_000
  for (let steps = 0; steps < 20; steps++) {
    await indexTransactions(trilho.needs, most)
    await trilho.sql`update search_term_marks set look_at = '2000-01-01'`
  }
}

const everyWay = async () => {
  const endToEndId = (await shop.read(ana)).body.data.transaction.receiptVoucher as string
  expect(await found('conceição')).toEqual([ana, jose])
  expect(await found('CONCEI')).toEqual([ana, jose])
  expect(await found('jose conc')).toEqual([jose])
  expect(await found('batista jose')).toEqual([])
  expect(await found('pedido-1')).toEqual([jose, ana])
  expect(await found('R$ 1.234,5')).toEqual([jose])
  expect(await found('1234')).toEqual([jose])
  expect(await found('77,01')).toEqual([])
  expect(await found(jose.slice(0, 23))).toContain(jose)
  expect(await found(endToEndId.slice(0, 31))).toEqual([ana])
}

test('names, orders, amounts and ids are found by how they begin, without accents, at once and once they are words', async () => {
  await shop.simulate('complete', ana)
  await everyWay()
  expect(await trilho.sql`select term from search_terms limit 1`).toEqual([])
  await followAll()
  expect((await trilho.sql`select term from search_terms limit 100`).length).toBeGreaterThan(10)
  // By words alone: nothing new is looked through any more.
  await trilho.sql`update search_term_marks set made_until = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`
  await everyWay()
})

test('a payer whose name comes with the payment is found by it, also when two workers follow and one dies', async () => {
  // Its own search terms were indexed before: only its posting has the name.
  await shop.simulate('complete', nobody, { name: 'Zuleica Prado', taxNumber: cpf.joao })
  await followAll()
  expect(await found('zuleica')).toEqual([nobody])
  await trilho.sql`delete from search_terms`
  await trilho.sql`delete from search_term_marks`
  trilho.clock.aheadMs += 120_000
  const { needs } = trilho
  const dies = {
    ...needs,
    sql: new Proxy(trilho.sql, {
      apply: (sql, _this, args: Parameters<typeof trilho.sql>) => {
        if (String(args[0]).includes('insert into search_terms')) throw new Error('died')
        return sql(...args)
      },
    }),
  }
  await expect(indexTransactions(dies, 3)).rejects.toThrow('died')
  expect(await indexTransactions(needs, 3)).toBe(0)
  trilho.clock.aheadMs += 120_000
  await Promise.all([followAll(1), followAll(3)])
  await trilho.sql`update search_term_marks set made_until = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`
  expect(await found('zuleica')).toEqual([nobody])
  expect(await found('conceicao')).toEqual([ana, jose])
  expect(await found('pedido')).toEqual([ana, jose])
})

test('what an id was made for but not yet committed is not passed over', async () => {
  // Ids of the last minute are left for later: a slower neighbour may still be on its way.
  await trilho.sql`delete from search_term_marks`
  const young = await charge('Quirino Young', 'young', '5')
  await indexTransactions(trilho.needs)
  const [mark] = await trilho.sql<{ madeUntil: string }[]>`
    select made_until from search_term_marks where merchant_id = ${merchantId}`
  expect(mark !== undefined && mark.madeUntil < young).toBe(true)
  expect(await found('quirino')).toEqual([young])
})

test('a charge whose commit comes after newer ones are words is found at last', async () => {
  const id = uuidv7(trilho.needs.clock().getTime())
  const committing = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const late = trilho.sql.begin(async tx => {
    const other = JSON.stringify({
      id,
      idempotency_key: id,
      counterparty: { name: 'Tardia Lima', cpf: cpf.maria, cnpj: null },
    })
    await tx`
      insert into transactions select (jsonb_populate_record(t, ${other}::text::jsonb)).* from transactions t
       where merchant_id = ${merchantId} and id = ${jose}`
    written.resolve()
    await committing.promise
  })
  await written.promise
  const newer = await charge('Nova Lima', 'newer', '6')
  await followAll()
  committing.resolve()
  await late
  await followAll()
  expect(await found('lima')).toEqual([newer])
  trilho.clock.aheadMs += 600_000
  await followAll()
  expect(await found('lima')).toEqual([newer, id])
})

test('requests, batches, receivers and payment links are found with their screens; each only by who may see them', async () => {
  const link = (await shop.post('/payment-links', { title: 'Rifa de São João', amount: '12.00' })).body.data
  const paths = async (q: string, by = owner) =>
    (await search(q, by)).flatMap(({ kind, items }) => items.map(({ path }) => [kind, path]))
  expect(await paths('sao joao')).toContainEqual(['link', `/m/${merchantId}/payment-links/${link.id}`])
  await batchesOf(shop, trilho.needs).post({ name: 'Semana Ímpar', rows: payoutRows(1) })
  expect(await found('impar', 'batch')).toHaveLength(1)
  const [receiver] = (await owner.get(`/merchants/${merchantId}/receivers`)).body.data.items
  const name = String(receiver.fantasyName).toLowerCase().slice(0, 5)
  expect((await paths(name)).map(([kind]) => kind)).toEqual(expect.arrayContaining(['receiver', 'request']))
  expect(await found(String(receiver.cnpj).slice(0, 8), 'receiver')).toEqual([receiver.id])
  expect(await found('60', 'request')).toHaveLength(1)
  expect(request.refTransaction).toBeTruthy()
  expect((await paths(name, developer)).filter(([kind]) => kind !== 'transaction')).toEqual([])
})

test('a dispute is found by what its bank calls it, by its transaction and by its amount', async () => {
  const opened = await shop.post('/sandbox/disputes', { transactionId: ana, amount: '41.90' })
  const { id, bankReference } = opened.body.data
  for (const q of [bankReference.slice(0, 8), ana, '41,9', id])
    expect([q, await found(q, 'dispute')]).toEqual([q, [id]])
  expect(await found('42', 'dispute')).toEqual([])
})

test('operators find merchants and transactions of all of them, bounded; nobody else does', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const other = await trilho.newMerchant()
  const elsewhere = await other.createCashIn({ transaction: { orderId: 'Pedido-elsewhere' }, webhook })
  const paths = async (q: string) =>
    ((await operator.get(`/operator/search?${new URLSearchParams({ q })}`)).body.data.groups as Group[]).map(
      ({ kind, items }) => [kind, items.map(({ path }) => path)],
    )
  const inShop = (id: string) => `/m/${merchantId}/transactions/${id}`
  expect(await paths('Pedido')).toEqual([
    ['transaction', [`/m/${other.merchantId}/transactions/${elsewhere}`, inShop(ana), inShop(jose)]],
  ])
  expect(await paths(jose)).toEqual([['transaction', [inShop(jose)]]])
  const both = [other.merchantId, merchantId].map(id => `/operator/merchants/${id}`)
  for (const q of ['sao joao', '11.222.333/0001-81']) expect(await paths(q)).toEqual([['merchant', both]])
  expect(await paths('p')).toEqual([])
  for (let more = 0; more < 5; more++) await trilho.newMerchant()
  const [merchants] = (await operator.get('/operator/search?q=padaria')).body.data.groups
  expect([merchants.items.length, merchants.hasMore]).toEqual([6, true])
  expect((await owner.get('/operator/search?q=padaria')).status).toBe(403)
})

test('what is old is found by its id however many came since, by words among the newest, and the answer says so', async () => {
  const busy = await trilho.newMerchant()
  const person = await newPortalPerson(trilho, { merchantId: busy.merchantId })
  const old = (await busy.post('/payment-links', { title: 'Antiga Rifa', amount: '12.00' })).body.data.id
  const later = trilho.needs.clock().getTime() + 1_000
  const more = (count: number) => trilho.sql`
    insert into payment_links
    select (jsonb_populate_record(l, jsonb_build_object('id', n, 'idempotency_key', n, 'title', 'Nova'))).*
      from payment_links l cross join unnest(${times(count, i => uuidv7(later + i))}::uuid[]) n
     where l.merchant_id = ${busy.merchantId} and l.id = ${old}`
  const look = async (q: string) => {
    const { groups, newestOnly } = (await person.get(`/merchants/${busy.merchantId}/search?q=${q}`)).body.data
    return [(groups as Group[]).flatMap(({ items }) => items.map(({ id }) => id)), newestOnly]
  }
  await more(600)
  expect(await look('antiga')).toEqual([[old], null])
  await more(4_600)
  expect(await look('antiga')).toEqual([[], { count: 5_000, kinds: ['link'] }])
  for (const q of [old, old.slice(0, 23)]) expect((await look(q))[0]).toContain(old)
  expect((await look('nova'))[1]).toBe(null)
})

test('a document is searched for by those who may reveal it, and is written down; others learn nothing', async () => {
  const path = `/merchants/${merchantId}/search?q=${cpf.joao}`
  expect((await owner.get(path)).body.data).toMatchObject({ taxNumber: 'searched', groups: [{ kind: 'transaction' }] })
  expect((await auditEntriesOf(trilho, owner)).at(-1)).toMatchObject({ act: 'taxNumber.search' })
  expect((await developer.get(path)).body.data).toMatchObject({ taxNumber: 'notAllowed', groups: [] })
  const mei = await charge(`Maria Souza ${cpf.ana}`, 'mei', '9')
  expect(await found('souza', 'transaction', developer)).toEqual([mei])
  expect(await found(cpf.ana, 'transaction', developer)).toEqual([])
  expect(await found(cpf.ana.slice(0, 6), 'transaction', developer)).toEqual([])
})

test('another merchant finds nothing of it, and an outsider no merchant', async () => {
  const other = await trilho.newMerchant()
  const outsider = await newPortalPerson(trilho, { merchantId: other.merchantId })
  for (const q of ['conceicao', 'pedido', jose, '1234,50', 'rifa'])
    expect((await outsider.get(`/merchants/${other.merchantId}/search?q=${q}`)).body.data.groups).toEqual([])
  expect((await outsider.get(`/merchants/${merchantId}/search?q=conceicao`)).status).toBe(404)
})

test('customers are found by name, e-mail, external id and, by those who may, document', async () => {
  const customer = { name: 'Zélia Prado', document: cpf.ana, email: 'zelia@example.com', externalId: 'z-77' }
  const { id } = (await shop.post('/customers', customer)).body.data
  for (const q of ['zelia', 'PRAD', 'zelia@ex', 'z-77', id.slice(0, 23), cpf.ana])
    expect([q, await found(q, 'customer')]).toEqual([q, [id]])
  expect(await found(cpf.ana, 'customer', developer)).toEqual([])
  const group = (await search('zelia')).find(({ kind }) => kind === 'customer')
  expect(group?.items[0]).toMatchObject({ title: 'Zélia Prado', path: `/m/${merchantId}/customers/${id}` })
})
