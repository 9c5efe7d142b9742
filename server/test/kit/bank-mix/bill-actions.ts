import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { type Day, addDays, dayOf } from '../../../src/platform/brazil/sao-paulo.ts'
import { act } from './act.ts'
import { answerTo } from './answer-to.ts'
import {
  type Beside,
  type Diary,
  type MadeBill,
  type ShopName,
  amountOf,
  atBank,
  banksOf,
  cents,
  dialect,
  oneOf,
  partnerOf,
  rowsOf,
  shopName,
  shopNames,
  which,
} from './diary.ts'
import { webhook } from './merchant-actions.ts'
import { who } from './payer-actions.ts'

const address = { street: 'Rua A, 1', district: 'Boa Vista', city: 'Recife', state: 'PE', postalCode: '50010-000' }
const payer = { name: 'Maria da Silva', cpf: '52998224725', address }

/** What a bill costs on a day. Each leaves something to be paid of the smallest amount. */
const terms = {
  none: () => ({}),
  fine: () => ({ fine: { kind: 'Percent', rate: '2' }, interest: { kind: 'PercentPerMonth', rate: '1' } }),
  fixed: () => ({ fine: { kind: 'Fixed', amount: '0.37' }, interest: { kind: 'AmountPerDay', amount: '0.03' } }),
  discount: (date: Day) => ({ discount: { kind: 'Percent', until: [{ date, rate: '7.5' }] } }),
  both: (date: Day) => ({
    fine: { kind: 'Percent', rate: '3.33' },
    discount: { kind: 'Fixed', until: [{ date, amount: '0.21' }] },
  }),
}
const anyTerms = fc.constantFrom(...(Object.keys(terms) as (keyof typeof terms)[]))

/** The Pix of a boleto credits the first key of its account: a second connection to it, by another key, is not shown it. */
const boletoShop = fc.constantFrom(...shopNames.filter(name => name !== 'second' && name !== 'either'))

const isSentAgain = fc.boolean()
const nearDays = fc.integer({ min: 1, max: 6 })

type NewBill = {
  shop: ShopName
  cents: number
  days: number
  payableDays: number
  terms: keyof typeof terms
  isSentAgain: boolean
}

async function makeBill(beside: Beside, diary: Diary, input: NewBill, more: object = {}): Promise<void> {
  const dueDate = addDays(dayOf(beside.trilho.needs.clock()), input.days)
  const bill = {
    payer,
    amount: amountOf(input.cents),
    dueDate,
    payableDaysAfterDue: input.payableDays,
    ...terms[input.terms](dueDate),
    webhook,
    orderId: randomUUID(),
    ...more,
  }
  const answer = await answerTo(beside, input.isSentAgain, () => diary.shops[input.shop].api.post('/bills', bill))
  if (answer?.status !== 201) return
  const made = { shop: input.shop, id: answer.body.data.id, cents: input.cents }
  diary.bills.push({ ...made, dueDate })
  // What is done with charges is done with bills, too.
  diary.charges.push(made)
}

type AtBank = {
  id: string
  partner: string
  ownNumber: string
  txid: string
  state: string
  paid?: { settledAt?: string }
}
/** None while the bank is away. */
const boletosAtBank = ({ bank }: Beside): Promise<AtBank[]> => bank.control('GET', '/boletos').catch(() => [])

/** All that the bank has of a bill: a registration that was repeated may have made two. */
async function boletosOf(beside: Beside, { id }: MadeBill): Promise<AtBank[]> {
  const [row] = await beside.trilho.sql<{ ourNumber: string }[]>`select our_number from boletos where id = ${id}`
  return (await boletosAtBank(beside)).filter(({ ownNumber }) => ownNumber === row?.ourNumber)
}

export const billActions = {
  bill: act({
    weight: 4,
    fields: {
      shop: shopName,
      cents,
      days: nearDays,
      payableDays: fc.constantFrom(0, 30),
      terms: anyTerms,
      isSentAgain,
    },
    perform: makeBill,
  }),

  boleto: act({
    weight: 3,
    fields: {
      shop: boletoShop,
      // Fewer than its bank registers, now and then.
      cents: fc.integer({ min: 200, max: 9_999 }),
      days: nearDays,
      payableDays: fc.constantFrom(0, 30),
      terms: anyTerms,
      isSentAgain,
    },
    perform: (beside, diary, input) => makeBill(beside, diary, input, { methods: ['pix', 'boleto'] }),
  }),

  'change bill': act({
    weight: 2,
    fields: { which, cents, days: nearDays, terms: anyTerms, isSentAgain },
    perform: async (beside, diary, input) => {
      const bill = oneOf(diary.bills, input.which)
      if (bill === undefined) return
      const later = addDays(dayOf(beside.trilho.needs.clock()), input.days)
      const dueDate = later > bill.dueDate ? later : bill.dueDate
      const nothing = { fine: null, interest: null, rebate: null, discount: null }
      const changes = { ...nothing, amount: amountOf(input.cents), dueDate, ...terms[input.terms](dueDate) }
      const { api } = diary.shops[bill.shop]
      const answer = await answerTo(beside, input.isSentAgain, () => api.patch(`/bills/${bill.id}`, changes))
      // A change without an answer may have been made.
      if (answer === null || answer.status === 200) bill.dueDate = dueDate
    },
  }),

  'cancel bill': act({
    weight: 2,
    fields: { which, isSentAgain },
    perform: async (beside, diary, input) => {
      const bill = oneOf(diary.bills, input.which)
      if (bill === undefined) return
      const { api } = diary.shops[bill.shop]
      await answerTo(beside, input.isSentAgain, () => api.post(`/bills/${bill.id}/cancel`, {}))
    },
  }),

  /** Early, on time or late: the bank says what it costs then. */
  'pay bill': act({
    weight: 4,
    fields: {
      which,
      days: fc.integer({ min: -3, max: 12 }),
      who,
      how: fc.constantFrom('right', 'right', 'right', 'twice', 'again'),
      bank: fc.constantFrom('its own', 'its own', 'first', 'last'),
    },
    perform: async (beside, diary, input) => {
      const bill = oneOf(diary.bills, input.which)
      const [row] = bill === undefined ? [] : await rowsOf(beside.trilho, [bill.id])
      if (bill === undefined || row === undefined) return
      const banks = banksOf(beside, bill.shop)
      const at = { 'its own': row.connectionId, first: banks[0], last: banks.at(-1) }[input.bank] ?? null
      const how = { twice: input.how === 'twice', again: input.how === 'again' }
      const day = addDays(bill.dueDate, input.days)
      await atBank(beside, `/charges/${partnerOf(beside, at)}/${row.externalId}/pay`, {
        ...how,
        day,
        payer: input.who,
        late: true,
      })
    },
  }),

  /** By slip, by Pix, or by both. */
  'pay boleto': act({
    weight: 4,
    fields: { which, how: fc.constantFrom('slip', 'slip', 'pix', 'slip, then pix', 'pix, then slip'), who },
    perform: async (beside, diary, input) => {
      const bill = oneOf(await boletosIn(beside, diary), input.which)
      const boletos = bill === undefined ? [] : await boletosOf(beside, bill)
      const boleto = oneOf(boletos, input.which)
      // Nobody has the codes of one that its bank is still registering.
      if (boleto === undefined || boleto.state === 'registering') return
      for (const [index, means] of input.how.split(', then ').entries()) {
        const again = index > 0
        if (means === 'slip') await atBank(beside, `/boletos/${boleto.id}/pay`, { again })
        else await atBank(beside, `/charges/${boleto.partner}/${boleto.txid}/pay`, { again, payer: input.who })
      }
    },
  }),

  /** The bank gets the money of the boletos that were paid. */
  'settle boletos': act({ weight: 2, fields: {}, perform: settleBoletos }),
}

/** Not while the bank is being killed. */
export const billFaults = {
  /** A bank changes a bill, and nobody is notified for a while. */
  'lost change': act({
    weight: 1,
    fields: { partner: dialect },
    perform: async ({ bank }, _diary, { partner }) => {
      await bank.control('POST', '/faults', { kind: 'act, then cut', partner, path: '/cobv', method: 'PATCH' })
      await bank.control('POST', '/faults', { kind: 'drop', partner, path: '/cobv', method: 'GET', times: 8 })
    },
  }),

  /** A registration goes on for a while after its answer. */
  'slow registration': act({
    weight: 1,
    fields: { isSlow: fc.boolean() },
    perform: ({ bank }, _diary, { isSlow }) => bank.control('PUT', '/settings', { boletoDelayMs: isSlow ? 20_000 : 0 }),
  }),

  /** A bank has registered a boleto without an answer, and does not find it for a while. */
  'hidden boleto': act({
    weight: 1,
    fields: { times: fc.integer({ min: 1, max: 8 }) },
    perform: async ({ bank }, _diary, { times }) => {
      const registration = { partner: 'inter', method: 'POST', path: '/cobranca/v3/cobrancas' }
      const search = { partner: 'inter', method: 'GET', path: '/cobranca/v3/cobrancas?' }
      await bank.control('POST', '/faults', { kind: 'act, then cut', ...registration })
      await bank.control('POST', '/faults', { kind: 'rows missing', ...search, rows: 5, times })
    },
  }),
}

async function boletosIn({ trilho: { sql } }: Beside, { bills }: Diary): Promise<MadeBill[]> {
  const rows = await sql<{ id: string }[]>`select id from boletos where id = any(${bills.map(({ id }) => id)})`
  return bills.filter(({ id }) => rows.some(row => row.id === id))
}

export async function settleBoletos(beside: Beside): Promise<void> {
  for (const { id, paid } of await boletosAtBank(beside))
    if (paid !== undefined && paid.settledAt === undefined) await atBank(beside, `/boletos/${id}/settle`)
}

/**
 * At the end of a run: what nobody has paid is cancelled, also what a killed server made without an answer. One that its bank
 * is still registering cannot be, yet.
 */
export async function cancelBills({ trilho: { sql } }: Beside, { shops }: Diary): Promise<void> {
  for (const { merchantId, api } of Object.values(shops)) {
    const open = await sql<{ id: string }[]>`
      select id from transactions
       where merchant_id = ${merchantId} and operation = 'pixBill' and state = 'Registered' and expires_at is not null`
    for (const { id } of open) await api.post(`/bills/${id}/cancel`, {}).catch(() => null)
  }
}
