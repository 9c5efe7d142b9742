import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { type Received, openMailbox } from '../../../test/kit/mailbox.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { businessDayFrom } from '../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { usualPlan } from './plan.ts'
import { purgeReminders, runReminders } from './run-reminders.ts'
import { untilDone } from '../../../test/kit/patience.ts'
import { withOther } from '../../../test/kit/with-other.ts'

const mailbox = await openMailbox()
const trilho = await openTrilho(mailbox.settings)
const sink = await openSink()
const today = dayOf(new Date())
/** A business day that is followed by one, so that a bill is late the next day. */
const due = ((day = businessDayFrom(addDays(today, 20))): string => {
  let found = day
  while (businessDayFrom(addDays(found, 1)) !== addDays(found, 1)) found = businessDayFrom(addDays(found, 1))
  return found
})()

let people = 0
async function newShop(plan: object = {}) {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const path = `/merchants/${merchantId}`
  const finance = await newPortalPerson(trilho, { merchantId, roles: ['finance'] })
  const set = (more: object) => finance.put(`${path}/reminder-plan`, { ...usualPlan, isOn: true, days: [0], ...more })
  const address = `payer-${++people}@example.com`
  const payer = { name: 'Maria da Silva', cpf: cpf.maria, email: address }
  const make = async (more: object = {}): Promise<string> => {
    const { status, body } = await shop.post('/bills', { payer, amount: '100.00', dueDate: due, ...more })
    expect([status, body]).toMatchObject([201, {}])
    return body.data.id
  }
  /** The merchant's clock at an hour of São Paulo, with all that is due by then. */
  const goTo = (day: string, hour = 10) =>
    shop.put('/sandbox/clock', { to: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00-03:00`).toISOString() })
  const remindersOf = async (id: string) => (await shop.get(`/bills/${id}/reminders`)).body.data
  expect((await set(plan)).status).toBe(200)
  return { shop, merchantId, path, finance, set, address, payer, make, goTo, remindersOf }
}
type Shop = Awaited<ReturnType<typeof newShop>>

/** All mails to the payer of a shop, once those that wait are sent. */
async function mailsTo({ address }: Shop): Promise<Received[]> {
  await untilDone(() => trilho.needs.mailer.sendDue())
  return mailbox.mails.filter(({ to }) => to === address)
}

const stopPath = (mail: Received | undefined) => /\/reminders\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'none'

test('a bill is reminded of before, on and after its due date, once each, until it is paid', async () => {
  const shop = await newShop({ days: [-3, 0, 1, 5] })
  const id = await shop.make({ fine: { kind: 'Percent', rate: '2' }, description: 'Mensalidade' })
  const subjects = async () => (await mailsTo(shop)).map(({ subject }) => subject.replace(/^\[.*?\] /, ''))
  await shop.goTo(addDays(due, -4))
  expect(await subjects()).toEqual([])
  for (const [day, hour] of [[-3], [-3, 15], [0], [1]] as const) {
    await shop.goTo(addDays(due, day), hour)
    await mailsTo(shop)
  }
  const [spelled] = [due.split('-').toReversed().join('/')]
  const merchant = (await trilho.needs.readMerchant(shop.merchantId)).name
  expect(await subjects()).toEqual([
    `${merchant}: cobrança de R$ 100,00 vence em ${spelled}`,
    `${merchant}: chegou o vencimento de R$ 100,00`,
    `${merchant}: cobrança vencida em ${spelled}`,
  ])
  const last = (await mailsTo(shop)).at(-1)
  const { url } = (await shop.shop.get(`/bills/${id}`)).body.data
  expect(last?.text).toContain('O valor de hoje é R$ 102,00')
  expect(last?.text).toContain(url)
  expect(last?.html).toContain(`href="${url}"`)

  await shop.shop.put(`/sandbox/transactions/complete/${id}`)
  await shop.goTo(addDays(due, 6))
  expect(await subjects()).toHaveLength(3)
  const { items, isRefused } = await shop.remindersOf(id)
  expect(isRefused).toBe(false)
  expect(items).toMatchObject([
    { days: 1, moment: 'After', channels: ['Mail'], mail: 'Sent', withheld: null, dueDate: due },
    { days: 0, moment: 'DueDay' },
    { days: -3, moment: 'Before' },
  ])
})

test('nothing is sent for a bill that is cancelled, that was made the same day, or whose plan is off', async () => {
  const shop = await newShop()
  const cancelled = await shop.make()
  await shop.shop.post(`/bills/${cancelled}/cancel`, {})
  await shop.goTo(due, 9)
  const made = await shop.make()
  await shop.goTo(due, 10)
  const off = await newShop({ isOn: false })
  const silent = await off.make()
  await off.goTo(due)
  for (const [of, id] of [
    [shop, cancelled],
    [shop, made],
    [off, silent],
  ] as const)
    expect((await of.remindersOf(id)).items).toEqual([])
})

test('nobody is reminded at night, and what an outage has held up is sent for two days, the last step only', async () => {
  const shop = await newShop({ days: [-1, 0, 1], hour: 9 })
  const id = await shop.make()
  await shop.goTo(addDays(due, -1), 21)
  await shop.goTo(due, 8)
  expect((await shop.remindersOf(id)).items).toEqual([])
  await shop.goTo(due, 9)
  expect((await shop.remindersOf(id)).items).toMatchObject([{ days: 0 }])
  const late = await newShop({ days: [-1, 0] })
  const missed = await late.make()
  await late.goTo(addDays(due, 3))
  expect((await late.remindersOf(missed)).items).toEqual([])
  expect(await mailsTo(late)).toEqual([])
})

test('of twenty workers one sends a reminder, and none sends it to a bill that is being paid', async () => {
  const shop = await newShop()
  const [id, paid] = [await shop.make(), await shop.make()]
  const now = new Date(`${due}T10:00:00-03:00`)
  const run = () => runReminders(trilho.needs, { merchantId: shop.merchantId, now })
  await trilho.sql.begin(async tx => {
    await tx`select id from transactions where merchant_id = ${shop.merchantId} and id = ${paid} for update`
    const sent = await Promise.all(times(20, run))
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1)
  })
  await shop.shop.put(`/sandbox/transactions/complete/${paid}`)
  expect(await run()).toBe(0)
  expect((await shop.remindersOf(id)).items).toHaveLength(1)
  expect((await shop.remindersOf(paid)).items).toEqual([])
  expect(await mailsTo(shop)).toHaveLength(1)
})

test('a changed due date is reminded of anew, and a bill that has come due on a Saturday is not late before Tuesday', async () => {
  const shop = await newShop({ days: [0, 1] })
  const id = await shop.make()
  await shop.goTo(due)
  const later = addDays(due, 7)
  await shop.shop.patch(`/bills/${id}`, { dueDate: later })
  await shop.goTo(later)
  expect((await shop.remindersOf(id)).items).toMatchObject([
    { days: 0, dueDate: later },
    { days: 0, dueDate: due },
  ])
  let saturday = addDays(later, 8)
  while (businessDayFrom(saturday) !== addDays(saturday, 2)) saturday = addDays(saturday, 1)
  const weekend = await shop.make({ dueDate: saturday })
  await shop.goTo(addDays(saturday, 1))
  expect((await shop.remindersOf(weekend)).items).toMatchObject([{ days: 0, moment: 'DueDay' }])
  await shop.goTo(addDays(saturday, 2))
  expect((await shop.remindersOf(weekend)).items).toHaveLength(1)
  await shop.goTo(addDays(saturday, 3))
  expect((await shop.remindersOf(weekend)).items).toMatchObject([{ days: 1, moment: 'After' }, { days: 0 }])
})

test('the address in a mail stops reminders without a sign-in, by a press and not by opening it, and takes it back', async () => {
  const shop = await newShop({ days: [-1, 0, 1] })
  const { id: customerId } = (
    await shop.shop.post('/customers', { name: 'Maria da Silva', document: cpf.maria, email: shop.address })
  ).body.data
  const [first, second] = [await shop.make(), await shop.make({ payer: undefined, customerId })]
  await shop.goTo(addDays(due, -1))
  const mails = await mailsTo(shop)
  expect(mails).toHaveLength(2)
  const path = stopPath(mails[0])
  const opened = await call(`${trilho.url}${path}`)
  expect([opened.status, opened.text]).toEqual([200, expect.stringContaining('Não quero mais lembretes')])
  expect((await shop.remindersOf(first)).isRefused).toBe(false)
  const press = (body: string) =>
    fetch(`${trilho.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  // What mail programs send.
  const stopped = await press('List-Unsubscribe=One-Click')
  expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('Lembretes interrompidos')])
  await shop.goTo(due)
  expect(await mailsTo(shop)).toHaveLength(2)
  // The payer is known by the document: bills of other origin are silent too.
  for (const id of [first, second])
    expect(await shop.remindersOf(id)).toMatchObject({
      isRefused: true,
      items: [{ channels: [], withheld: 'Refused', mail: null }, { channels: ['Mail'] }],
    })
  const wish = `${shop.path}/customers/${customerId}/reminders`
  expect((await shop.finance.get(wish)).body.data).toMatchObject({ isRefused: true, byPayer: true })
  expect((await press('refuses=no')).status).toBe(200)
  expect((await shop.finance.get(wish)).body.data).toEqual({ isRefused: false, refusedAt: null, byPayer: null })
  await shop.goTo(addDays(due, 1))
  expect(await mailsTo(shop)).toHaveLength(4)
})

test('the address cannot be guessed, and is of one merchant only', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  const [, foreign] = [await shop.make(), await other.make()]
  await shop.goTo(due)
  const path = stopPath((await mailsTo(shop))[0])
  expect((await call(`${trilho.url}${withOther(path, -2)}`)).status).toBe(404)
  expect((await call(`${trilho.url}/reminders/${foreign}`, { method: 'POST' })).status).toBe(404)
  await fetch(`${trilho.url}${path}`, { method: 'POST', body: new URLSearchParams({ refuses: 'yes' }) })
  expect((await other.remindersOf(foreign)).isRefused).toBe(false)
  expect((await other.shop.get(`/bills/${await shop.make()}/reminders`)).status).toBe(404)
})

test('an account that asks for the event gets it with the text, whatever webhook the bill has', async () => {
  const shop = await newShop({ byMail: false, language: 'en' })
  const own = await openSink()
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  const first = await shop.make({ webhook: { url: own.url }, payer: { name: 'Ana', cpf: cpf.ana } })
  await shop.goTo(due)
  expect((await shop.remindersOf(first)).items).toMatchObject([{ channels: [], withheld: 'NoChannel' }])
  const events = ['BillReminder']
  await owner.put(`${shop.path}/webhooks/address`, { url: sink.url, events })
  const second = await shop.make({ webhook: { url: own.url }, dueDate: addDays(due, 5), metadata: { class: '7b' } })
  await shop.goTo(addDays(due, 5))
  const reminded = () => sink.received.filter(({ body }) => (body['bill'] as { id: string } | undefined)?.id === second)
  await expect.poll(() => reminded().length).toBe(1)
  expect(reminded()[0]?.body).toMatchObject({
    event: 'BillReminder',
    reminder: { days: 0, moment: 'DueDay', isMailed: false, text: expect.stringMatching(/is due[^]*\/pay\//) },
    bill: { id: second, state: 'Open', amountDue: '100.000000', metadata: { class: '7b' }, payer: { cpf: cpf.maria } },
  })
  expect((await shop.remindersOf(second)).items).toMatchObject([{ channels: ['Webhook'], withheld: null }])
  expect(own.received).toEqual([])
})

test('own words are filled in and escaped; a field that does not exist is refused; both languages are shown before', async () => {
  const shop = await newShop()
  const written = { subject: 'Oi {name}', body: 'Olá <b>{name}</b>\n\nPague {amount} até {dueDate} em {link} & pronto' }
  const words = { ...usualPlan.words, pt: { ...usualPlan.words.pt, DueDay: written } }
  expect((await shop.set({ words })).status).toBe(200)
  const preview = (await shop.finance.post(`${shop.path}/reminder-plan/preview`, { words })).body.data
  expect(preview.pt.DueDay).toMatchObject({ subject: expect.stringContaining('Oi Maria da Silva') })
  expect(preview.pt.DueDay.html).toContain('&lt;b&gt;Maria da Silva&lt;/b&gt;')
  expect(preview.en.After.text).toContain('is still open')
  const wrong = { ...words, pt: { ...words.pt, After: { subject: 'Oi', body: '{nome}' } } }
  for (const answer of [
    await shop.set({ words: wrong }),
    await shop.finance.post(`${shop.path}/reminder-plan/preview`, { words: wrong }),
  ])
    expect([answer.status, answer.body.error.details]).toMatchObject([400, [{ path: '/words/pt/After/body' }]])

  const name = '{link} <script>alert(1)</script>'
  await shop.make({ payer: { ...shop.payer, name } })
  await shop.goTo(due)
  const [mail] = await mailsTo(shop)
  expect(mail?.subject).toContain(`Oi ${name}`)
  expect(mail?.html).toContain('Olá &lt;b&gt;{link} &lt;script&gt;alert(1)&lt;/script&gt;&lt;/b&gt;')
  expect(mail?.html.match(/href="[^"]+\/pay\//g)).toHaveLength(1)
})

test('a text is sent by WhatsApp with one tap, which is recorded, unless the bill is over or the payer refuses', async () => {
  const shop = await newShop({ isOn: false })
  const phone = '+5511912345678'
  const { id: customerId } = (await shop.shop.post('/customers', { name: 'Rosa', document: cpf.ana, phone })).body.data
  const id = await shop.make({ payer: undefined, customerId })
  const reminders = `${shop.path}/bills/${id}/reminders`
  const { message, nextOn } = (await shop.finance.get(reminders)).body.data
  expect([message, nextOn]).toMatchObject([{ moment: 'Before', phone, text: expect.stringContaining('/pay/') }, null])
  expect((await shop.finance.post(reminders, {})).status).toBe(201)
  expect((await shop.finance.get(reminders)).body.data.items).toMatchObject([{ channels: ['WhatsApp'], days: null }])
  await shop.finance.put(`${reminders}/wish`, { isRefused: true })
  expect((await shop.finance.get(reminders)).body.data).toMatchObject({
    message: null,
    wish: { isRefused: true, byPayer: false },
  })
  expect((await shop.finance.post(reminders, {})).status).toBe(409)
  await shop.finance.put(`${reminders}/wish`, { isRefused: false })
  await shop.shop.put(`/sandbox/transactions/complete/${id}`)
  expect((await shop.finance.post(reminders, {})).status).toBe(409)
  const viewer = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['viewer'] })
  expect((await viewer.get(`${shop.path}/reminders`)).body.data.items).toMatchObject([
    { billId: id, payerName: 'Rosa' },
  ])
  for (const answer of [await viewer.post(reminders, {}), await viewer.put(`${shop.path}/reminder-plan`, {})])
    expect(answer.status).toBe(403)
  const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
  expect((await outsider.get(`${shop.path}/reminders`)).status).toBe(404)
})

test('a payer without an address is not reminded by mail, and old records are purged', async () => {
  const shop = await newShop()
  const id = await shop.make({ payer: { name: 'Ana', cpf: cpf.ana } })
  await shop.goTo(due)
  const { items } = await shop.remindersOf(id)
  expect(items).toMatchObject([{ channels: [], withheld: 'NoAddress', mail: null }])
  const before = new Date(Date.parse(items[0].date) + 1)
  await untilDone(() => purgeReminders(trilho.needs, before, 100))
  expect((await shop.remindersOf(id)).items).toEqual([])
})

test('a mail that waited is not sent any more for a bill that is paid or cancelled, or to a payer who refuses meanwhile', async () => {
  const shop = await newShop()
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const [paid, cancelled, open] = [await shop.make(), await shop.make(), await shop.make()]
  await shop.goTo(due)
  expect((await shop.remindersOf(paid)).items).toMatchObject([{ mail: 'Waiting' }])
  await shop.shop.put(`/sandbox/transactions/complete/${paid}`)
  await shop.shop.post(`/bills/${cancelled}/cancel`, {})
  expect(await mailsTo(shop)).toHaveLength(1)
  for (const id of [paid, cancelled])
    expect((await shop.remindersOf(id)).items).toMatchObject([{ channels: ['Mail'], mail: 'Withdrawn' }])
  expect((await shop.remindersOf(open)).items).toMatchObject([{ mail: 'Sent' }])

  const refusing = await newShop()
  const id = await refusing.make()
  await refusing.goTo(due)
  await refusing.shop.put(`/bills/${id}/reminders`, { isRefused: true })
  expect(await mailsTo(refusing)).toEqual([])
  expect((await refusing.remindersOf(id)).items).toMatchObject([{ mail: 'Withdrawn' }])
  // Nothing went wrong with them.
  expect((await operator.get('/operator/platform')).body.data.mails).toMatchObject({ unsent: 0, firstUnsent: [] })
})
