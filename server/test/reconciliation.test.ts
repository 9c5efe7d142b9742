import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { addDays, dayOf, startOfDay } from '../src/platform/brazil/sao-paulo.ts'
import { actionsOn } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { lastWholeDay, reconcileDay, reconcileMissing } from '../src/operations/reconciliation/reconcile-day.ts'
import { call } from './kit/api-client.ts'
import { childEnv } from './kit/child-env.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const script = fileURLToPath(new URL('../src/edges/commands/reconcile.ts', import.meta.url))
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const efi = await bank.connect(needs, 'efi', true)
const inter = await bank.connect(needs, 'inter', false)
await untilDone(() => ensureCallbackUrls(needs))
const today = dayOf(new Date())

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs = 0
})

const api = await trilho.newMerchant({ balance: '50' })
const reconcile = (connectionId = efi) => reconcileDay(needs, { connectionId, day: today })
const openOnes = (id: string) =>
  sql`select kind, subject, expected, said, state from bank_exceptions where transaction_id = ${id} order by id`

/** Pays a charge at the bank; its callback is dropped, so that the server does not receive it. */
async function payUnheard(amount: string) {
  const id = await api.createCashIn({ amount, webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  return id
}

/** Queries banks until nothing is in progress. */
async function settle() {
  for (let round = 0; round < 6; round++) {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 10_000
  }
  trilho.clock.aheadMs = 0
}

/** A change of the books that no bank has reported. It is undone afterwards. */
async function withLie(id: string, column: 'paid_amount' | 'end_to_end_id', value: string, look: () => Promise<void>) {
  const change = (to: string) =>
    unwatched(sql, tx => tx`update transactions set ${tx.unsafe(column)} = ${to} where id = ${id}`)
  const [before] = await sql.unsafe(`select ${column}::text as value from transactions where id = '${id}'`)
  await change(value)
  await look()
  await change(before?.['value'])
}

let paid = ''

test('a payment without a callback is booked, and counted as mended; the next reconciliation finds a clean day', async () => {
  paid = await payUnheard('10.50')
  expect(await reconcile()).toMatchObject({
    state: 'Clean',
    differences: 0,
    mended: 1,
    receivedCount: 1,
    receivedAmount: 10_500_000n,
    sentCount: 0,
  })
  expect(await api.stateOf(paid)).toBe('Completed')
  expect(await reconcile()).toMatchObject({ state: 'Clean', differences: 0, mended: 0, receivedCount: 1 })
  expect(await auditBooks(needs)).toEqual([])
})

test('refunds and payouts that the bank has made as booked are a clean day', async () => {
  await api.refund(paid, { amount: '4' })
  await api.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  expect(await reconcile()).toMatchObject({
    state: 'Clean',
    returnedCount: 1,
    returnedAmount: 4_000_000n,
    sentCount: 1,
    sentAmount: 7_000_000n,
  })
})

test('a bank that lists payouts only in its statement is compared, too', async () => {
  const other = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: other.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
  await other.createCashOut({ amount: '3', webhook, ...joao })
  await settle()
  expect(await reconcile(inter)).toMatchObject({ state: 'Clean', sentCount: 1, sentAmount: 3_000_000n })
})

test('an amount that was changed by hand is one exception, however often it is reconciled, until a person closes it', async () => {
  await withLie(paid, 'paid_amount', '10510000', async () => {
    for (let times = 0; times < 2; times++)
      expect(await reconcile()).toMatchObject({ state: 'Different', differences: 1, mended: 0 })
    expect(await openOnes(paid)).toEqual([
      {
        kind: 'return',
        subject: 'reconciliation paymentAmount',
        expected: { code: 'amountReceived', value: '10.51' },
        said: { code: 'amountReceived', value: '10.50' },
        state: 'Open',
      },
    ])
  })
  const [open] = await sql`select merchant_id, id from bank_exceptions where transaction_id = ${paid}`
  const ending = { merchantId: open?.['merchantId'], id: open?.['id'], by: 'Olga', note: 'a slip' }
  await expect(endException(needs, { ...ending, act: 'return' })).rejects.toMatchObject({
    reason: 'ExceptionActNotAllowed',
  })
  await endException(needs, { ...ending, act: 'note' })
  expect(await openOnes(paid)).toMatchObject([{ state: 'Ended' }])
  // In the state in which a person closed it, it is no longer a difference; any other change is a new one.
  await withLie(paid, 'paid_amount', '10510000', async () =>
    expect(await reconcile()).toMatchObject({ state: 'Clean' }),
  )
  expect(await reconcile()).toMatchObject({ state: 'Clean' })
})

test('a payout in the books that the bank has not made is a difference', async () => {
  const id = await api.createCashOut({ amount: '2', webhook, ...joao })
  await settle()
  await withLie(id, 'end_to_end_id', `E${'9'.repeat(31)}`, async () => {
    const { details } = await reconcile()
    expect(details).toMatchObject([
      {
        kind: 'payoutNotAtBank',
        transaction: { id },
        expected: { code: 'amountSent', value: '2.00' },
        said: { code: 'nothingSent' },
      },
    ])
  })
})

test('a payout that was given up here and that the bank has sent is settled by a person, with its id', async () => {
  const id = await api.createCashOut({ amount: '3', webhook, ...joao })
  await settle()
  const { receiptVoucher: endToEndId } = (await api.read(id)).body.data.transaction
  await unwatched(sql, tx => tx`update transactions set state = 'Error' where id = ${id}`)
  expect(await reconcile()).toMatchObject({ state: 'Different', differences: 1 })
  const [open] = await sql`select * from bank_exceptions where transaction_id = ${id}`
  const known = { canAskBank: true, state: 'Error', isCreditable: false } as const
  const offered = actionsOn(open as Parameters<typeof actionsOn>[0], known).map(({ act }) => act)
  expect(offered).toEqual(['settle', 'note'])
  const ending = { merchantId: api.merchantId, id: open?.['id'], by: 'Olga', note: 'it was paid' }
  await expect(endException(needs, { ...ending, act: 'release' })).rejects.toMatchObject({
    reason: 'ExceptionActNotAllowed',
  })
  await endException(needs, { ...ending, act: 'settle', endToEndId })
  expect(await api.stateOf(id)).toBe('Completed')
  expect(await reconcile()).toMatchObject({ state: 'Clean' })
})

test('a payout that came back, whole or in part, without a callback is booked; one that failed here stays a difference', async () => {
  const [whole, part] = [
    await api.createCashOut({ amount: '4', webhook, ...joao }),
    await api.createCashOut({ amount: '5', webhook, ...joao }),
  ]
  await settle()
  const before = BigInt((await api.availableBalance()).replace('.', ''))
  for (const [id, amount] of [
    [whole, '4.00'],
    [part, '1.00'],
  ] as const) {
    await bank.control('POST', '/callback-faults', { kind: 'drop' })
    const { receiptVoucher } = (await api.read(id)).body.data.transaction
    await bank.control('POST', `/payouts/${receiptVoucher}/return`, { amount })
  }
  const { mended, details } = await reconcile()
  expect({ mended, details }).toEqual({ mended: 2, details: [] })
  expect([await api.stateOf(whole), await api.stateOf(part)]).toEqual(['Reversed', 'Completed'])
  expect(BigInt((await api.availableBalance()).replace('.', '')) - before).toBe(5_000_000n)
  await unwatched(sql, tx => tx`update transactions set state = 'Error' where id = ${part}`)
  expect((await reconcile()).details).toMatchObject([
    { kind: 'payoutNotBooked', transaction: { id: part }, expected: { value: 'Error' }, said: { value: '5.00' } },
  ])
  // Not visible to the tests below.
  await unwatched(sql, tx => tx`update transactions set state = 'Registered' where id = ${part}`)
})

test('older payments and payouts that were returned without a callback are booked: a special return, or a full return', async () => {
  const [id, payout] = [await payUnheard('6'), await api.createCashOut({ amount: '3', webhook, ...joao })]
  await settle()
  await reconcile()
  const voucherOf = async (of: string) => (await api.read(of)).body.data.transaction.receiptVoucher
  await bank.control('POST', '/callback-faults', { kind: 'drop', times: 2 })
  await bank.control('POST', `/pix/${await voucherOf(id)}/force-return`, { amount: '2.50' })
  await bank.control('POST', `/payouts/${await voucherOf(payout)}/return`)
  // One day later both are of the previous day, and what happened to them is not in the list of the day.
  const tomorrow = { connectionId: efi, day: addDays(today, 1) }
  expect(await reconcileDay(needs, tomorrow)).toMatchObject({ state: 'Clean', mended: 2, receivedCount: 0 })
  const { items } = (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data
  expect(items).toMatchObject([{ amount: '2.500000', state: 'Completed' }])
  expect(await api.stateOf(payout)).toBe('Reversed')
  expect(await reconcileDay(needs, tomorrow)).toMatchObject({ state: 'Clean', mended: 0 })
})

test('a payout returned before its completion was recorded has failed in the books, and that is no difference', async () => {
  await bank.control('POST', '/faults', { kind: 'act, then cut', partner: 'efi', method: 'PUT', path: '/gn/pix' })
  const { details: before } = await reconcile()
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', `/payouts/${id.replaceAll('-', '')}/return`)
  await settle()
  expect(await api.stateOf(id)).toBe('Error')
  expect((await reconcile()).details).toEqual(before)
})

test('a payment in the books that the bank does not have is a difference', async () => {
  const id = await payUnheard('5')
  await reconcile()
  await unwatched(sql, tx => tx`update transactions set connection_id = ${inter} where id = ${id}`)
  expect(await reconcile(inter)).toMatchObject({ state: 'Different', differences: 1 })
  expect(await openOnes(id)).toMatchObject([{ expected: { value: '5.00' }, said: { code: 'nothingReceived' } }])
  await unwatched(sql, tx => tx`update transactions set connection_id = ${efi} where id = ${id}`)
})

/** A payout that somebody sends at the bank itself. */
async function sendByHand(amount: string): Promise<string> {
  const [bankOrderId, { payouts }] = [randomUUID(), await needs.railsOf(efi)]
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const about = {
    bankOrderId,
    transactionId: bankOrderId,
    bankReference: null,
    causeFromNotice: null,
    isSentBefore: false,
  }
  const to = { keyType: 'EMAIL', key: joao.key.value, recipient: { name: null, taxNumber: joao.recipient.cpf } }
  const payout = { ...about, ...to, amount: parseAmount(amount) }
  await payouts?.sendPayout(payout, call)
  const report = await payouts?.readPayout(payout, call)
  return report?.state === 'paid' ? report.endToEndId : 'not paid'
}

test('a payout at the bank that is unknown here is one exception of the platform, for a person to check', async () => {
  const endToEndId = await sendByHand('1')
  for (let times = 0; times < 2; times++)
    expect(await reconcile()).toMatchObject({ state: 'Different', differences: 1 })
  const open = await sql`select merchant_id, id, kind, said from bank_exceptions where end_to_end_id = ${endToEndId}`
  expect(open).toMatchObject([{ kind: 'payout', said: { code: 'amountSent', value: '1.00' } }])
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const path = `/operator/merchants/${open[0]?.['merchantId']}/exceptions/${open[0]?.['id']}`
  expect((await operator.get(path)).body.data).toMatchObject({
    amount: '1.000000',
    endToEndId,
    difference: 'payoutNotBooked',
    transactionId: null,
    transaction: null,
    actions: [{ act: 'adjust' }, { act: 'bookWithdrawal' }, { act: 'note' }],
  })
  const ended = await operator.post(`${path}/end`, { act: 'note', note: 'sent by hand' })
  expect(ended.body.data).toMatchObject({ state: 'Ended', ended: { act: 'note' } })
  expect(await reconcile()).toMatchObject({ state: 'Clean' })
})

test('workers reconcile the previous day, once for each bank, and export the age of the last clean one', async () => {
  trilho.clock.aheadMs = startOfDay(addDays(today, 1)).getTime() + 2 * 3_600_000 - Date.now()
  await sql`delete from reconciliations`
  const took = await Promise.all([reconcileMissing(needs), reconcileMissing(needs)])
  await untilDone(() => reconcileMissing(needs))
  expect(took[0] + took[1]).toBeGreaterThan(0)
  const rows = await sql`select day::text, state from reconciliations order by connection_id`
  expect(rows).toEqual([
    { day: today, state: 'Clean' },
    { day: today, state: 'Clean' },
  ])
  // Days without a worker are reconciled later, up to a month back, but not before the bank was connected.
  trilho.clock.aheadMs += 3 * 24 * 3_600_000
  expect(await reconcileMissing(needs)).toBe(1)
  const [newest] = await sql`select max(day)::text as day from reconciliations`
  expect(newest).toEqual({ day: addDays(today, 3) })
  await untilDone(() => reconcileMissing(needs))
  const days =
    await sql`select day::text, count(*)::int from reconciliations where state = 'Clean' group by day order by day`
  expect(days).toEqual([0, 1, 2, 3].map(after => ({ day: addDays(today, after), count: 2 })))
  expect((await call(`${trilho.url}/metrics`)).text).toMatch(/trilho_reconciliation_age_seconds\{bank="efi"\} \d/)
})

test('npm run reconcile prints what it found, and exits with 1 if something differs', async () => {
  const run = () => {
    const env = { ...childEnv, DATABASE_URL: trilho.databaseUrl, ...settings }
    return new Promise<{ code: unknown; output: string }>(resolve =>
      execFile(process.execPath, [script, today], { env }, (error, output) =>
        resolve({ code: error?.code ?? 0, output }),
      ),
    )
  }
  expect(await run()).toEqual({ code: 0, output: expect.stringMatching(/^efi, .* no difference\.$/m) })
  await withLie(paid, 'paid_amount', '10520000', async () => {
    const { code, output } = await run()
    expect(code).toBe(1)
    expect(output).toContain(`transaction ${paid}: 10.52 received; the bank: 10.50 received`)
  })
})

test('a day is complete one hour after its end in São Paulo', () => {
  expect(lastWholeDay(new Date('2026-11-16T03:30:00Z'))).toBe('2026-11-14')
  expect(lastWholeDay(new Date('2026-11-16T04:00:00Z'))).toBe('2026-11-15')
})

test('a payout that its bank debits one day and refuses the next counts as not sent on both days', async () => {
  const other = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: other.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await other.createCashOut({ amount: '4', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', '/clock/advance', { seconds: 24 * 3_600 })
  const sent = (await bank.control('GET', '/payouts')) as { requestId: string; state: string }[]
  await bank.control('POST', `/payouts/${sent[0]?.requestId}/refuse`)
  trilho.clock.aheadMs = 24 * 3_600_000
  await needs.bankOrders.stepAndWait()
  expect(await other.stateOf(id)).toBe('Error')
  for (const day of [today, addDays(today, 1)])
    expect(await reconcileDay(needs, { connectionId: inter, day })).toMatchObject({ state: 'Clean' })
})

test('a day that another worker has claimed in the meantime is left to that worker', async () => {
  const before = await reconcile()
  const late = { connectionId: efi, day: today, takenAt: new Date(before.at.getTime() - 1_000) }
  await expect(reconcileDay(needs, late)).rejects.toThrow('another worker has taken the day')
  const [kept] = await trilho.sql`select at from reconciliations where connection_id = ${efi} and day = ${today}`
  expect(kept?.at).toEqual(before.at)
})
