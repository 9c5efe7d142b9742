import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { recordForcedReturn } from '../src/money/refunds/force-return.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { setWebhookAddress } from '../src/money/webhooks/set-webhook-address.ts'
import { newPersonWithPassword, newPortalPerson, refusalOf } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, and operators who book what only the bank knows. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, stayOnDay, sweep, resendCallbacks } = sharedTime(trilho, bank)
const efi = await bank.connect(needs, 'efi', true)
await untilDone(() => ensureCallbackUrls(needs))
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}
// So that nobody is the only operator.
for (const name of ['Ana', 'Rui']) await newPersonWithPassword(trilho, { isOperator: true, name })
const webhook = { url: 'https://hooks.example.invalid/hook' }

afterEach(async () => {
  const faults = await auditBooks(needs)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
})

const reconcile = async () => (await reconcileDay(needs, { connectionId: efi, day: dayOf(needs.clock()) })).state

async function settle() {
  for (let round = 0; round < 4; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
}

/** The open exception about a payment, as an operator sees it. */
async function openException(endToEndId: string) {
  const [found] = await sql<{ merchantId: string; id: string }[]>`
    select e.merchant_id, e.id from bank_exceptions e
      left join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
     where coalesce(e.end_to_end_id, t.end_to_end_id) = ${endToEndId} and e.state = 'Open'`
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const path = `/operator/merchants/${found?.merchantId}/exceptions/${found?.id}`
  const { body } = await operator.get(path)
  const actions = body.data.actions.map(({ act }: { act: string }) => act) as string[]
  const second = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima' })
  /** One operator requests it, and another approves. */
  const end = async (act: string, more: object = {}) => {
    const asked = await operator.post(`${path}/end`, { act, note: 'Seen in the statement', ...more })
    if (asked.status !== 202) return asked
    const approval = `/operator/approvals/${asked.body.data.requested.id}/approve`
    expect(refusalOf(await operator.post(approval))).toEqual([409, 'ApproverNotAllowed'])
    return second.post(approval)
  }
  return { view: body.data, actions, end }
}

const evidence = 'Statement of the bank, line 12'

/** The differences of a payment, open and closed. */
const differencesOf = (endToEndId: string) => sql<{ state: string; endedBy: string | null }[]>`
  select e.state, e.ended_by from bank_exceptions e
    left join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
   where coalesce(e.end_to_end_id, t.end_to_end_id) = ${endToEndId} and e.subject like 'reconciliation %' order by e.id`

const closedByItself = [{ state: 'Ended', endedBy: 'Trilho' }]

/** A person may be faster than what closes a difference: it is open again, as it was then. */
const reopen = (endToEndId: string) =>
  unwatched(
    sql,
    tx => tx`
      update bank_exceptions e set state = 'Open', ended_at = null, ended_by = null, act = null, note = null
        from transactions t where t.merchant_id = e.merchant_id and t.id = e.transaction_id
         and coalesce(e.end_to_end_id, t.end_to_end_id) = ${endToEndId} and e.subject like 'reconciliation %'`,
  )

async function payKey(key: string, amount: string): Promise<string> {
  const { pix } = await bank.control('POST', `/keys/${key}/pay`, { amount })
  return pix[0].endToEndId as string
}

const transactionsOf = (endToEndId: string) => sql`
  select merchant_id, operation, state, charges from transactions where end_to_end_id = ${endToEndId} order by id`

// Each compares the day on which it began.
beforeEach(() => stayOnDay(1_200))

test('a payment to a key that no connection has is credited to the merchant that an operator names', async () => {
  const shop = await trilho.newMerchant({ chargeFixed: '0.50' })
  await bank.control('PUT', '/keys/other@efi.test', { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
  const endToEndId = await payKey('other@efi.test', '4.00')
  await sweep()
  const { actions, end } = await openException(endToEndId)
  expect(actions).toEqual(['creditMerchant', 'note'])
  expect((await end('creditMerchant')).status).toBe(400)
  expect(refusalOf(await end('creditMerchant', { bookedTo: randomUUID() }))).toEqual([404, 'MerchantNotFound'])
  expect((await end('creditMerchant', { bookedTo: shop.merchantId })).body.data).toMatchObject({ state: 'Approved' })
  expect(await transactionsOf(endToEndId)).toEqual([
    { merchantId: shop.merchantId, operation: 'pixCashIn', state: 'Completed', charges: 500_000n },
  ])
  expect(await shop.availableBalance()).toBe('3.500000')
  expect(await reconcile()).toBe('Clean')
})

test('a payment without a charge leaves suspense for the merchant that an operator names, once', async () => {
  const shop = await trilho.newMerchant()
  const { pixKey } = await bank.settingsOf('efi')
  const endToEndId = await payKey(pixKey, '9.00')
  await sweep()
  const { actions, end } = await openException(endToEndId)
  expect(actions).toContain('creditMerchant')
  const both = await Promise.all([1, 2].map(() => end('creditMerchant', { bookedTo: shop.merchantId })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await shop.availableBalance()).toBe('9.000000')
  const [books] = await sql`select suspense, bank from balances where merchant_id = ${platformId}`
  expect(books).toMatchObject({ suspense: 0n })
  await sweep()
  expect((await transactionsOf(endToEndId)).filter(({ state }) => state === 'Completed')).toHaveLength(1)
  expect(await reconcile()).toBe('Clean')
})

/** A payout that somebody sends at the bank itself. */
async function sendByHand(amount: string): Promise<string> {
  const [bankOrderId, { payouts }] = [randomUUID(), await needs.railsOf(efi)]
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const about = { bankReference: null, causeFromNotice: null, isSentBefore: false, transactionId: bankOrderId }
  const to = { keyType: 'EMAIL', key: joao.key.value, recipient: { name: null, taxNumber: joao.recipient.cpf } }
  const payout = { bankOrderId, ...about, ...to, amount: parseAmount(amount) }
  await payouts?.sendPayout(payout, call)
  const report = await payouts?.readPayout(payout, call)
  return report?.state === 'paid' ? report.endToEndId : 'not paid'
}

test('a payout that only the bank knows is booked to a merchant, who sees it in the statement and gets an event', async () => {
  const shop = await trilho.newMerchant({ balance: '5' })
  await setWebhookAddress(needs, { merchantId: shop.merchantId, url: webhook.url, events: ['BalanceAdjusted'] })
  const endToEndId = await sendByHand('7')
  expect(await reconcile()).toBe('Different')
  const { view, actions, end } = await openException(endToEndId)
  expect([view.gap, actions]).toEqual(['-7.000000', ['adjust', 'bookWithdrawal', 'note']])
  const form = { bookedTo: shop.merchantId, evidence, amount: '7' }
  expect((await end('adjust', { ...form, evidence: undefined })).status).toBe(400)
  for (const amount of ['7.01', '3'])
    expect(refusalOf(await end('adjust', { ...form, amount }))).toEqual([409, 'ExceptionActNotAllowed'])
  expect((await end('adjust', form)).status).toBe(200)
  // The bank has sent it, so it is booked although the balance does not cover it.
  expect(await shop.availableBalance()).toBe('-2.000000')
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  const statement = await owner.get(`/merchants/${shop.merchantId}/statement`)
  expect(statement.body.data.items[0]).toMatchObject({
    name: 'adjustmentOut',
    available: '-7.000000',
    partyName: 'Seen in the statement',
  })
  const events = await sql<{ payload: string }[]>`
    select payload from webhook_events where merchant_id = ${shop.merchantId}`
  expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
    { event: 'BalanceAdjusted', adjustment: { amount: '-7.000000', reason: 'Seen in the statement' } },
  ])
  expect(
    await sql`select made_by, evidence, end_to_end_id from adjustments where merchant_id = ${shop.merchantId}`,
  ).toEqual([{ madeBy: 'Ana Souza', evidence, endToEndId }])
  expect(await reconcile()).toBe('Clean')
})

test('a payout that only the bank knows, and that has come back whole, is nothing to book', async () => {
  const endToEndId = await sendByHand('6')
  await bank.control('POST', `/payouts/${endToEndId}/return`, {})
  await resendCallbacks('payout returned')
  expect(await reconcile()).toBe('Clean')
  expect(await sql`select id from bank_exceptions where end_to_end_id = ${endToEndId}`).toEqual([])
})

test('a withdrawal of the platform that was made at the bank moves no merchant', async () => {
  const endToEndId = await sendByHand('0.40')
  expect(await reconcile()).toBe('Different')
  const { end } = await openException(endToEndId)
  // No more than the fees that were earned above.
  expect((await end('bookWithdrawal', { evidence, amount: '0.40' })).status).toBe(200)
  const [books] = await sql`select fees, bank from balances where merchant_id = ${platformId}`
  expect(books?.['fees']).toBe(-400_000n)
  expect(await reconcile()).toBe('Clean')
})

test('a payout of which a part came back, as the statement of the bank says, keeps the rest sent', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  const id = await shop.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await shop.read(id)).body.data.transaction.receiptVoucher as string
  await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '3.00' })
  // Its list does not have the payout any more.
  const hidden = { kind: 'rows missing', partner: 'efi', method: 'GET', path: '/gn/pix/enviados', rows: 100, times: 10 }
  await bank.control('POST', '/faults', hidden)
  expect(await reconcile()).toBe('Different')
  const { actions, end } = await openException(endToEndId)
  expect(actions).toEqual(['release', 'adjust', 'note'])
  expect((await end('adjust', { evidence, amount: '3' })).status).toBe(200)
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Completed', '46.000000'])
  expect(await sql`select refunded_amount from transactions where id = ${id}`).toEqual([{ refundedAmount: 3_000_000n }])
  expect(await reconcile()).toBe('Clean')
  await bank.control('DELETE', '/faults')
})

test('a part of a payout that came back and was adjusted is not credited again when the bank reports it, nor with the next part', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  const id = await shop.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await shop.read(id)).body.data.transaction.receiptVoucher as string
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '3.00' })
  const hidden = { kind: 'rows missing', partner: 'efi', method: 'GET', path: '/gn/pix/enviados', rows: 100, times: 10 }
  await bank.control('POST', '/faults', hidden)
  await reconcile()
  const { end } = await openException(endToEndId)
  await bank.control('DELETE', '/faults')
  expect(refusalOf(await end('adjust', { evidence, amount: '2' }))).toEqual([409, 'BankReportsOtherwise'])
  expect((await end('adjust', { evidence, amount: '3' })).status).toBe(200)
  await resendCallbacks('payout returned')
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Completed', '46.000000'])
  await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '1.00' })
  await resendCallbacks('payout returned')
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Completed', '47.000000'])
  expect(await reconcile()).toBe('Clean')
})

test('a part of a payout that its bank lists as returned, and does not show when it is asked, is credited to the merchant', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  const id = await shop.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await shop.read(id)).body.data.transaction.receiptVoucher as string
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '3.00' })
  const asked = { partner: 'efi', method: 'GET', path: '/id-envio/', times: 2 }
  await bank.control('POST', '/faults', { kind: 'fields missing', fields: ['devolucoes'], ...asked })
  expect(await reconcile()).toBe('Different')
  const { view, end } = await openException(endToEndId)
  expect(view.gap).toBe('3.000000')
  expect((await end('adjust', { evidence, amount: '3' })).status).toBe(200)
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Completed', '46.000000'])
  await resendCallbacks('payout returned')
  expect([await shop.availableBalance(), await reconcile()]).toEqual(['46.000000', 'Clean'])
})

test('what a bank has returned, and the books have got since it was found to be missing, is not adjusted a second time', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  const id = await shop.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await shop.read(id)).body.data.transaction.receiptVoucher as string
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/payouts/${endToEndId}/return`, { amount: '3.00' })
  const asked = { partner: 'efi', method: 'GET', path: '/id-envio/' }
  await bank.control('POST', '/faults', { kind: 'fields missing', fields: ['devolucoes'], ...asked })
  expect(await reconcile()).toBe('Different')
  await resendCallbacks('payout returned')
  expect(await differencesOf(endToEndId)).toEqual(closedByItself)
  await reopen(endToEndId)
  const { end } = await openException(endToEndId)
  expect(refusalOf(await end('adjust', { evidence, amount: '3' }))).toEqual([409, 'ExceptionActNotAllowed'])
  expect([await shop.availableBalance(), await reconcile()]).toEqual(['46.000000', 'Clean'])

  const paid = await shop.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${paid}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  await sweep()
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', method: 'PUT', path: '/devolucao/' })
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await shop.refund(paid, { amount: '5' })
  await bank.control('POST', `/pix/${pix[0].endToEndId}/force-return`, { amount: '6.00' })
  expect(await reconcile()).toBe('Different')
  await settle()
  await sweep()
  expect(await shop.availableBalance()).toBe('50.000000')
  expect(await differencesOf(pix[0].endToEndId as string)).toEqual(closedByItself)
  await reopen(pix[0].endToEndId as string)
  const special = await openException(pix[0].endToEndId as string)
  expect(refusalOf(await special.end('adjust', { evidence, amount: '6' }))).toEqual([409, 'ExceptionActNotAllowed'])
  expect([await shop.availableBalance(), await reconcile()]).toEqual(['50.000000', 'Clean'])
})

test('a special return of a payment with a refund under way is booked once: it is adjusted when the refund has ended', async () => {
  const shop = await trilho.newMerchant({ balance: '20' })
  const id = await shop.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  const endToEndId = pix[0].endToEndId as string
  await sweep()
  // The bank returns all of it before it gets the refund of a half.
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', method: 'PUT', path: '/devolucao/' })
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await shop.refund(id, { amount: '5' })
  await bank.control('POST', `/pix/${endToEndId}/force-return`)
  expect(await reconcile()).toBe('Different')
  const { end } = await openException(endToEndId)
  expect(refusalOf(await end('adjust', { evidence, amount: '10' }))).toEqual([409, 'TransactionStateNotAllowed'])
  await settle()
  expect(await shop.availableBalance()).toBe('30.000000')
  expect((await end('adjust', { evidence, amount: '10' })).status).toBe(200)
  await resendCallbacks('refund ended')
  await sweep()
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Refunded', '20.000000'])
  expect(await reconcile()).toBe('Clean')
})

test('a whole special return that the books have got since it was found to be missing is not debited a second time', async () => {
  const shop = await trilho.newMerchant({ balance: '20' })
  const id = await shop.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  await sweep()
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', method: 'PUT', path: '/devolucao/' })
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await shop.refund(id, { amount: '5' })
  await bank.control('POST', `/pix/${pix[0].endToEndId}/force-return`)
  expect(await reconcile()).toBe('Different')
  await settle()
  await resendCallbacks('refund ended')
  await sweep()
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Refunded', '20.000000'])
  expect(await differencesOf(pix[0].endToEndId as string)).toEqual(closedByItself)
  await reopen(pix[0].endToEndId as string)
  const { end } = await openException(pix[0].endToEndId as string)
  expect(refusalOf(await end('adjust', { evidence, amount: '10' }))).toEqual([409, 'ExceptionActNotAllowed'])
  expect([await shop.availableBalance(), await reconcile()]).toEqual(['20.000000', 'Clean'])
})

/** A payout that its bank has paid, and that its list lacks. */
async function payoutNotListed() {
  const shop = await trilho.newMerchant({ balance: '50' })
  const id = await shop.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  const endToEndId = (await shop.read(id)).body.data.transaction.receiptVoucher as string
  const hidden = { kind: 'rows missing', partner: 'efi', method: 'GET', path: '/gn/pix/enviados', rows: 100, times: 10 }
  await bank.control('POST', '/faults', hidden)
  expect(await reconcile()).toBe('Different')
  await bank.control('DELETE', '/faults')
  return { shop, id, endToEndId, ...(await openException(endToEndId)) }
}

test('a payout that its list lacked, and that has come back whole since then, is not credited a second time', async () => {
  const { shop, id, endToEndId, end } = await payoutNotListed()
  await bank.control('POST', `/payouts/${endToEndId}/return`)
  await resendCallbacks('payout returned')
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Reversed', '50.000000'])
  expect(await differencesOf(endToEndId)).toEqual(closedByItself)
  await reopen(endToEndId)
  expect(refusalOf(await end('adjust', { evidence, amount: '7' }))).toEqual([409, 'ExceptionActNotAllowed'])
  expect([await shop.availableBalance(), await reconcile()]).toEqual(['50.000000', 'Clean'])
})

test('a payout that its list lacks, and that its bank reports as paid when it is asked, is not credited to its merchant', async () => {
  const { shop, id, end } = await payoutNotListed()
  expect(refusalOf(await end('adjust', { evidence, amount: '7' }))).toEqual([409, 'BankReportsOtherwise'])
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Completed', '43.000000'])
  expect(await reconcile()).toBe('Clean')
})

test('a special return that was booked before its bank named it is not debited again with the next one', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const id = await shop.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  await sweep()
  await recordForcedReturn(needs, { merchantId, id, amount: 3_000_000n })
  for (const amount of ['3.00', '2.00'])
    await bank.control('POST', `/pix/${pix[0].endToEndId}/force-return`, { amount })
  await resendCallbacks('refund ended')
  await sweep()
  expect(await shop.availableBalance()).toBe('5.000000')
})

test('a refund that was made in the app of the bank is booked as a refund of its payment', async () => {
  const shop = await trilho.newMerchant()
  const id = await shop.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  const endToEndId = pix[0].endToEndId as string
  await sweep()
  const { returns } = await needs.railsOf(efi)
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const order = {
    merchantId: shop.merchantId,
    bankOrderId: randomUUID(),
    isSentBefore: false,
    replacedOrderIds: [],
    isOfCharge: true,
    endToEndId,
  }
  await returns?.sendReturn({ ...order, amount: 4_000_000n, otherAmount: 0n }, call)
  expect(await reconcile()).toBe('Different')
  const { view, actions, end } = await openException(endToEndId)
  expect([view.gap, actions]).toEqual(['-4.000000', ['settle', 'adjust', 'note']])
  expect((await end('adjust', { evidence, amount: '4' })).status).toBe(200)
  expect(await shop.availableBalance()).toBe('6.000000')
  expect(await sql`select amount, state from refunds where transaction_id = ${id}`).toEqual([
    { amount: 4_000_000n, state: 'Completed' },
  ])
  expect(await reconcile()).toBe('Clean')
})

test('an adjustment without its posting, and a posting without its adjustment, are found by the audit', async () => {
  const { end } = await openException(await sendByHandAndReconcile('1'))
  const shop = await trilho.newMerchant({ balance: '5' })
  await end('adjust', { bookedTo: shop.merchantId, evidence, amount: '1' })
  const faultsAfter = async (change: string) => {
    let faults: string[] = []
    await unwatched(sql, async tx => {
      await tx.unsafe(`${change} where merchant_id = '${shop.merchantId}'`)
      faults = (await auditBooks({ sql: tx as unknown as typeof sql })).map(({ fault }) => fault)
      throw new Error('taken back')
    }).catch((error: Error) => expect(error.message).toBe('taken back'))
    return faults
  }
  expect(await faultsAfter('delete from adjustments')).toEqual([
    'adjustmentOut belongs to no transaction and no adjustment',
  ])
  expect(await faultsAfter('update adjustments set sequence = sequence + 1')).toEqual([
    'adjustmentOut belongs to no transaction and no adjustment',
    'its posting is not there',
  ])
})

async function sendByHandAndReconcile(amount: string): Promise<string> {
  const endToEndId = await sendByHand(amount)
  await reconcile()
  return endToEndId
}
