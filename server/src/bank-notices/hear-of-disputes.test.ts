import { beforeEach, expect, test } from 'vitest'
import { newPortalPerson, refusalOf } from '../../test/kit/portal-client.ts'
import { openTrilho } from '../../test/kit/trilho.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import type { BankDispute, DisputeRail } from '../rails/rails.ts'
import { hearOfDisputes } from './hear-of-disputes.ts'
import { sweepDisputes } from './sweep-payments.ts'

/** A bank that tells of its cases: those in a list of ours. */
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
const operator = await newPortalPerson(trilho, { isOperator: true })
const dayMs = 24 * 60 * 60 * 1000

beforeEach(() => {
  cases = []
  asked = []
  sent = []
  refusal = null
  trilho.clock.aheadMs = 0
})

/** A merchant that was paid R$ 100, and a case of the bank about it. */
async function disputedShop(told: Partial<BankDispute> = {}) {
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
    ...told,
  }
  cases.push(one)
  const disputes = async () => (await shop.get('/disputes')).body.data.items
  return { shop, id, one, disputes }
}

test('a bank that asks for more than was paid, or for what has gone back, is heard; what is left is blocked', async () => {
  const more = await disputedShop({ amount: 150_000_000n })
  const gone = await disputedShop()
  await gone.shop.refund(gone.id)
  await expect.poll(() => gone.shop.stateOf(gone.id)).toBe('Refunded')
  await hearOfDisputes(needs, rails)
  expect(await more.disputes()).toMatchObject([{ askedAmount: '150.000000', blockedAmount: '100.000000' }])
  expect(await gone.disputes()).toMatchObject([{ state: 'Open', blockedAmount: '0.000000' }])
  const seen = (await operator.get('/operator/disputes')).body.data.items
  expect(seen.map((one: { transactionId: string }) => one.transactionId)).toEqual(
    expect.arrayContaining([more.id, gone.id]),
  )
  gone.one.state = 'accepted'
  await hearOfDisputes(needs, rails)
  expect(await gone.disputes()).toMatchObject([{ state: 'Released', cause: 'AlreadyReturned' }])
  expect(await auditBooks(needs)).toEqual([])
})

test('cases that cannot be read are told in the log, once, and to operators, until they can; one keeps no other away', async () => {
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

test('the bank is asked about a case that has no end however old it is, and its end is heard of', async () => {
  const { one, disputes } = await disputedShop()
  await hearOfDisputes(needs, rails)
  const [{ date }] = await disputes()
  trilho.clock.aheadMs = 40 * dayMs
  one.state = 'released'
  await hearOfDisputes(needs, rails)
  trilho.clock.aheadMs = 0
  expect(asked.at(-1)?.from.getTime()).toBeLessThan(new Date(date).getTime())
  expect(await disputes()).toMatchObject([{ state: 'Released', cause: 'BankReleased' }])
})

test('a defence goes to the bank as it was sent, no longer than the bank takes; its refusal is kept, and seen', async () => {
  const { shop, disputes } = await disputedShop()
  await hearOfDisputes(needs, rails)
  const [{ id }] = await disputes()
  const long = await shop.post(`/disputes/${id}/defence`, { text: 'x'.repeat(1_001) })
  expect([long.status, long.body.error.message]).toEqual([400, expect.stringContaining('1000 characters at most')])
  const text = 'y'.repeat(1_000)
  expect((await shop.post(`/disputes/${id}/defence`, { text })).status).toBe(200)
  refusal = 'O prazo para a defesa passou.'
  await hearOfDisputes(needs, rails)
  await hearOfDisputes(needs, rails)
  expect(sent).toEqual([text])
  const page = (await operator.get(`/merchants/${shop.merchantId}/disputes/${id}`)).body.data
  expect(page).toMatchObject({ decidedBy: 'bank', mostText: 1_000, defence: { text, refusal } })
})

test('what a bank decides no operator decides', async () => {
  const { shop, disputes } = await disputedShop()
  await hearOfDisputes(needs, rails)
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
