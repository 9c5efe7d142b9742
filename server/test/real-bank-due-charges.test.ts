import { afterEach, expect, test, vi } from 'vitest'
import { parseAmount as reais } from '../src/platform/brazil/money.ts'
import { addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { businessDayFrom } from '../src/platform/brazil/business-days.ts'
import { uuidv7 } from '../src/platform/lib/uuid.ts'
import { amountDue } from '../src/products/bills/amount-due.ts'
import type { DueTerms } from '../src/money/rails/due-terms.ts'
import type { DueChargeRail, DueChargeRequest } from '../src/money/rails/rails.ts'
import { requireRail } from '../src/money/rails/rails-of.ts'
import { BankAway, BankUnclear } from '../src/money/rails/bank-faults.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { parseBrCode } from './kit/br-code.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside a bank: charges with a due date, in each dialect that has them. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const { needs } = await openTrilho(settings, { isConnected: false })
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]

afterEach(() => bank.control('DELETE', '/faults'))

const railAt = async (dialect: Dialect): Promise<DueChargeRail> =>
  requireRail((await needs.railsOf(connections[dialect])).dueCharges)

const fault = (partner: Dialect, kind: string, more: object) =>
  bank.control('POST', '/faults', { kind, partner, path: '/cobv', ...more })

const call = { signal: new AbortController().signal, remember: async () => {} }
/** Five weeks on, and no holiday that day. */
const dueDate = businessDayFrom(addDays(dayOf(new Date()), 35))
const terms: DueTerms = {
  amount: reais('100'),
  dueDate,
  payableDaysAfterDue: 60,
  fine: { kind: 'Percent', rate: reais('2') },
  interest: { kind: 'PercentPerMonth', rate: reais('1') },
  rebate: { kind: 'Fixed', amount: reais('1') },
  discount: { kind: 'Fixed', until: [{ day: addDays(dueDate, -7), amount: reais('5') }] },
}

const requested = (more: Partial<DueChargeRequest> = {}): DueChargeRequest => ({
  ...terms,
  merchantId: uuidv7(Date.now()),
  merchantNumber: 7,
  transactionId: uuidv7(Date.now()),
  payer: {
    taxNumber: '52998224725',
    name: 'Maria da Silva',
    email: 'maria@mail.test',
    address: { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' },
  },
  receiver: { name: 'Padaria', city: 'Recife' },
  expiresAt: new Date(Date.now() + 90 * 86_400_000),
  message: 'Rent of August',
  ...more,
})

const termsAtBank = async (externalId: string) => {
  const rows: { txid: string; due: object; amount: string }[] = await bank.control('GET', '/charges?all')
  return rows.find(row => row.txid === externalId)
}

test.each(dialects)(
  '%s registers a charge with a due date, and repeating the request makes no second one',
  async at => {
    const rail = await railAt(at)
    const request = requested()
    const charge = await rail.createCharge(request)
    expect(parseBrCode(charge.qrCode).amount).toBeNull()
    const [again, read] = [await rail.createCharge(request), await rail.readCharge(request)]
    expect([again.externalId, read]).toEqual([charge.externalId, charge])
    expect(await termsAtBank(charge.externalId)).toMatchObject({
      amount: '100.00',
      debtor: { name: 'Maria da Silva', contact: { cidade: 'Recife', cep: '50010000' } },
      due: {
        dueDate,
        payableDays: 60,
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
        abatimento: { modalidade: 1, valorPerc: '1.00' },
        desconto: { modalidade: 1, descontoDataFixa: [{ data: addDays(dueDate, -7), valorPerc: '5.00' }] },
      },
    })
    expect(await rail.readCharge(requested())).toBeNull()
  },
)

test.each(dialects)('at %s a registration whose answer is lost is read back', async at => {
  const rail = await railAt(at)
  const request = requested()
  await fault(at, 'act, then cut', { method: 'PUT' })
  const charge = await rail.createCharge(request)
  expect(await rail.readCharge(request)).toEqual(charge)
})

test.each(dialects)(
  'at %s a registration that cannot be read back either is unknown, and made once when repeated',
  async at => {
    const rail = await railAt(at)
    const request = requested()
    await fault(at, 'act, then cut', { method: 'PUT' })
    await fault(at, 'server error', { method: 'GET', times: 10 })
    await expect(rail.createCharge(request)).rejects.toMatchObject({ reason: 'BankUnavailable' })
    await bank.control('DELETE', '/faults')
    const { externalId } = await rail.createCharge(request)
    const rows: { txid: string }[] = await bank.control('GET', '/charges?all')
    expect(rows.filter(({ txid }) => txid === externalId)).toHaveLength(1)
  },
)

test.each(dialects)(
  '%s changes a charge before payment, also when the answer is lost, and takes parts away',
  async at => {
    const rail = await railAt(at)
    const request = requested()
    const { externalId } = await rail.createCharge(request)
    const next = { ...request, amount: reais('120'), dueDate: addDays(dueDate, 1), fine: null, discount: null }
    await fault(at, 'act, then cut', { method: 'PATCH' })
    expect(await rail.changeCharge(next, request)).toMatchObject({ externalId, state: 'open', amount: reais('120') })
    const day = addDays(dueDate, 20)
    expect(await rail.changeCharge(next, request)).toMatchObject({ state: 'open', dueDate: addDays(dueDate, 1) })
    await bank.control('POST', `/charges/${at}/${externalId}/pay`, { day })
    const { total, ...components } = amountDue(next, day)
    expect((await rail.findCharge({ externalId }, call))?.payments).toMatchObject([{ amount: total, components }])
  },
)

test.each(dialects)('%s does not change a charge that is paid: its payment is answered', async at => {
  const rail = await railAt(at)
  const request = requested()
  const { externalId } = await rail.createCharge(request)
  await bank.control('POST', `/charges/${at}/${externalId}/pay`)
  const answered = await rail.changeCharge({ ...request, amount: reais('1') }, request)
  expect(answered).toMatchObject({ state: 'paid', amount: reais('100'), payments: [{ amount: reais('94') }] })
})

test('a change that the bank refuses is refused, and one without an answer is unknown', async () => {
  const rail = await railAt('standard')
  const request = requested()
  await rail.createCharge(request)
  const next = { ...request, amount: reais('120') }
  await fault('standard', 'refusal', { method: 'PATCH' })
  await expect(rail.changeCharge(next, request)).rejects.toMatchObject({ reason: 'RefusedByBank' })
  await fault('standard', 'drop', { method: 'PATCH', times: 3 })
  await expect(rail.changeCharge(next, request)).rejects.toMatchObject({ reason: 'BankUnavailable' })
})

test.each(dialects)('%s cancels a charge once, and answers a payment that came first', async at => {
  const rail = await railAt(at)
  const cancel = requireRail(rail.cancelCharge)
  const [open, paid] = [await rail.createCharge(requested()), await rail.createCharge(requested())]
  expect(await cancel(open, call)).toEqual([])
  expect(await cancel(open, call)).toEqual([])
  expect(await rail.findCharge(open, call)).toMatchObject({ state: 'removed' })
  await bank.control('POST', `/charges/${at}/${paid.externalId}/pay`)
  expect(await cancel(paid, call)).toMatchObject([{ amount: reais('94'), components: { discount: reais('5') } }])
})

test.each([
  [-10, '94'],
  [0, '99'],
  [30, '102'],
])('paid %i days after it is due, a charge is %s by the bank and by our own calculation', async (days, total) => {
  const day = addDays(dueDate, days)
  expect(amountDue(terms, day).total).toBe(reais(total))
  for (const at of dialects) {
    const rail = await railAt(at)
    const request = requested()
    const { externalId } = await rail.createCharge(request)
    const { pix } = await bank.control('POST', `/charges/${at}/${externalId}/pay`, { day })
    const received = requireRail((await needs.railsOf(connections[at])).received)
    const payment = await received.readReceived(pix[0].endToEndId)
    const { total: amount, ...components } = amountDue(terms, day)
    const charge = { transactionId: request.transactionId, merchantNumber: 7 }
    expect(payment).toMatchObject({ amount, components, charge })
  }
})

/** Every kind of interest and discount, paid late and early: the bank computes on its own. */
const kinds: Partial<DueTerms>[] = [
  { interest: { kind: 'AmountPerDay', amount: reais('0.10') } },
  { interest: { kind: 'PercentPerDay', rate: reais('0.03') } },
  { interest: { kind: 'PercentPerYear', rate: reais('12') } },
  { interest: { kind: 'AmountPerBusinessDay', amount: reais('0.10') } },
  { interest: { kind: 'PercentPerDayInBusinessDays', rate: reais('0.05') } },
  { interest: { kind: 'PercentPerMonthInBusinessDays', rate: reais('2.10') } },
  { interest: { kind: 'PercentPerYearInBusinessDays', rate: reais('25.20') } },
  { fine: { kind: 'Fixed', amount: reais('3.33') }, rebate: { kind: 'Percent', rate: reais('1.50') } },
  { discount: { kind: 'Percent', until: [{ day: addDays(dueDate, -3), rate: reais('7.77') }] } },
  { discount: { kind: 'AmountPerDay', amount: reais('0.11') } },
  { discount: { kind: 'AmountPerBusinessDay', amount: reais('0.13') } },
  { discount: { kind: 'PercentPerDay', rate: reais('0.17') } },
  { discount: { kind: 'PercentPerBusinessDay', rate: reais('0.19') } },
]

test.each(kinds)('the bank and our own calculation agree on %o', async kind => {
  const rail = await railAt('standard')
  for (const days of [-9, 23]) {
    const request = requested({ amount: reais('1234.57'), ...kind })
    const day = addDays(dueDate, days)
    const { externalId } = await rail.createCharge(request)
    await bank.control('POST', `/charges/standard/${externalId}/pay`, { day })
    const { total, ...components } = amountDue(request, day)
    expect((await rail.findCharge({ externalId }, call))?.payments).toMatchObject([{ amount: total, components }])
  }
})

test.each(dialects)('%s lists charges with a due date, with their payments', async at => {
  const rail = await railAt(at)
  const [open, paid] = [await rail.createCharge(requested()), await rail.createCharge(requested())]
  await bank.control('POST', `/charges/${at}/${paid.externalId}/pay`)
  const period = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) }
  const listed = await Array.fromAsync(rail.listCharges(period))
  expect(listed.filter(({ externalId }) => externalId === open.externalId)).toMatchObject([{ state: 'open', dueDate }])
  const row = listed.find(({ externalId }) => externalId === paid.externalId)
  expect(row).toMatchObject({ state: 'paid', payments: [{ amount: reais('94') }] })
  await fault(at, 'server error', { method: 'GET', times: 10 })
  await expect(Array.fromAsync(rail.listCharges(period))).rejects.toBeInstanceOf(BankAway)
})

test('a state that nobody knows decides nothing; those of the next version of the standard do', async () => {
  const rail = await railAt('standard')
  const { externalId } = await rail.createCharge(requested())
  const said = (status: string) => fault('standard', 'fields changed', { method: 'GET', values: { status } })
  await said('EM_ANALISE')
  await expect(rail.findCharge({ externalId }, call)).rejects.toBeInstanceOf(BankUnclear)
  await said('CONCLUIDA_POR_OUTRO_ARRANJO')
  expect(await rail.findCharge({ externalId }, call)).toMatchObject({ state: 'paidElsewhere' })
  await said('REMOVIDA_PELO_PSP_BOLETO')
  expect(await rail.findCharge({ externalId }, call)).toMatchObject({ state: 'removed' })
})

test('a bank that takes no more calls registers nothing, and the same request succeeds later', async () => {
  const rail = await railAt('sicoob')
  const request = requested()
  await fault('sicoob', 'too many requests', { method: 'PUT', retryAfterSeconds: 1 })
  await expect(rail.createCharge(request)).rejects.toMatchObject({ reason: 'BankUnavailable' })
  await vi.waitFor(() => rail.createCharge(request), { timeout: 10_000, interval: 200 })
  expect(await rail.readCharge(request)).not.toBeNull()
})

test('components that do not add up to the payment are not reported', async () => {
  const rail = await railAt('standard')
  const { externalId } = await rail.createCharge(requested())
  await bank.control('POST', `/charges/standard/${externalId}/pay`)
  await fault('standard', 'fields changed', { method: 'GET', values: { desconto: { valor: '9.00' } } })
  const [payment] = (await rail.findCharge({ externalId }, call))?.payments ?? []
  expect([payment?.amount, payment?.components]).toEqual([reais('94'), undefined])
})

test('rates and amounts that a bank cannot carry are refused and never rounded', async () => {
  const rail = await railAt('standard')
  const fine = { kind: 'Percent', rate: reais('0.033') } as const
  await expect(rail.createCharge(requested({ fine }))).rejects.toMatchObject({ reason: 'AmountNotAllowed' })
})

test('at a bank that has granted no due charges all else works', async () => {
  await bank.control('POST', '/partners', { name: 'narrow', dialect: 'inter' })
  const scopes = ['cob', 'pix', 'webhook'].flatMap(resource => [`${resource}.read`, `${resource}.write`])
  await bank.control('PUT', '/partners/narrow/scopes', { scopes })
  const given = { ...(await bank.settingsOf('narrow', 'inter')), payoutUrl: null }
  const { id } = await connectBank(needs, { name: 'narrow', dialect: 'inter', isDefault: false, settings: given })
  const { charges, dueCharges } = await needs.railsOf(id)
  const { externalId } = await requireRail(charges).createCharge({ ...requested(), editable: false })
  expect(externalId).toMatch(/^\w{26,35}$/)
  const refused = requireRail(dueCharges).createCharge(requested())
  await expect(refused).rejects.toMatchObject({ reason: 'BankUnavailable' })
})

test('a connection whose scopes lack due charges, and a bank without them, register none', async () => {
  const scopes = 'cob.read cob.write pix.read pix.write webhook.read webhook.write'
  await bank.control('POST', '/partners', { name: 'few', dialect: 'standard' })
  const given = await bank.settingsOf('few', 'standard')
  const added = await connectBank(needs, {
    name: 'few scopes',
    dialect: 'standard',
    isDefault: false,
    settings: { ...given, scopes },
  })
  const bb = await bank.connect(needs, 'bb', false)
  for (const id of [added.id, bb]) expect((await needs.railsOf(id)).dueCharges).toBeNull()
})
