import { expect, test } from 'vitest'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { businessDayFrom } from '../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'

const trilho = await openTrilho()
const other = await trilho.newMerchant()
const due = businessDayFrom(addDays(dayOf(new Date()), 20))
const payer = { name: 'Maria da Silva', cpf: cpf.maria }

async function newShop() {
  const shop = await trilho.newMerchant()
  const make = async (more: object = {}): Promise<string> =>
    (await shop.post('/bills', { payer, amount: '100.00', dueDate: due, ...more })).body.data.id
  const of = async (id: string) => (await shop.get(`/bills/${id}/reminders`)).body.data
  return { shop, make, of }
}
const reasonOf = ({ status, body }: Awaited<ReturnType<typeof other.get>>) => [status, body.error?.details?.reason]

test('the plan is read and changed field by field; own texts are replaced as a whole, and the portal shows the same', async () => {
  const { shop } = await newShop()
  const offered = (await shop.get('/reminder-plan')).body.data
  expect(offered).toMatchObject({ isOn: false, days: [-3, 0, 3, 10], byMail: true, words: { pt: { After: null } } })
  expect(offered.usual.en.After.body).toContain('{amount}')
  const late = { subject: 'Oi {name}', body: 'Pague {amount}' }
  const set = await shop.put('/reminder-plan', { isOn: true, days: [5, -1], words: { pt: { After: late } } })
  expect([set.status, set.body.data]).toMatchObject([
    200,
    { isOn: true, days: [-1, 5], hour: 9, words: { pt: { Before: null, After: late }, en: { After: null } } },
  ])
  expect((await shop.put('/reminder-plan', { hour: 10 })).body.data).toMatchObject({
    hour: 10,
    isOn: true,
    days: [-1, 5],
    words: { pt: { After: late } },
  })
  const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
  expect((await finance.get(`/merchants/${shop.merchantId}/reminder-plan`)).body.data).toEqual(
    (await shop.get('/reminder-plan')).body.data,
  )
  expect((await shop.put('/reminder-plan', { words: {} })).body.data.words.pt.After).toBeNull()
  const texts = { pt: { After: { subject: 'Oi', body: '{nome}' } } }
  const wrong: [object, string][] = [
    [{}, ''],
    [{ days: [] }, '/days'],
    [{ days: [61] }, '/days/0'],
    [{ hour: 23 }, '/hour'],
    [{ language: 'fr' }, '/language'],
    [{ words: texts }, '/words/pt/After/body'],
  ]
  for (const [body, path] of wrong) {
    const answer = await shop.put('/reminder-plan', body)
    expect([body, answer.status, answer.body.error.details[0].path]).toEqual([body, 400, path])
  }
  expect((await other.get('/reminder-plan')).body.data).toEqual(offered)
})

test('every text of a bill is shown before in both languages, with what is owed on its day, and nothing is stored', async () => {
  const { shop, make, of } = await newShop()
  const fine = { kind: 'Percent', rate: '10' }
  const id = await make({ fine, discount: { kind: 'Fixed', until: [{ date: addDays(due, -1), amount: '5.00' }] } })
  const preview = async (body?: object) => (await shop.post(`/bills/${id}/reminders/preview`, body)).body.data
  const usual = await preview()
  expect(usual.pt.Before.text).toContain('R$ 95,00')
  expect(usual.pt.DueDay).toMatchObject({ date: due, text: expect.stringMatching(/R\$ 100,00[^]*\/pay\//) })
  expect(usual.en.After.text).toMatch(/Hello Maria da Silva,[^]*R\$ 110\.00/)
  const words = { en: { After: { subject: 'Late', body: '{name} owes {amount}' } } }
  const tried = await preview({ words })
  expect(tried.en.After.text).toMatch(/Maria da Silva owes R\$ 110\.00\n\nhttp/)
  expect(tried.pt).toEqual(usual.pt)
  expect((await shop.get('/reminder-plan')).body.data.words.en.After).toBeNull()
  expect((await of(id)).items).toEqual([])
  const wrong = await shop.post(`/bills/${id}/reminders/preview`, {
    words: { en: { After: { subject: '{x}', body: 'b' } } },
  })
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, '/words/en/After/subject'])
})

test('what the plan sent and what a person sent are listed, of a bill and of all; a bill that is over has no text to send', async () => {
  const { shop, make, of } = await newShop()
  await shop.put('/reminder-plan', { isOn: true, days: [0], byMail: false })
  const phone = '+5511912345678'
  const customer = { name: 'Rosa', document: cpf.ana, phone }
  const customerId = (await shop.post('/customers', customer)).body.data.id
  const id = await make({ payer: undefined, customerId })
  expect(await of(id)).toMatchObject({ isRefused: false, nextOn: due, items: [], message: { moment: 'Before', phone } })
  const { status, body } = await shop.post(`/bills/${id}/reminders`, {})
  const { reminder, message } = body.data
  expect([status, reminder]).toMatchObject([201, { days: null, moment: 'Before', channels: ['WhatsApp'] }])
  const address = new URL(message.whatsAppUrl)
  expect([address.host, address.pathname, address.searchParams.get('text')]).toEqual([
    'wa.me',
    '/5511912345678',
    message.text,
  ])
  expect(message.text).toContain('/pay/')
  await shop.put('/sandbox/clock', { to: `${due}T15:00:00Z` })
  const { items } = await of(id)
  expect(items).toMatchObject([{ days: 0, withheld: 'NoChannel' }, { days: null }])
  const page = async (query: string) => (await shop.get(`/reminders?${query}`)).body.data
  const all = await page('dataset.limit=20')
  expect(all.items).toEqual(items.map((one: object) => ({ ...one, billId: id, payerName: 'Rosa' })))
  expect((await page(`cursor=${all.items[0].id}`)).items).toEqual([all.items[1]])
  await shop.simulate('complete', id)
  expect(await of(id)).toMatchObject({ message: null, nextOn: null })
  expect(reasonOf(await shop.post(`/bills/${id}/reminders`, {}))).toEqual([409, 'TransactionStateNotAllowed'])
})

test('reminders to a payer are stopped and resumed by a bill or by the customer with the same document', async () => {
  const { shop, make, of } = await newShop()
  const customerId = (await shop.post('/customers', { name: 'Maria', document: cpf.maria })).body.data.id
  const [id, second] = [await make(), await make({ payer: undefined, customerId })]
  const wishOf = async () => (await shop.get(`/customers/${customerId}/reminders`)).body.data
  expect(await wishOf()).toEqual({ isRefused: false, refusedAt: null, byPayer: null })
  const stopped = (await shop.put(`/bills/${id}/reminders`, { isRefused: true })).body.data
  expect(stopped).toMatchObject({ isRefused: true, byPayer: false, refusedAt: expect.any(String) })
  expect(await wishOf()).toEqual(stopped)
  expect(await of(second)).toMatchObject({ ...stopped, message: null, nextOn: null })
  expect(reasonOf(await shop.post(`/bills/${second}/reminders`, {}))).toEqual([409, 'TransactionStateNotAllowed'])
  expect((await shop.put(`/customers/${customerId}/reminders`, { isRefused: false })).body.data.isRefused).toBe(false)
  expect((await of(id)).isRefused).toBe(false)
  const { id: nameless } = (await shop.post('/customers', { name: 'Rui' })).body.data
  expect(reasonOf(await shop.put(`/customers/${nameless}/reminders`, { isRefused: true }))).toEqual([
    409,
    'TransactionStateNotAllowed',
  ])
})

test('another merchant finds neither the bill nor the customer, and a key without the scope is refused', async () => {
  const { shop, make, of } = await newShop()
  const id = await make()
  const customerId = (await shop.post('/customers', { name: 'Maria', document: cpf.maria })).body.data.id
  const calls = (api: typeof shop) => [
    api.get(`/bills/${id}/reminders`),
    api.post(`/bills/${id}/reminders`, {}),
    api.post(`/bills/${id}/reminders/preview`, {}),
    api.put(`/bills/${id}/reminders`, { isRefused: true }),
    api.get(`/customers/${customerId}/reminders`),
    api.put(`/customers/${customerId}/reminders`, { isRefused: true }),
  ]
  const foreign = await Promise.all(calls(other))
  expect(foreign.map(reasonOf)).toEqual([
    ...times(4, () => [404, 'BillNotFound']),
    ...times(2, () => [404, 'CustomerNotFound']),
  ])
  const narrow = await trilho.newMerchant({ scopes: ['company-payments'] })
  const more = [narrow.get('/reminder-plan'), narrow.put('/reminder-plan', { hour: 10 }), narrow.get('/reminders')]
  for (const answer of await Promise.all([...calls(narrow), ...more]))
    expect(reasonOf(answer)).toEqual([403, 'ScopeNotAllowed'])
  expect(await of(id)).toMatchObject({ isRefused: false, items: [] })
})
