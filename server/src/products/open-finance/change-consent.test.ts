import { ExternalFault } from '../../platform/lib/within-time.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { itau, nubank, payer, returnedState } from '../../../test/kit/payer.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { withOther } from '../../../test/kit/with-other.ts'
import { expireCharges } from '../../money/transactions/expire-charges.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import { expireConsents } from './change-consent.ts'
import { consentTransitions } from './states.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant()
const webhook = { url: sink.url }
const { needs, sql } = trilho
const rails = await needs.railsOf(null)
const rail = requireRail(rails.initiations)
const returnUrl = `${trilho.url}/checkout/return/${rails.connectionId}`

/** Runs the worker's tasks for consents and their payments once. */
const finishConsents = async (work: typeof needs) => {
  await expireConsents(work)
  await work.bankOrders.stepAndWait()
}
const minutes = (count: number) => count * 60_000

afterEach(() => {
  vi.restoreAllMocks()
  trilho.clock.aheadMs = 0
})

const create = () => api.createInitiation({ webhook, redirectUrl: 'https://shop.example.com/thanks?order=1#top' })

/** Every consent of a payment, oldest first, as `State` or `Rejected:reason`. */
const consentsOf = async (id: string): Promise<string[]> => {
  const rows = await sql<{ state: string }[]>`
    select concat_ws(':', state, rejection_reason) as state from consents where transaction_id = ${id} order by id`
  return rows.map(row => row.state)
}
const creditsOf = async (id: string): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from postings where transaction_id = ${id} and available > 0`
  return row?.count ?? 0
}
const causeOf = async (id: string) => (await api.read(id)).body.data.transaction.stateErrorCause

test('the table of a consent starts awaiting, and what is consumed stays so; only money leaves what is rejected', () => {
  const left = new Set(consentTransitions.flatMap(row => row.from ?? []))
  expect([...left].sort()).toEqual(['Authorised', 'AwaitingAuthorisation', 'Rejected'])
  const unrejected = consentTransitions.filter(({ from }) => from === 'Rejected')
  expect(unrejected).toMatchObject([{ event: 'paid', to: 'Consumed', transaction: 'paid' }])
  for (const { to, rejection } of consentTransitions) expect(rejection !== null).toBe(to === 'Rejected')
})

test.each([
  ['approve', 'Consumed', 'Completed', null],
  ['refuse', 'Rejected:CustomerRefused', 'Error', 'ConsentRejected'],
  ['expire', 'Rejected:AuthorisationExpired', 'Cancelled', null],
  ['fail', 'Consumed', 'Error', 'PaymentProcessingError'],
] as const)(
  '%s at the bank: the consent is %s, the payment %s (%s), notified once and shown in the shop',
  async (...row) => {
    const [decision, consent, state, cause] = row
    const { id, checkoutUrl } = await create()
    const end = await payer.walk(checkoutUrl, decision)
    expect(end).toBe(`https://shop.example.com/thanks?order=1&transactionId=${id}&transactionState=${state}#top`)
    expect(await consentsOf(id)).toEqual([consent])
    expect(await causeOf(id)).toBe(cause)
    expect((await sink.waitForEvents(id, 1)).map(event => event.body.transactionState)).toEqual([state])
    expect(await creditsOf(id)).toBe(state === 'Completed' ? 1 : 0)
  },
)

test('coming back again, with the same answer or another, changes nothing', async () => {
  const { id, checkoutUrl } = await create()
  const bankUrl = await payer.start(checkoutUrl)
  const yes = await payer.decide(bankUrl, 'approve')
  const ends = [await payer.comeBack(yes), await payer.comeBack(yes)]
  ends.push(await payer.comeBack(await payer.decide(bankUrl, 'refuse')))
  expect(ends.map(returnedState)).toEqual(['Completed', 'Completed', 'Completed'])
  expect(await creditsOf(id)).toBe(1)
  expect(sink.eventsOf(id)).toHaveLength(1)
})

test('approved in ten tabs at once it is paid once, and the bank is asked once', async () => {
  const { id, checkoutUrl } = await create()
  const ordered = vi.spyOn(rail, 'initiatePayment')
  const yes = await payer.decide(await payer.start(checkoutUrl), 'approve')
  const ends = await Promise.all(times(10, () => payer.comeBack(yes)))
  for (const end of ends) expect(new URL(end).pathname).toMatch(/\/(thanks|outcome)$/)
  await sink.waitForEvents(id, 1)
  expect(ordered).toHaveBeenCalledTimes(1)
  expect(await creditsOf(id)).toBe(1)
  expect(await payer.comeBack(`${checkoutUrl}/outcome`)).toContain('transactionState=Completed')
})

test('a double click starts one consent, and a second tab with the same choice finds it', async () => {
  const { id, checkoutUrl } = await create()
  const addresses = await Promise.all(times(6, () => payer.start(checkoutUrl, nubank)))
  expect(new Set(addresses).size).toBe(1)
  expect(await consentsOf(id)).toEqual(['AwaitingAuthorisation'])
})

test('another bank replaces the consent that waits, whose approval then pays nothing', async () => {
  const { id, checkoutUrl } = await create()
  const first = await payer.start(checkoutUrl, nubank)
  const second = await payer.start(checkoutUrl, itau)
  expect(await consentsOf(id)).toEqual(['Rejected:Replaced', 'AwaitingAuthorisation'])
  const end = await payer.comeBack(await payer.decide(first, 'approve'))
  expect(end).toBe(`${checkoutUrl}?lang=pt&problem=replaced&institution=`)
  expect((await call(end)).text).toContain('não vale mais')
  expect([await api.stateOf(id), await creditsOf(id)]).toEqual(['Registered', 0])
  expect(returnedState(await payer.comeBack(await payer.decide(second, 'approve')))).toBe('Completed')
  expect(await creditsOf(id)).toBe(1)
})

test.each(times(4, run => run))('approve against a simulated cancel has one winner (%i)', async () => {
  const { id, checkoutUrl } = await create()
  const yes = await payer.decide(await payer.start(checkoutUrl), 'approve')
  await Promise.all([payer.comeBack(yes), api.simulateInitiation('cancel', id)])
  const [event] = await sink.waitForEvents(id, 1)
  const state = event?.body.transactionState
  expect(['Completed', 'Cancelled']).toContain(state)
  expect(await creditsOf(id)).toBe(state === 'Completed' ? 1 : 0)
  expect(sink.eventsOf(id)).toHaveLength(1)
  expect(returnedState(await payer.comeBack(yes))).toBe(state)
})

test.each(times(4, run => run))('approve against expiry has one winner (%i)', async () => {
  const { id, checkoutUrl } = await create()
  const yes = await payer.decide(await payer.start(checkoutUrl), 'approve')
  const later = { ...needs, clock: () => new Date(Date.now() + minutes(6)) }
  await Promise.all([payer.comeBack(yes), finishConsents(later)])
  const [event] = await sink.waitForEvents(id, 1)
  const state = event?.body.transactionState
  expect(['Completed', 'Cancelled']).toContain(state)
  expect(await creditsOf(id)).toBe(state === 'Completed' ? 1 : 0)
  expect(sink.eventsOf(id)).toHaveLength(1)
})

test.each(times(6, run => run))('approve against the choice of another bank has one winner (%i)', async () => {
  const { id, checkoutUrl } = await create()
  const yes = await payer.decide(await payer.start(checkoutUrl, nubank), 'approve')
  const [end, next] = await Promise.all([payer.comeBack(yes), payer.start(checkoutUrl, itau)])
  const isPaid = returnedState(end) === 'Completed'
  expect(await consentsOf(id)).toEqual(isPaid ? ['Consumed'] : ['Rejected:Replaced', 'AwaitingAuthorisation'])
  expect([await creditsOf(id), next.includes('/sandbox/bank')]).toEqual([isPaid ? 1 : 0, !isPaid])
})

test('a bank chosen while the payer has authorised another meanwhile is not asked to be paid from', async () => {
  const { id, checkoutUrl } = await create()
  const yes = await payer.decide(await payer.start(checkoutUrl, nubank), 'approve')
  vi.spyOn(rail, 'initiatePayment').mockResolvedValueOnce({ state: 'pending' })
  const createConsent = rail.createConsent.bind(rail)
  vi.spyOn(rail, 'createConsent').mockImplementationOnce(async request => {
    await payer.comeBack(yes)
    return createConsent(request)
  })
  expect(await payer.start(checkoutUrl, itau)).toBe(`${checkoutUrl}?lang=pt`)
  expect(await consentsOf(id)).toEqual(['Authorised'])
})

test('a consent nobody answers within 5 minutes is expired by the worker, and cancels the payment', async () => {
  const { id, checkoutUrl } = await create()
  const bankUrl = await payer.start(checkoutUrl)
  trilho.clock.aheadMs = minutes(4.9)
  await finishConsents(needs)
  expect(await consentsOf(id)).toEqual(['AwaitingAuthorisation'])
  trilho.clock.aheadMs = minutes(5.1)
  await finishConsents(needs)
  expect(await consentsOf(id)).toEqual(['Rejected:AuthorisationExpired'])
  expect((await sink.waitForEvents(id, 1))[0]?.body.transactionState).toBe('Cancelled')
  expect((await call(bankUrl)).text).toContain('O prazo para autorizar acabou')
  expect((await call(checkoutUrl)).text).toContain('Este pagamento expirou')
  expect(returnedState(await payer.comeBack(await payer.decide(bankUrl, 'approve')))).toBe('Cancelled')
})

test('an approval that comes back too late pays nothing, also before the worker has looked', async () => {
  const { id, checkoutUrl } = await create()
  const yes = await payer.decide(await payer.start(checkoutUrl), 'approve')
  trilho.clock.aheadMs = minutes(5.1)
  expect(returnedState(await payer.comeBack(yes))).toBe('Cancelled')
  expect([await consentsOf(id), await creditsOf(id)]).toEqual([['Rejected:AuthorisationExpired'], 0])
})

test('a payment that expires is cancelled, and its waiting consent authorises nothing', async () => {
  const { id, checkoutUrl } = await api.createInitiation({ webhook, expiresIn: 60 })
  const yes = await payer.decide(await payer.start(checkoutUrl), 'approve')
  trilho.clock.aheadMs = minutes(2)
  await expireCharges(needs)
  expect(returnedState(await payer.comeBack(yes))).toBe('Cancelled')
  expect([await consentsOf(id), await creditsOf(id)]).toEqual([['Rejected:PaymentClosed'], 0])
})

test('a process that ends between authorised and paid: the worker pays, once, and only after its lease', async () => {
  const { id, checkoutUrl } = await create()
  const yes = await payer.decide(await payer.start(checkoutUrl), 'approve')
  const { promise: noAnswer, reject: giveUp } = Promise.withResolvers<never>()
  const ordered = vi.spyOn(rail, 'initiatePayment').mockReturnValueOnce(noAnswer)
  const left = payer.comeBack(yes)
  await expect.poll(() => ordered.mock.calls.length).toBe(1)
  expect(await consentsOf(id)).toEqual(['Authorised'])
  expect((await call(checkoutUrl)).text).toContain('Confirmando com o seu banco')
  await finishConsents(needs)
  expect(ordered).toHaveBeenCalledTimes(1)
  trilho.clock.aheadMs = minutes(1)
  await Promise.all(times(8, () => finishConsents(needs)))
  expect(ordered).toHaveBeenCalledTimes(2)
  expect([await consentsOf(id), await creditsOf(id)]).toEqual([['Consumed'], 1])
  expect(ordered.mock.calls[0]?.[0]).toEqual(ordered.mock.calls[1]?.[0])
  giveUp(new ExternalFault('the first process is gone'))
  expect(returnedState(await left)).toBe('Completed')
})

test.each([
  ['throws', () => Promise.reject(new ExternalFault('no bank'))],
  ['is not done yet', () => Promise.resolve({ state: 'pending' } as const)],
])('a bank that %s is asked again with the same order, and nobody pays twice meanwhile', async (_, answer) => {
  const { id, checkoutUrl } = await create()
  const ordered = vi.spyOn(rail, 'initiatePayment').mockImplementationOnce(answer)
  const end = await payer.walk(checkoutUrl, 'approve')
  expect(new URL(end).pathname).toMatch(/\/outcome$/)
  expect((await call(end)).text).toContain('não precisa pagar de novo')
  expect(await payer.start(checkoutUrl, itau)).toBe(`${checkoutUrl}?lang=pt`)
  trilho.clock.aheadMs = minutes(24 * 60 + 1)
  await expireCharges(needs)
  expect(await api.stateOf(id)).toBe('Registered')
  await finishConsents(needs)
  expect(await api.stateOf(id)).toBe('Completed')
  expect(ordered.mock.calls[0]?.[0]).toEqual(ordered.mock.calls[1]?.[0])
  expect(await payer.comeBack(end)).toContain('transactionState=Completed')
})

test('a bank that pays another amount does not complete the payment', async () => {
  const { id, checkoutUrl } = await create()
  const pay = rail.initiatePayment?.bind(rail)
  vi.spyOn(rail, 'initiatePayment').mockImplementationOnce(
    async (order, signal) => ({ ...(await pay?.(order, signal)), amount: 1n }) as never,
  )
  expect(returnedState(await payer.walk(checkoutUrl, 'approve'))).toBe('Error')
  expect([await causeOf(id), await creditsOf(id)]).toEqual(['AmountMismatch', 0])
})

test('a bank that fails before authorising costs the payer nothing but another choice', async () => {
  const { id, checkoutUrl } = await create()
  const bankUrl = await payer.start(checkoutUrl)
  const [row] = await sql<{ externalId: string }[]>`select external_id from consents where transaction_id = ${id}`
  const reference = row?.externalId.split(':').at(-1) ?? ''
  vi.spyOn(rail, 'finishAuthorisation').mockResolvedValueOnce({ reference, outcome: 'failed' })
  const end = await payer.comeBack(await payer.decide(bankUrl, 'approve'))
  expect((await call(end)).text).toContain('Nubank não conseguiu concluir a autorização')
  expect([await consentsOf(id), await api.stateOf(id)]).toEqual([['Rejected:TechnicalFailure'], 'Registered'])
  expect(returnedState(await payer.walk(checkoutUrl, 'approve', itau))).toBe('Completed')
})

test.each([
  ['does not answer', () => Promise.reject(new ExternalFault('no bank'))],
  ['gives an address that is none', () => Promise.resolve({ authorisationUrl: 'javascript:alert(1)' } as never)],
])('a bank that %s when asked for a consent leaves the choice open', async (_, answer) => {
  const { id, checkoutUrl } = await create()
  vi.spyOn(rail, 'createConsent').mockImplementationOnce(answer)
  const end = await payer.start(checkoutUrl)
  expect((await call(end)).text).toContain('Nubank não está respondendo')
  expect([await consentsOf(id), await api.stateOf(id)]).toEqual([[], 'Registered'])
})

test('twenty consents are enough for one payment', async () => {
  const { id, checkoutUrl } = await create()
  for (const institution of times(20, i => (i % 2 === 0 ? nubank : itau))) await payer.start(checkoutUrl, institution)
  expect(await payer.start(checkoutUrl, nubank)).toContain('problem=tooManyAttempts')
  expect(await consentsOf(id)).toHaveLength(20)
})

test.each(['', 'code=', 'code=x', 'code=AAAA&code=BBBB', 'error=access_denied', `code=${'A'.repeat(3000)}`])(
  'a return that no bank has sealed (%s) is refused with a page',
  async query => {
    const { status, text, headers } = await call(`${returnUrl}?${query}`)
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).toContain('Não conseguimos ler a resposta do banco')
  },
)

test('an answer of the bank that was altered, or its question sent back, authorises nothing', async () => {
  const { id, checkoutUrl } = await create()
  const bankUrl = await payer.start(checkoutUrl)
  const yes = await payer.decide(bankUrl, 'approve')
  const question = new URL(bankUrl).searchParams.get('request') ?? ''
  const altered = withOther(yes, yes.indexOf('code=') + 'code='.length)
  const returned = `${returnUrl}?${new URLSearchParams({ code: question })}`
  for (const url of [altered, returned]) expect((await call(url)).status).toBe(400)
  expect(await consentsOf(id)).toEqual(['AwaitingAuthorisation'])
})

test('what the bank gave to pay with is sealed while it is kept, and forgotten afterwards', async () => {
  const { id, checkoutUrl } = await create()
  const given = vi.spyOn(rail, 'initiatePayment').mockResolvedValueOnce({ state: 'pending' })
  await payer.walk(checkoutUrl, 'approve')
  const accessOf = async () =>
    (await sql<{ access: string }[]>`select access from consents where transaction_id = ${id}`)[0]
  const stored = (await accessOf())?.access
  expect(stored).toEqual(expect.any(String))
  expect(stored).not.toContain(given.mock.calls[0]?.[0].access)
  trilho.clock.aheadMs = minutes(1)
  await finishConsents(needs)
  expect((await accessOf())?.access).toBeNull()
})
