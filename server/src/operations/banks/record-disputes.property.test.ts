import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { assertProperty } from '../../../test/kit/property.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import type { BankDispute, DisputeRail } from '../../money/rails/dispute-rail.ts'
import type { ReceivedPayment, ReceivedRail } from '../../money/rails/rails.ts'
import { recordDisputes } from './record-disputes.ts'
import { recordReceivedPayment } from './record-received-payment.ts'
import { sweepDisputes } from './sweep-payments.ts'

/** A bank that reports its cases: those in a list of ours. */
const trilho = await openTrilho()
const { needs } = trilho
let cases: BankDispute[] = []
let asked: { from: Date; until: Date }[] = []
let sent: string[] = []
let refusal: string | null = null
const bank: DisputeRail = {
  mostText: 1_000,
  async *listDisputes(period) {
    asked.push(period)
    yield* cases
  },
  async sendDefence(_, text) {
    sent.push(text)
    return refusal
  },
}
const rails = await needs.railsOf(null)
rails.disputes = bank
let payments: ReceivedPayment[] = []
const readReceived = async (endToEndId: string) => payments.find(one => one.endToEndId === endToEndId) ?? null
rails.received = { readReceived } as ReceivedRail
const operator = await newPortalPerson(trilho, { isOperator: true })
const reais = (amount = ''): bigint => BigInt(amount.replace('.000000', ''))
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => {
  cases = []
  payments = []
  asked = []
  sent = []
  refusal = null
  trilho.clock.aheadMs = 0
})

/** A merchant that was paid R$ 100, and a case of the bank about it. */
async function disputedShop(reported: Partial<BankDispute> = {}) {
  const shop = await trilho.newMerchant()
  const id = await shop.createCashIn({ amount: '100' })
  await shop.simulate('complete', id)
  const [row] = await trilho.sql<{ endToEndId: string }[]>`select end_to_end_id from transactions where id = ${id}`
  const one: BankDispute = {
    reference: `MED-${id}`,
    endToEndId: row?.endToEndId ?? '',
    amount: 40_000_000n,
    reason: 'Fraud',
    details: null,
    answerUntil: null,
    state: 'open',
    isDefended: false,
    ...reported,
  }
  cases.push(one)
  const disputes = async () => (await shop.get('/disputes')).body.data.items
  return { shop, id, one, disputes }
}

test('a bank that asks for more than was paid, or for what has been returned, is followed; what is left is blocked', async () => {
  const more = await disputedShop({ amount: 150_000_000n })
  const gone = await disputedShop()
  await gone.shop.refund(gone.id)
  await expect.poll(() => gone.shop.stateOf(gone.id)).toBe('Refunded')
  await recordDisputes(needs, rails)
  expect(await more.disputes()).toMatchObject([{ askedAmount: '150.000000', blockedAmount: '100.000000' }])
  expect(await gone.disputes()).toMatchObject([{ state: 'Open', blockedAmount: '0.000000' }])
  const seen = (await operator.get('/operator/disputes')).body.data.items
  expect(seen.map((one: { transactionId: string }) => one.transactionId)).toEqual(
    expect.arrayContaining([more.id, gone.id]),
  )
  gone.one.state = 'accepted'
  await recordDisputes(needs, rails)
  expect(await gone.disputes()).toMatchObject([{ state: 'Released', cause: 'AlreadyReturned' }])
  expect(await auditBooks(needs)).toEqual([])
})

test('cases that cannot be read are logged once and shown to operators until they can; one blocks no other', async () => {
  const broken = await disputedShop({ amount: 0n })
  const fine = await disputedShop()
  const logged: object[] = []
  const sweep = () => sweepDisputes(needs, rails, { error: fields => void logged.push(fields) })
  const unreadSince = async () =>
    (await operator.get('/operator/platform')).body.data.connections[0].disputesUnreadSince
  await sweep()
  await sweep()
  expect(await fine.disputes()).toHaveLength(1)
  expect(await broken.disputes()).toEqual([])
  const fault = expect.stringMatching(/^the disputes of Simulated bank cannot be read: /)
  expect(logged).toEqual([{ work: 'sweep payments', fault }])
  expect(await unreadSince()).not.toBeNull()
  cases = [fine.one]
  await sweep()
  expect(await unreadSince()).toBeNull()
})

test('an open case is read from the bank however old it is, and its outcome is recorded', async () => {
  const { one, disputes } = await disputedShop()
  await recordDisputes(needs, rails)
  const [{ date }] = await disputes()
  trilho.clock.aheadMs = 40 * dayMs
  one.state = 'released'
  await recordDisputes(needs, rails)
  trilho.clock.aheadMs = 0
  expect(asked.at(-1)?.from.getTime()).toBeLessThan(new Date(date).getTime())
  expect(await disputes()).toMatchObject([{ state: 'Released', cause: 'BankReleased' }])
})

test('a defence goes to the bank as it was sent, no longer than the bank takes; its refusal is kept, and seen', async () => {
  const { shop, disputes } = await disputedShop()
  await recordDisputes(needs, rails)
  const [{ id }] = await disputes()
  const long = await shop.post(`/disputes/${id}/defence`, { text: 'x'.repeat(1_001) })
  expect([long.status, long.body.error.message]).toEqual([400, expect.stringContaining('1000 characters at most')])
  const text = 'y'.repeat(1_000)
  expect((await shop.post(`/disputes/${id}/defence`, { text })).status).toBe(200)
  refusal = 'O prazo para a defesa passou.'
  await recordDisputes(needs, rails)
  await recordDisputes(needs, rails)
  expect(sent).toEqual([text])
  const page = (await operator.get(`/merchants/${shop.merchantId}/disputes/${id}`)).body.data
  expect(page).toMatchObject({ decidedBy: 'bank', mostText: 1_000, defence: { text, refusal } })
})

test('what a bank decides no operator decides', async () => {
  const { shop, disputes } = await disputedShop()
  await recordDisputes(needs, rails)
  const [{ id }] = await disputes()
  const path = `/merchants/${shop.merchantId}/disputes/${id}`
  expect((await operator.get(path)).body.data).toMatchObject({ decidedBy: 'bank', canDecide: false })
  for (const decision of ['return', 'release'])
    expect(refusalOf(await operator.post(`/operator${path}/${decision}`, { note: 'Looked into it' }))).toEqual([
      409,
      'DisputeStateNotAllowed',
    ])
  expect((await shop.balance()).blocked).toBe('40.000000')
})

/** A payment of R$ 100 with cases about it, of which the bank says in any order how they end and what has gone back. */
async function disputedBy(asks: readonly bigint[]) {
  const { shop, id, one, disputes } = await disputedShop()
  const reported = asks.map((ask, n) => ({ ...one, reference: `${one.reference}-${n}`, amount: ask * 1_000_000n }))
  cases = reported
  const [row] = await trilho.sql<{ number: number }[]>`select number from merchants where id = ${shop.merchantId}`
  const charge = { transactionId: id, merchantNumber: row?.number ?? 0 }
  const paid = { endToEndId: one.endToEndId, amount: 100_000_000n, charge, staticCode: null, at: null, payer: null }
  const payment: ReceivedPayment = { ...paid, returns: [] }
  payments = [payment]
  const giveBack = (amount: bigint) =>
    payment.returns.push({
      id: crypto.randomUUID(),
      amount: amount * 1_000_000n,
      isForced: true,
      isDone: true,
      isRefused: false,
    })
  const receive = {
    payment: () => recordReceivedPayment(needs, rails, payment),
    cases: () => recordDisputes(needs, rails),
  }
  await receive.cases()
  const ends = async (): Promise<string[]> => {
    const all: Record<string, string>[] = (await disputes()).toReversed()
    const endOf = (one: Record<string, string>) => one['cause'] ?? `returned ${reais(one['returnedAmount'])}`
    return all.map(one => (one['endDate'] ? endOf(one) : `blocks ${reais(one['blockedAmount'])}`))
  }
  return { shop, id, reported, giveBack, receive, ends, disputes }
}

test('a merchant frees nothing that a case blocks by an id of its own: reserved ids are refused, and who made a return counts', async () => {
  const { shop, id, reported, receive, ends } = await disputedBy([99n])
  for (const refundId of ['bank:1', 'dispute:1'])
    expect(
      (await shop.post(`/accounts/transactions/pix/${id}/refund`, { amount: '1', refundId })).body.error,
    ).toMatchObject({
      name: 'InvalidRequestFormatError',
      details: [{ path: '/refundId', code: 'reserved' }],
    })
  // As if it had been asked for before such ids were refused.
  await shop.refund(id, { amount: '1', refundId: 'mine' })
  await expect.poll(async () => (await shop.read(id)).body.data.transaction.refundedAmount).toBe('1.000000')
  await trilho.sql`update refunds set id = 'bank:1' where merchant_id = ${shop.merchantId} and id = 'mine'`
  Object.assign(reported[0] ?? {}, { state: 'accepted' })
  await receive.cases()
  expect(await ends()).toEqual(['blocks 99'])
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '99.000000' })
})

const orders = [[['give', 'payment', 'cases']], [['cases', 'give', 'payment', 'cases']], [['give', 'cases']]] as const
test.each(orders)('of two cases the accepted one ends, the other blocks on: %s', async order => {
  const { shop, reported, giveBack, receive, ends } = await disputedBy([60n, 40n])
  const actions = { ...receive, give: () => giveBack(40n) }
  Object.assign(reported[1] ?? {}, { state: 'accepted' })
  for (const act of order) {
    await actions[act]()
    expect((await ends())[0]).toBe('blocks 60')
  }
  expect(await ends()).toEqual(['blocks 60', 'returned 40'])
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '60.000000' })
})

// biome-ignore format: a table is read in columns
test.each([
  { of: 'a part that is what neither asks for', asks: [60n, 40n], says: ['open', 'accepted'], gives: [30n], ends: ['blocks 60', 'blocks 10'] },
  { of: 'one of two, and refuses the other', asks: [60n, 40n], says: ['released', 'accepted'], gives: [40n], ends: ['BankReleased', 'returned 40'] },
  { of: 'a part, where the other one paid for it', asks: [60n, 40n], says: ['accepted', 'open'], gives: [30n], ends: ['blocks 30', 'blocks 40'] },
  { of: 'a part that may be for either of two accepted', asks: [50n, 40n], says: ['accepted', 'accepted'], gives: [30n], ends: ['blocks 20', 'blocks 40'] },
  { of: 'a part that only the newer of two accepted lacks', asks: [20n, 50n], says: ['accepted', 'accepted'], gives: [30n], ends: ['blocks 20', 'blocks 20'] },
  { of: 'more than each of two accepted lacks, not all', asks: [20n, 40n], says: ['accepted', 'accepted'], gives: [50n], ends: ['returned 20', 'blocks 10'] },
  { of: 'two parts for three accepted', asks: [30n, 30n, 30n], says: ['accepted', 'accepted', 'accepted'], gives: [10n, 20n], ends: ['blocks 20', 'blocks 10', 'blocks 30'] },
  { of: 'a part for two accepted beside one that is open', asks: [40n, 40n, 20n], says: ['accepted', 'accepted', 'open'], gives: [10n], ends: ['blocks 40', 'blocks 40', 'blocks 10'] },
  { of: 'a part that may be for one that is open', asks: [60n, 40n], says: ['accepted', 'open'], gives: [40n], ends: ['blocks 60', 'blocks 0'] },
  { of: 'a part for each', asks: [60n, 40n], says: ['accepted', 'accepted'], gives: [30n, 10n], ends: ['blocks 30', 'blocks 30'] },
  { of: 'what one asks for in two parts', asks: [60n, 40n], says: ['accepted', 'released'], gives: [50n, 10n], ends: ['returned 60', 'BankReleased'] },
  { of: 'both in one', asks: [60n, 30n], says: ['accepted', 'accepted'], gives: [90n], ends: ['returned 60', 'returned 30'] },
  { of: 'one of two that ask for the same', asks: [50n, 50n], says: ['open', 'accepted'], gives: [50n], ends: ['blocks 50', 'returned 50'] },
  { of: 'no case that is known', asks: [60n], says: ['open'], gives: [30n], ends: ['blocks 60'] },
  { of: 'all, where one asks for it', asks: [100n, 40n], says: ['accepted', 'accepted'], gives: [100n], ends: ['returned 100', 'AlreadyReturned'] },
  { of: 'nothing: what a refused one blocked is for the other', asks: [100n, 40n], says: ['released', 'open'], gives: [], ends: ['BankReleased', 'blocks 40'] },
] as const)('a bank gives back $of', async ({ asks, says, gives, ends: requested }) => {
  const { reported, giveBack, receive, ends } = await disputedBy(asks)
  for (const [n, state] of says.entries()) Object.assign(reported[n] ?? {}, { state })
  for (const reais of gives) giveBack(reais)
  await receive.payment()
  for (let times = 0; times < 3; times++) await receive.cases()
  expect(await ends()).toEqual(requested)
  expect(await auditBooks(needs)).toEqual([])
})

test('an accepted case frees no more than was returned for it; the rest is blocked until a return or an operator ends it', async () => {
  const { shop, reported, giveBack, receive, ends, disputes } = await disputedBy([60n])
  Object.assign(reported[0] ?? {}, { state: 'accepted' })
  const [{ id }] = await disputes()
  const path = `/merchants/${shop.merchantId}/disputes/${id}`
  const back = async (reais: bigint) => {
    giveBack(reais)
    for (let times = 0; times < 2; times++) await receive.cases()
  }
  await back(1n)
  expect([await ends(), await shop.balance()]).toMatchObject([['blocks 59'], { available: '40.000000' }])
  await back(35n)
  expect([await ends(), await shop.balance()]).toMatchObject([['blocks 24'], { available: '40.000000' }])
  expect(await disputes()).toMatchObject([{ state: 'Open', returnedAmount: '36.000000', blockedAmount: '24.000000' }])
  expect((await operator.get(path)).body.data).toMatchObject({ decidedBy: 'operator', canDecide: true })
  const released = await operator.post(`/operator${path}/release`, { note: 'The bank keeps to it' })
  expect(released.body.data).toMatchObject({ state: 'Released', returnedAmount: '36.000000' })
  expect(await shop.balance()).toMatchObject({ available: '64.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

const anyCase = fc.record({
  asks: fc.constantFrom(20n, 40n, 60n, 100n),
  isAccepted: fc.boolean(),
  givesHalf: fc.boolean(),
  says: fc.nat(4),
  gives: fc.nat(4),
})

test('whenever a bank decides and gives back, what it may still take stays blocked, and nothing once all is decided', async () => {
  const anyCases = fc.array(anyCase, { minLength: 2, maxLength: 3 })
  const anyReports = fc.array(fc.subarray(['payment', 'cases'] as const), { minLength: 5, maxLength: 5 })
  await assertProperty(
    fc.asyncProperty(anyCases, anyReports, async (bankCases, reports) => {
      const { shop, id, reported, giveBack, receive, disputes } = await disputedBy(bankCases.map(({ asks }) => asks))
      let given = 0n
      const due = new Set(bankCases)
      const givenFor = new Map<(typeof bankCases)[number], bigint>()
      const give = (one: (typeof bankCases)[number]) => {
        const amount = least(one.givesHalf ? one.asks / 2n : one.asks, 100n - given)
        if (amount > 0n) giveBack(amount)
        given += amount
        givenFor.set(one, amount)
        due.delete(one)
      }
      const restOf = (one: (typeof bankCases)[number]) => (one.isAccepted ? one.asks - (givenFor.get(one) ?? 0n) : 0n)
      for (let moment = 0; moment < 5; moment++) {
        for (const [n, one] of bankCases.entries()) {
          const { isAccepted, says, gives } = one
          if (says === moment) Object.assign(reported[n] ?? {}, { state: isAccepted ? 'accepted' : 'released' })
          if (says === moment && !isAccepted) due.delete(one)
          if (gives === moment && isAccepted) give(one)
        }
        for (const kind of reports[moment] ?? []) await receive[kind]()
        const booked = reais((await shop.read(id)).body.data.transaction.refundedAmount)
        const partly: Record<string, string>[] = (await disputes()).filter(
          (one: Record<string, string>) => one['endDate'] === null && reais(one['returnedAmount']) > 0n,
        )
        const rest = partly.reduce((all, one) => all + reais(one['askedAmount']) - reais(one['returnedAmount']), 0n)
        // No more than what the bank has accepted and not given: a part may stand with a case whose own is still due.
        const notGiven = bankCases.reduce((all, one) => all + (due.has(one) ? 0n : restOf(one)), 0n)
        const mayTake = given - booked + least(rest, notGiven) + [...due].reduce((all, { asks }) => all + asks, 0n)
        expect(reais((await shop.balance()).blocked)).toBeGreaterThanOrEqual(least(mayTake, 100n - booked))
      }
      for (let times = 0; times < 2; times++) await receive.cases()
      // A bank that has returned a part may still take the rest: it is blocked until an operator releases it.
      const open: Record<string, string>[] = (await disputes()).filter((one: { endDate: null }) => one.endDate === null)
      for (const { id: disputeId, askedAmount, returnedAmount, blockedAmount } of open) {
        expect(reais(returnedAmount)).toBeGreaterThan(0n)
        expect(reais(blockedAmount)).toBeLessThanOrEqual(reais(askedAmount) - reais(returnedAmount))
        const path = `/operator/merchants/${shop.merchantId}/disputes/${disputeId}/release`
        expect((await operator.post(path, { note: 'It takes no more' })).status).toBe(200)
      }
      expect(await shop.balance()).toMatchObject({ available: `${100n - given}.000000`, blocked: '0.000000' })
      expect(await auditBooks(needs)).toEqual([])
    }),
    { runs: 15 },
  )
})
