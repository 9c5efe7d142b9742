import { expect, test } from 'vitest'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { readSpreadsheet } from '../../../test/kit/spreadsheet.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { sumUpTransactions } from './sum-up-transactions.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const shop = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
const { merchantId } = shop
const people = await everybody(trilho, merchantId)
const { owner, finance } = people

const [first = '', second = ''] = await Promise.all(
  times(2, n => shop.createCashIn({ amount: '10', transaction: { orderId: `soma-${n}` }, webhook })),
)
await shop.simulate('complete', first)
await shop.simulate('complete', second)
await shop.refund(second, { amount: '4' })
await shop.createCashIn({ amount: '500', transaction: { orderId: 'soma-unpaid' }, webhook })
await shop.simulate('complete', await shop.createCashOut({ amount: '3', webhook }))

test('totals are of what was paid among what is filtered, and say where they end', async () => {
  const totals = async (query = '') =>
    (await owner.get(`/merchants/${merchantId}/transactions/totals${query}`)).body.data
  expect(await totals()).toMatchObject({
    count: 4,
    inAmount: '20.000000',
    outAmount: '3.000000',
    refundedAmount: '4.000000',
    countedFrom: null,
  })
  expect(await totals('?q=soma')).toMatchObject({ count: 3, inAmount: '20.000000', outAmount: '0.000000' })
  expect(await totals('?state=Registered')).toMatchObject({ count: 1, inAmount: '0.000000', charges: '0.000000' })
  expect(await totals('?operation=pixCashOut')).toMatchObject({ count: 1, outAmount: '3.000000' })
  const all = { merchantId, q: undefined, taxNumber: null, state: undefined, operation: undefined }
  const search = { ...all, from: undefined, until: undefined, leastAmount: undefined, mostAmount: undefined }
  const cut = await sumUpTransactions(trilho.needs, search, 2)
  expect([cut.count, cut.countedFrom]).toEqual([2, expect.any(Date)])
  await expectNotFoundByOutsiders(people, person => person.get(`/merchants/${merchantId}/transactions/totals`))
})

test('a payout that came back costs nothing: in the totals, in the file and on its page', async () => {
  const payer = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10' })
  const person = await newPortalPerson(trilho, { merchantId: payer.merchantId, roles: ['finance'] })
  const path = `/merchants/${payer.merchantId}/transactions`
  const [kept = '', back = ''] = await Promise.all(times(2, () => payer.createCashOut({ amount: '5', webhook })))
  for (const id of [kept, back]) await payer.simulate('complete', id)
  await payer.simulate('reverse', back)
  expect(await payer.balance()).toMatchObject({ available: '94.900000' })
  expect((await person.get(`${path}/totals`)).body.data).toMatchObject({ outAmount: '5.000000', charges: '0.100000' })
  const rows = readSpreadsheet((await person.get(`${path}.csv`)).text)
  const listed = new Map(rows.map(row => [row['ID da transação'], row['Tarifas']]))
  expect([listed.get(kept), listed.get(back)]).toEqual(['-0,10', '0,00'])
  const shown = async (id: string) => (await person.get(`${path}/${id}`)).body.data.charges
  expect([await shown(kept), await shown(back)]).toEqual(['0.100000', '0.000000'])
})

test('people write notes to a transaction, take back their own only, and the audit log has both', async () => {
  const notes = `/merchants/${merchantId}/transactions/${first}/notes`
  const text = `Ligou para pedir nota, CPF ${cpf.maria}`
  const { body, status } = await finance.post(notes, { text })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ author: 'Ana Souza', isOwn: true })
  const [note] = (await people.viewer.get(notes)).body.data.items
  expect(note).toMatchObject({ isOwn: false, text: 'Ligou para pedir nota, CPF ***.982.247-**' })
  expect(refusalOf(await owner.delete(`${notes}/${note.id}`))).toEqual([403, 'RoleNotAllowed'])
  expect((await finance.delete(`${notes}/${note.id}`)).body.data.items).toEqual([])
  expect((await finance.delete(`${notes}/${note.id}`)).status).toBe(200)
  const entries = (await auditEntriesOf(trilho, finance)).filter(({ subject }) => subject === first)
  expect(entries.map(({ act }) => act)).toEqual(['transaction.note', 'transaction.deleteNote'])
  expect(JSON.stringify(entries)).not.toContain(cpf.maria)
  expect(JSON.stringify((await shop.read(first)).body)).not.toContain('Ligou')
  expect((await finance.post(notes, { text: '  ' })).status).toBe(400)
  const missing = `/merchants/${merchantId}/transactions/${crypto.randomUUID()}/notes`
  expect(refusalOf(await finance.post(missing, { text: 'x' }))).toEqual([404, 'TransactionNotFound'])
  await expectOnly(people, ['owner', 'finance', 'approver', 'developer'], person => person.post(notes, { text: 'x' }))
  await expectNotFoundByOutsiders(people, person => person.get(notes))
})

test('a transaction takes fifty notes', async () => {
  const notes = `/merchants/${merchantId}/transactions/${second}/notes`
  for (let n = 0; n < 50; n++)
    await trilho.sql`
    insert into transaction_notes (merchant_id, transaction_id, id, person_id, person_name, text, created_at)
    values (${merchantId}, ${second}, ${crypto.randomUUID()}, ${owner.id}, 'Ana', 'x', now())`
  expect(refusalOf(await owner.post(notes, { text: 'one more' }))).toEqual([409, 'TooManyKept'])
})

test('filters are saved by name for oneself and one merchant, replaced and deleted', async () => {
  const filters = `/merchants/${merchantId}/saved-filters`
  const save = (name: string, query: string, by = owner) => by.post(filters, { name, query })
  const names = async (by = owner) =>
    (await by.get(filters)).body.data.items.map(({ name, query }: { name: string; query: string }) => [name, query])
  await save('Pagas', 'state=Completed')
  await save(' Pagas ', 'state=Completed&q=maria')
  await save('Documento', `state=Error&q=${cpf.maria}`)
  expect(await names()).toEqual([
    ['Pagas', 'state=Completed&q=maria'],
    ['Documento', 'state=Error'],
  ])
  expect(await names(finance)).toEqual([])
  const elsewhere = await trilho.newMerchant()
  const both = await newPortalPerson(trilho, { merchantId: elsewhere.merchantId })
  expect(refusalOf(await both.get(filters))).toEqual([404, 'MerchantNotFound'])
  const [{ id }] = (await owner.get(filters)).body.data.items
  await finance.delete(`${filters}/${id}`)
  expect(await names()).toHaveLength(2)
  expect((await owner.delete(`${filters}/${id}`)).body.data.items).toHaveLength(1)
  for (const n of times(19, one => one)) await save(`f${n}`, '')
  expect(refusalOf(await save('one more', ''))).toEqual([409, 'TooManyKept'])
  expect((await save('f1', 'state=Error')).status).toBe(201)
})
