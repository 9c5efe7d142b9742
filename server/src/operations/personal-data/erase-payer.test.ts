import { expect, test } from 'vitest'
import { fileOf, importsOf } from '../../../test/kit/bill-imports.ts'
import { openMailbox } from '../../../test/kit/mailbox.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { dataFolder } from '../../../test/kit/server-process.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { businessDayFrom } from '../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { tableNames } from './register.ts'
import { runDataRequests } from './run-requests.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const answer = { status: 250 }
const mailbox = await openMailbox({ recipient: () => answer.status })
const trilho = await openTrilho({ ...mailbox.settings, TRILHO_DATA: await dataFolder() })
const { needs, sql } = trilho
const hourMs = 3_600_000
const due = businessDayFrom(addDays(dayOf(new Date()), 20))
const name = 'Maria Quitéria Nunes'
const email = 'maria.quiteria@example.com'
const address = { street: 'Rua da Quitéria', city: 'Recife', state: 'PE', postalCode: '50010-000' }
const payer = { name, cpf: cpf.maria, email, address }
const needles = /quit[eé]ria|52998224725|529\.982\.247-25/i

async function newShop() {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const path = `/merchants/${merchantId}/personal-data`
  const workOff = async () => {
    await untilDone(() => runDataRequests(needs))
  }
  expect((await shop.put('/reminder-plan', { isOn: true, days: [-1, 0] })).status).toBe(200)
  return {
    ...shop,
    make: async (more: object = {}): Promise<string> => {
      const { status, body } = await shop.post('/bills', { payer, amount: '100.00', dueDate: due, ...more })
      expect([status, body]).toMatchObject([201, {}])
      return body.data.id
    },
    bill: async (id: string) => (await shop.get(`/bills/${id}`)).body.data,
    remindersOf: async (id: string) => (await shop.get(`/bills/${id}/reminders`)).body.data,
    goTo: (day: string) => shop.put('/sandbox/clock', { to: `${day}T15:00:00Z` }),
    /** Asked for once. Returns how to see what has become of it an hour later. */
    async eraseMaria() {
      const owner = await newPortalPerson(trilho, { merchantId })
      const asked = await owner.post(`${path}/erasure`, { taxNumber: cpf.maria, email, name })
      expect(asked.status).toBe(200)
      await workOff()
      const read = async () => (await owner.get(`${path}/${asked.body.data.id}`)).body.data
      const later = async () => {
        trilho.clock.aheadMs += 2 * hourMs
        await workOff()
        return read()
      }
      return { first: await read(), later }
    },
  }
}

/** Where the person still is, of one merchant. */
async function placesOf(merchantId: string): Promise<string[]> {
  const places = []
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id'`
  for (const table of tables) {
    const rows = await sql.unsafe<{ text: string }[]>(
      `select t::text as text from "${table.name}" t where merchant_id = '${merchantId}'`,
    )
    if (rows.some(({ text }) => needles.test(text))) places.push(table.name)
  }
  return places
}

test('an erasure leaves an open bill as it is and a refusal of reminders in force; once the bill is paid, the payer is gone', async () => {
  const shop = await newShop()
  const id = await shop.make({ lines: [{ description: `Aula de ${name}`, amount: '100.00' }] })
  expect((await shop.put(`/bills/${id}/reminders`, { isRefused: true })).status).toBe(200)
  const before = await shop.bill(id)
  const stored = () => sql`select payer_contact, lines from bills where id = ${id}`
  const kept = await stored()
  expect(JSON.stringify([before, kept])).toMatch(needles)

  const { first, later } = await shop.eraseMaria()
  expect(first).toMatchObject({ state: 'Running' })
  expect([await shop.bill(id), await stored()]).toEqual([before, kept])
  await shop.goTo(due)
  expect(await shop.remindersOf(id)).toMatchObject({
    isRefused: true,
    items: [{ channels: [], withheld: 'Refused', mail: null }],
  })
  expect((await shop.post(`/bills/${id}/reminders`, {})).status).toBe(409)
  expect((await shop.patch(`/bills/${id}`, { amount: '120.00' })).status).toBe(200)
  expect((await stored())[0]?.['payer_contact']).toEqual(kept[0]?.['payer_contact'])

  await shop.simulate('complete', id)
  expect(await later()).toMatchObject({ state: 'Done', waiting: 0 })
  expect(await shop.bill(id)).toMatchObject({ state: 'Paid', amount: '120.000000', payer: { name: '***', cpf: null } })
  expect(await placesOf(shop.merchantId)).toEqual([])

  // The merchant charges the same person again: the refusal is known by a hash of the document.
  const next = await shop.make({ dueDate: addDays(due, 10) })
  expect(await shop.remindersOf(next)).toMatchObject({ isRefused: true, message: null })
  expect((await shop.put(`/bills/${next}/reminders`, { isRefused: true })).body.data.isRefused).toBe(true)
  await shop.post(`/bills/${next}/cancel`, {})
  const again = await shop.eraseMaria()
  expect(again.first).toMatchObject({ state: 'Done' })
  const last = await shop.make({ dueDate: addDays(due, 10) })
  expect((await shop.remindersOf(last)).isRefused).toBe(true)
  expect((await shop.put(`/bills/${last}/reminders`, { isRefused: false })).body.data.isRefused).toBe(false)
  expect((await shop.remindersOf(last)).isRefused).toBe(false)
  expect(mailbox.mails).toEqual([])
})

test('rows of an import that are not made yet become the bills they ask for, and those are erased when they are over', async () => {
  const shop = await newShop()
  const customer = { name, document: cpf.maria, email, externalId: 'maria' }
  const { id: customerId } = (await shop.post('/customers', customer)).body.data
  const imports = importsOf(shop, needs)
  const file = fileOf(
    'Cliente;Nome;CPF ou CNPJ;E-mail;Valor;Vencimento;Descrição',
    `maria;;;;10,00;${due};Aula de ${name}`,
    `;${name};${cpf.maria};${email};20,00;${due};Aula`,
  )
  const { id } = await imports.make(file)
  expect((await shop.put(`/customers/${customerId}/reminders`, { isRefused: true })).status).toBe(200)
  const { first, later } = await shop.eraseMaria()
  expect(first).toMatchObject({ state: 'Running' })

  expect(await imports.finish(id)).toMatchObject({ state: 'Completed', made: { count: 2 }, refused: { count: 0 } })
  const rows: { billId: string }[] = await imports.rows(id)
  for (const { billId } of rows) {
    expect(await shop.bill(billId)).toMatchObject({ payer: { name, cpf: cpf.maria } })
    expect((await shop.remindersOf(billId)).isRefused).toBe(true)
  }
  expect(await later()).toMatchObject({ state: 'Running' })
  for (const { billId } of rows) {
    expect(await shop.bill(billId)).toMatchObject({ payer: { name } })
    expect((await shop.post(`/bills/${billId}/cancel`, {})).status).toBe(200)
  }
  expect(await later()).toMatchObject({ state: 'Done' })
  expect(await placesOf(shop.merchantId)).toEqual([])
})

test('an erased payer leaves no record of a reminder that was refused, and gets none that waits', async () => {
  const shop = await newShop()
  const id = await shop.make()
  answer.status = 550
  await shop.goTo(addDays(due, -1))
  await untilDone(() => needs.mailer.sendDue())
  answer.status = 250
  expect(await sql`select masked_to from mails where masked_to is not null`).toMatchObject([
    { maskedTo: 'm***@example.com' },
  ])
  await shop.goTo(due)
  expect((await shop.remindersOf(id)).items).toMatchObject([{ mail: 'Waiting' }, { mail: 'Failed' }])
  await shop.simulate('complete', id)
  expect((await shop.eraseMaria()).first).toMatchObject({ state: 'Done' })
  expect(await sql`select id from mails`).toEqual([])
  expect(await needs.mailer.sendDue()).toBe(0)
  expect((await shop.remindersOf(id)).items).toMatchObject([{ mail: null }, { mail: null }])
})

test('what becomes a payment is read before payments, so that none is made unseen between the two', () => {
  const places = (['customers', 'bill_import_rows', 'payout_batch_rows', 'transactions', 'bills'] as const).map(table =>
    tableNames.indexOf(table),
  )
  expect(Math.max(...places.slice(0, 3))).toBeLessThan(Math.min(...places.slice(3)))
})
