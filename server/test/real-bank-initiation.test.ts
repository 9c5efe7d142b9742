import { afterEach, expect, test, vi } from 'vitest'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { resumeBank } from '../src/money/bank-orders/place-orders.ts'
import { findConnection, pauseConnection } from '../src/money/rails/connections.ts'
import { rotateCredentials } from '../src/money/rails/rotate-credentials.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { expireConsents } from '../src/products/open-finance/change-consent.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { call, initiationBody } from './kit/api-client.ts'
import { waiting } from './kit/meet.ts'
import { payer, returnedState } from './kit/payer.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process that initiates payments as Efí does. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connectionId = await bank.connect(needs, 'efi', true)
await untilDone(() => ensureCallbackUrls(needs))

const webhook = { url: 'https://hooks.example.invalid/hook' }
const nubank = '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b01'
const itau = '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02'
const minuteMs = 60_000

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/partners/efi/switches', { reportPixWithoutTxid: false, initiationBody: 'pagamento' })
  trilho.clock.aheadMs = 0
})

/** Servers remember connections for a few seconds. */
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

/** A payment of its own merchant, whose payer is at the bank's page. */
async function begin({ amount = '10.50', expiresIn }: { amount?: string; expiresIn?: number } = {}) {
  const api = await trilho.newMerchant()
  const { id, checkoutUrl } = await api.createInitiation({ amount, webhook, ...(expiresIn && { expiresIn }) })
  return { api, id, checkoutUrl, externalId: await choose(checkoutUrl, itau) }
}

/** Chooses a bank; returns the bank's id of the payment. */
async function choose(checkoutUrl: string, institution: string): Promise<string> {
  const page = await payer.start(checkoutUrl, institution)
  return new URL(page).searchParams.get('id') ?? `not at the bank: ${page}`
}

/** The decision at the bank; returns the URL it redirects the payer to. */
const decide = async (externalId: string, act: string, how: object = {}): Promise<string> =>
  (await bank.control('POST', `/initiations/${externalId}/${act}`, how)).returnUrl

const dropCallbacks = (times = 1) => bank.control('POST', '/callback-faults', { kind: 'drop', times })

/** Processes callbacks and queries the bank, until a transaction is in a state. */
async function processUntil({ api, id }: Pick<Awaited<ReturnType<typeof begin>>, 'api' | 'id'>, state: string) {
  const stateNow = async () => {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    return api.stateOf(id)
  }
  await expect.poll(stateNow).toBe(state)
}

/** Queries the bank until nothing is in progress. */
async function settle() {
  for (let round = 0; round < 8; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 60 * minuteMs
  }
}

async function sweep() {
  trilho.clock.aheadMs += 2 * minuteMs
  await untilDone(() => sweepPayments(needs))
}

const unmatched = async () => (await sql`select from transactions where operation = 'unmatchedPayment'`).length
const consentsOf = async (id: string) =>
  (
    await sql<{ outcome: string }[]>`
      select concat_ws(':', state, rejection_reason) as outcome from consents where transaction_id = ${id} order by id`
  ).map(({ outcome }) => outcome)

test('a payer agrees and returns: the bank is queried, the payment is credited once and shown in the shop', async () => {
  const payment = await begin()
  const { api, id, checkoutUrl, externalId } = payment
  expect((await call(checkoutUrl)).text).toContain('Itaú')
  await dropCallbacks()
  const returnUrl = await decide(externalId, 'authorise')
  expect(new URL(returnUrl).pathname).toBe(`/checkout/return/${connectionId}`)
  const ends = await Promise.all([1, 2, 3].map(() => payer.comeBack(returnUrl)))
  for (const end of ends) expect(new URL(end).pathname).toMatch(/\/(thanks|outcome)$/)
  await expect.poll(() => payer.comeBack(returnUrl)).toContain('transactionState=Completed')
  const { transaction } = (await api.read(id)).body.data
  expect(transaction).toMatchObject({ receiptAmount: '10.500000', receiptVoucher: expect.stringMatching(/^E60701190/) })
  // The payer's document is the one that was asked for, the bank the one that was chosen.
  expect(transaction.payer).toMatchObject({ taxNumber: '52998224725', bankCode: '341', bankIspb: '60701190' })
  expect([await api.availableBalance(), await consentsOf(id)]).toEqual(['10.500000', ['Consumed']])
  await sweep()
  expect(await unmatched()).toBe(0)
})

test('a payer who agrees and never returns has paid: the callback triggers a query to the bank', async () => {
  const payment = await begin()
  await decide(payment.externalId, 'authorise')
  await processUntil(payment, 'Completed')
  expect(await payment.api.availableBalance()).toBe('10.500000')
})

test('without return and callback the bank order still queries the bank, also after the consent and the charge would have expired', async () => {
  const payment = await begin({ expiresIn: 120 })
  await dropCallbacks()
  await decide(payment.externalId, 'authorise')
  trilho.clock.aheadMs = 30 * minuteMs
  await expireConsents(needs)
  await expireCharges(needs)
  expect([await payment.api.stateOf(payment.id), await consentsOf(payment.id)]).toEqual([
    'Registered',
    ['AwaitingAuthorisation'],
  ])
  expect((await call(payment.checkoutUrl)).text).toContain('Se você já autorizou')
  await settle()
  expect(await payment.api.stateOf(payment.id)).toBe('Completed')
})

test('while its bank is paused no initiation ends; what the payer agreed to in that time is credited afterwards, once', async () => {
  const [paid, unpaid] = [await begin({ expiresIn: 120 }), await begin({ amount: '3.10', expiresIn: 120 })]
  await pauseConnection(needs, connectionId, needs.clock())
  laterMs += 5_000
  await decide(paid.externalId, 'authorise')
  await decide(unpaid.externalId, 'expire')
  trilho.clock.aheadMs = 30 * minuteMs
  await expireConsents(needs)
  await expireCharges(needs)
  await settle()
  for (const { api, id } of [paid, unpaid])
    expect([await api.stateOf(id), await consentsOf(id)]).toEqual(['Registered', ['AwaitingAuthorisation']])
  await resumeBank(needs, connectionId)
  laterMs += 5_000
  await settle()
  expect([await paid.api.stateOf(paid.id), await unpaid.api.stateOf(unpaid.id)]).toEqual(['Completed', 'Canceled'])
  await sweep()
  expect([await paid.api.availableBalance(), await unmatched()]).toEqual(['10.500000', 0])
})

test('with new credentials in the middle of an initiation its payment is credited, once', async () => {
  const payment = await begin({ amount: '4.20' })
  await bank.renew('efi')
  await dropCallbacks()
  await decide(payment.externalId, 'authorise')
  const connection = await findConnection(needs, connectionId)
  const { clientId, clientSecret, certificates } = await bank.settingsOf('efi')
  const renewed = { clientId, clientSecret, certificate: certificates[0]!, sameAccountConfirmed: true } as const
  await rotateCredentials(needs, connection!, renewed)
  laterMs += 5_000
  await settle()
  await sweep()
  const { api, id } = payment
  expect([await api.stateOf(id), await api.availableBalance(), await unmatched()]).toEqual(['Completed', '4.200000', 0])
})

test.each([
  ['refuse', 'Rejected:CustomerRefused', 'Error'],
  ['expire', 'Rejected:AuthorisationExpired', 'Canceled'],
] as const)('%s at the bank: the consent is %s and the payment %s, with nothing credited', async (...row) => {
  const [act, consent, state] = row
  const { api, id, externalId } = await begin()
  await dropCallbacks()
  const end = await payer.comeBack(await decide(externalId, act))
  expect(returnedState(end)).toBe(state === 'Error' ? 'Error' : 'Cancelled')
  expect([await consentsOf(id), await api.stateOf(id)]).toEqual([[consent], state])
  expect(await api.availableBalance()).toBe('0.000000')
})

test('after a failed bank the payer can choose another; with an undecided one they can check again', async () => {
  const { api, id, checkoutUrl, externalId } = await begin()
  const waiting = await bank.control('GET', `/initiations/${externalId}`)
  const outcome = await payer.comeBack(waiting.returnUrl)
  expect(new URL(outcome).pathname).toMatch(/\/outcome$/)
  expect((await call(outcome)).text).toContain('escolher de novo')
  await dropCallbacks(2)
  const end = await payer.comeBack(await decide(externalId, 'fail'))
  expect((await call(end)).text).toContain('Itaú não conseguiu concluir a autorização')
  const second = await choose(checkoutUrl, nubank)
  expect(returnedState(await payer.comeBack(await decide(second, 'authorise')))).toBe('Completed')
  expect([await api.availableBalance(), await consentsOf(id)]).toEqual([
    '10.500000',
    ['Rejected:TechnicalFailure', 'Consumed'],
  ])
})

test('a replaced consent is paid too: the payment is credited once, and the second is returned to its payer', async () => {
  const payment = await begin({ amount: '7' })
  const second = await choose(payment.checkoutUrl, nubank)
  expect(await consentsOf(payment.id)).toEqual(['Rejected:Replaced', 'AwaitingAuthorisation'])
  await decide(payment.externalId, 'authorise')
  await decide(second, 'authorise')
  await processUntil(payment, 'Completed')
  await settle()
  expect(await consentsOf(payment.id)).toEqual(['Consumed', 'Consumed'])
  expect(await payment.api.availableBalance()).toBe('7.000000')
  const pix = (await bank.control('GET', '/pix?all')).filter((one: { amount: string }) => one.amount === '7.00')
  const returned = pix.flatMap((one: { refunds: { status: string }[] }) => one.refunds.map(({ status }) => status))
  expect([pix.length, returned]).toEqual([2, ['DEVOLVIDO']])
})

test('the response to a new consent is lost: the payer chooses again, and nothing is paid twice', async () => {
  const { api, id, checkoutUrl } = await begin()
  await bank.control('POST', '/faults', {
    kind: 'act, then cut',
    partner: 'efi',
    method: 'POST',
    path: '/pagamentos/pix',
  })
  expect(await payer.start(checkoutUrl, nubank)).toContain('problem=bankUnavailable')
  expect(await consentsOf(id)).toEqual(['AwaitingAuthorisation'])
  // A repeated response of the bank is handled at once.
  await bank.control('PUT', '/partners/efi/switches', { repeatedInitiation: 'same' })
  await bank.control('POST', '/faults', {
    kind: 'act, then cut',
    partner: 'efi',
    method: 'POST',
    path: '/pagamentos/pix',
  })
  const externalId = await choose(checkoutUrl, nubank)
  await bank.control('PUT', '/partners/efi/switches', { repeatedInitiation: 'conflict' })
  expect(returnedState(await payer.comeBack(await decide(externalId, 'authorise')))).toBe('Completed')
  expect(await api.availableBalance()).toBe('10.500000')
})

test('forged returns and callbacks change nothing', async () => {
  const { api, id, externalId } = await begin()
  const address = `${trilho.url}/checkout/return`
  for (const query of ['', '?identificadorPagamento=', '?identificadorPagamento=urn:nobody', '?code=x'])
    expect([query, (await call(`${address}/${connectionId}${query}`)).status]).toEqual([query, 400])
  expect((await call(`${address}/${crypto.randomUUID()}?identificadorPagamento=${externalId}`)).status).toBe(503)
  expect((await call(`${address}/x?identificadorPagamento=${externalId}`)).status).toBe(400)
  const [connection] = await sql`select callback_token from bank_connections where id = ${connectionId}`
  const forged = {
    identificadorPagamento: externalId,
    status: 'aceito',
    valor: '10.50',
    endToEndId: `E${'9'.repeat(31)}`,
  }
  for (const tipo of ['pagamento', 'devolucao'])
    expect(
      await call(`${trilho.url}/bank-notices/${connection?.callbackToken}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...forged, tipo }),
      }),
    ).toMatchObject({ status: 200 })
  await untilDone(() => processCallbacks(needs))
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), await consentsOf(id)]).toEqual(['Registered', ['AwaitingAuthorisation']])
  await decide(externalId, 'expire')
  await settle()
})

test('a Pix reported before its initiation is decided waits for it: credited once, and nothing is returned', async () => {
  await bank.control('PUT', '/partners/efi/switches', { reportPixWithoutTxid: true })
  const payment = await begin({ amount: '6.40' })
  const before = await unmatched()
  await decide(payment.externalId, 'authorise', { pending: true })
  await expect.poll(() => processCallbacks(needs)).toBeGreaterThan(0)
  await sweep()
  expect([await payment.api.stateOf(payment.id), await unmatched()]).toEqual(['Registered', before])
  await decide(payment.externalId, 'accept')
  await processUntil(payment, 'Completed')
  await settle()
  await sweep()
  expect([await payment.api.availableBalance(), await unmatched()]).toEqual(['6.400000', before])
  // The same amount without an undecided initiation matches no charge.
  await bank.control('POST', '/keys/pix@efi.test/pay', { amount: '6.40' })
  const unmatchedNow = async () => {
    await processCallbacks(needs)
    return unmatched()
  }
  await expect.poll(unmatchedNow).toBe(before + 1)
})

test('if its initiation stays undecided, the Pix becomes an exception before the sweep leaves it behind', async () => {
  await bank.control('PUT', '/partners/efi/switches', { reportPixWithoutTxid: true })
  // Other tests have swept with a clock that was ahead.
  await sql`update bank_connections set swept_until = now(), next_sweep_at = now() where id = ${connectionId}`
  const payment = await begin({ amount: '6.41' })
  await decide(payment.externalId, 'authorise', { pending: true })
  const exceptions = () => sql`select state, subject, said from bank_exceptions where amount = ${6_410_000n}`
  await sweep()
  trilho.clock.aheadMs += 20 * minuteMs
  await sweep()
  expect(await exceptions()).toEqual([])
  trilho.clock.aheadMs += 10 * minuteMs
  await sweep()
  await sweep()
  expect(await exceptions()).toEqual([
    {
      state: 'Open',
      subject: 'reconciliation paymentNotBooked',
      said: { code: 'amountReceived', value: '6.41' },
    },
  ])
  await decide(payment.externalId, 'accept')
  await processUntil(payment, 'Completed')
  await settle()
  expect(await payment.api.availableBalance()).toBe('6.410000')
})

test('a payment that is held in suspense while its initiation is booked becomes that of its charge, and is no defect', async () => {
  const { api, id, externalId } = await begin({ amount: '11.25' })
  await dropCallbacks()
  await decide(externalId, 'authorise')
  trilho.clock.aheadMs = minuteMs
  const initiations = (await bank.control('GET', '/initiations?all')) as { id: string; endToEndId: string }[]
  const endToEndId = initiations.find(one => one.id === externalId)?.endToEndId ?? ''
  const isHeld = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const unmatchedPayment = { reason: 'NoCharge', amount: 11_250_000n, participant: null, endToEndId } as const
  const holding = needs.door.commit(async write => {
    await write.holdUnmatched(connectionId, unmatchedPayment)
    isHeld.resolve()
    await mayCommit.promise
  })
  await isHeld.promise
  const asking = needs.bankOrders.stepAndWait()
  await expect.poll(async () => (await waiting(sql)).length).toBe(1)
  mayCommit.resolve()
  await Promise.all([holding, asking])
  expect(await sql`select said from bank_exceptions where transaction_id = ${id}`).toEqual([])
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Completed', '11.250000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('it is refunded like any payment, whole and in part', async () => {
  const payment = await begin()
  await decide(payment.externalId, 'authorise')
  await processUntil(payment, 'Completed')
  expect((await payment.api.refund(payment.id, { amount: '4' })).status).toBe(201)
  await settle()
  expect((await payment.api.refund(payment.id)).status).toBe(201)
  await settle()
  expect([await payment.api.stateOf(payment.id), await payment.api.availableBalance()]).toEqual([
    'Refunded',
    '0.000000',
  ])
})

test('a payment without a final result from the bank becomes an exception, which a person resolves', async () => {
  const [paid, unpaid] = [await begin({ amount: '3' }), await begin({ amount: '4' })]
  const chosenAgain = await begin({ amount: '5' })
  await choose(chosenAgain.checkoutUrl, nubank)
  await sql`update bank_orders set step = 199 where kind = 'initiation'`
  trilho.clock.aheadMs = minuteMs
  await needs.bankOrders.stepAndWait()
  const exceptionOf = async ({ id }: { id: string }) => {
    const [found] = await sql<{ merchantId: string; id: string }[]>`
      select merchant_id, id from bank_exceptions where transaction_id = ${id} and state = 'Open' order by subject limit 1`
    return { merchantId: found?.merchantId ?? '', id: found?.id ?? '', by: 'Olga', note: 'asked the bank' }
  }
  await endException(needs, {
    ...(await exceptionOf(paid)),
    act: 'settle',
    endToEndId: 'E60701190202611160900abcdefghijk',
  })
  await endException(needs, { ...(await exceptionOf(unpaid)), act: 'release' })
  expect([await paid.api.stateOf(paid.id), await unpaid.api.stateOf(unpaid.id)]).toEqual(['Completed', 'Error'])
  expect([await paid.api.availableBalance(), await unpaid.api.availableBalance()]).toEqual(['3.000000', '0.000000'])
  // The first of two authorisations was replaced: the charge belongs to the second.
  const release = async () => endException(needs, { ...(await exceptionOf(chosenAgain)), act: 'release' })
  await release()
  expect(await chosenAgain.api.stateOf(chosenAgain.id)).toBe('Registered')
  await release()
  expect(await chosenAgain.api.stateOf(chosenAgain.id)).toBe('Error')
  // The books have the person's decision; the bank has no such Pix.
  await sql`
    update transactions set completed_at = (completed_at at time zone 'UTC' - interval '9 days') at time zone 'UTC'
     where id = ${paid.id}`
})

test('while the bank is unavailable the checkout says so, and the other body of an initiation is a setting', async () => {
  const { checkoutUrl } = await (await trilho.newMerchant()).createInitiation({ webhook })
  const given = await bank.settingsOf('efi')
  const initiation = { ...given.initiation, bodyForm: 'top' } as const
  const connection = { name: 'top', dialect: 'efi', isDefault: false }
  const { id } = await connectBank(needs, {
    ...connection,
    settings: { ...given, pixKey: 'top@efi.test', initiation } as typeof given,
  })
  const other = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: other.merchantId, connectionId: id })
  const second = await other.createInitiation({ webhook })
  await bank.control('POST', '/faults', { kind: 'server error', partner: 'efi', path: '/participantes', times: 3 })
  const away = await call(second.checkoutUrl)
  expect([away.status, away.text.includes('Os bancos não estão respondendo agora')]).toEqual([503, true])
  // The first connection still has its list of banks.
  expect((await call(checkoutUrl)).status).toBe(200)
  await bank.control('PUT', '/partners/efi/switches', { initiationBody: 'top' })
  await sql`update bank_connections set next_callback_check_at = now() + interval '1 day' where id = ${id}`
  const externalId = await choose(second.checkoutUrl, itau)
  expect(externalId).toMatch(/^urn:/)
  await decide(externalId, 'refuse')
})

test('the PIX key is credited where no account is named, and a txid of the bank is not taken for one of ours', async () => {
  const pixKey = 'key@efi.test'
  await bank.control('PUT', `/keys/${pixKey}`, { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const given = await bank.settingsOf('efi')
  const initiation = { ...given.initiation, account: null }
  const settings = { ...given, pixKey, initiation } as typeof given
  const { id } = await connectBank(needs, { name: 'key', dialect: 'efi', isDefault: false, settings })
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: id })
  const payment = { api, ...(await api.createInitiation({ amount: '8.20', webhook })) }
  await untilDone(() => ensureCallbackUrls(needs))
  expect((await bank.control('GET', '/initiation-configs')).efi.generateTxIdForInic).toBe(false)
  // Another system of the same customer may set it.
  await bank.control('PUT', '/initiation-configs/efi', { generateTxIdForInic: true })
  const externalId = await choose(payment.checkoutUrl, itau)
  const before = await unmatched()
  await decide(externalId, 'authorise', { pending: true })
  const [pix] = await bank.control('GET', '/pix')
  expect(pix).toMatchObject({ key: pixKey, amount: '8.20', txid: expect.stringMatching(/^\w{25}$/) })
  await sweep()
  await decide(externalId, 'accept')
  await processUntil(payment, 'Completed')
  await sweep()
  expect([await api.availableBalance(), await unmatched()]).toEqual(['8.200000', before])
})

test('a merchant whose bank does not initiate is refused with 503 BankNotConnected, and nothing is written', async () => {
  const api = await trilho.newMerchant()
  const standard = await bank.connect(needs, 'standard', false)
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: standard })
  const { status, body } = await api.post('/accounts/payment-initiation', initiationBody({ webhook }))
  expect([status, body.error.details.reason]).toEqual([503, 'BankNotConnected'])
  expect(await sql`select from transactions where merchant_id = ${api.merchantId}`).toHaveLength(0)
})

test('after all this the books are right, the bank agrees with them, and it reports its capabilities', async () => {
  await settle()
  trilho.clock.aheadMs = 0
  expect(await auditBooks(needs)).toEqual([])
  const reconciled = await reconcileDay(needs, { connectionId, day: dayOf(new Date()) })
  expect(reconciled).toMatchObject({ state: 'Clean', differences: 0 })
  expect(reconciled.receivedCount).toBeGreaterThan(5)
  const lines = await (await needs.railsOf(connectionId)).check()
  expect(lines.filter(({ isFine }) => !isFine)).toEqual([])
  expect(lines.map(({ what }) => what)).toContain('Open Finance: payments')
})
