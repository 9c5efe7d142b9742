import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { type Day, addDays, dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { anyAct, perform } from './kit/bank-mix/any-act.ts'
import { type Beside, type Diary, dialects, newDiary } from './kit/bank-mix/diary.ts'
import {
  changeCredentials,
  endLatePayouts,
  resume,
  resumeBanks,
  sendAllAgain,
} from './kit/bank-mix/operator-actions.ts'
import { passTime, sweep } from './kit/bank-mix/pass-time.ts'
import { type BankCase, isUndecided } from './kit/bank-mix/people-at-the-bank-actions.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { startClocked } from './kit/clocked-processes.ts'
import { assertProperty } from './kit/property.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = {
  efi: await bank.connect(needs, 'efi', true),
  inter: await bank.connect(needs, 'inter', false),
  sicoob: await bank.connect(needs, 'sicoob', false),
}
const secondKey = 'second@efi.test'
await bank.control('PUT', `/keys/${secondKey}`, { name: 'Trilho', taxId: '11222333000181', partner: 'efi' })
const { id: second } = await connectBank(needs, {
  name: 'second',
  dialect: 'efi',
  isDefault: false,
  settings: { ...(await bank.settingsOf('efi')), pixKey: secondKey, payoutUrl: null, initiation: null },
})
const processes = await startClocked({ databaseUrl: trilho.databaseUrl, settings })
const beside: Beside = { trilho, bank, connections, second, ...processes }

type Account = { id: string; balance: string }
type Refund = { amount: string; status: string }
type Payer = { name: string; taxId: string; ispb: string }
type Pix = { endToEndId: string; partner: string; amount: string; payer: Payer; refunds: Refund[] }
type SentOut = {
  endToEndId: string
  requestId: string
  partner: string
  amount: string
  state: string
  returns: { amount: string }[]
}

const centavos = (text: string): bigint => BigInt(text.replace('.', ''))
const sum = (amounts: bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
const opening = await bankBooks()

/** The balance of each partner at the bank, including outgoing payments, in centavos. */
async function bankBooks(): Promise<Record<string, bigint>> {
  const { accounts } = (await bank.control('GET', '/ledger')) as { accounts: Account[] }
  const of = (partner: string) =>
    sum(accounts.filter(({ id }) => id.endsWith(` ${partner}`)).map(one => centavos(one.balance)))
  return Object.fromEntries(dialects.map(partner => [partner, of(partner)]))
}

/** The same in our books: everything that came from a bank and went there. */
async function ourBooks(): Promise<Record<string, bigint>> {
  const rows = await sql<{ connectionId: string; gained: bigint }[]>`
    select t.connection_id, (-sum(p.bank) / 10000)::bigint as gained
      from postings p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
     group by t.connection_id`
  const of = (id: string) => BigInt(rows.find(row => row.connectionId === id)?.gained ?? 0)
  const gained = (name: (typeof dialects)[number]) => of(connections[name]) + (name === 'efi' ? of(second) : 0n)
  return Object.fromEntries(dialects.map(name => [name, (opening[name] ?? 0n) + gained(name)]))
}

/** Orders without a final result that are not exceptions, and unprocessed callbacks. */
const underWay = () => sql`
  select t.operation || ' ' || t.state as what, t.id from transactions t
   where (t.state in ('Created', 'Registered') or t.refunding_amount > 0
          or (t.operation = 'unmatchedPayment' and t.state = 'Completed'))
     and not exists (select 1 from bank_exceptions e
                      where e.state = 'Open' and e.merchant_id = t.merchant_id and e.transaction_id = t.id)
  union all select 'payout batch', id from payout_batches where state = 'Running'
  union all select 'bank order', id from bank_orders where next_step_at is not null
  union all select 'bank notice', id from bank_notices where next_step_at is not null`

/** Removes all faults, approves everything at the bank, and moves time until everything is final. */
async function settle(diary: Diary, since: Date): Promise<void> {
  await beside.worker.isBack()
  for (const merchantId of diary.merchants) await resume(trilho, merchantId)
  await bank.control('DELETE', '/faults')
  await resumeBanks(beside)
  await bank.control('PUT', '/partners/efi/switches', { largestPage: 1000, pixHides: [] })
  await expect
    .poll(() =>
      changeCredentials(beside, diary).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await bank.control('PUT', '/settings', { payoutDelayMs: 0, refundDelayMs: 0 })
  await bank.control('PUT', '/partners/inter/switches', { humanApproval: false })
  for (const { state, requestId } of (await bank.control('GET', '/payouts?all')) as SentOut[])
    if (state === 'AwaitingApproval') await bank.control('POST', `/payouts/${requestId}/approve`)
  const initiations = (await bank.control('GET', '/initiations?all')) as {
    id: string
    state: string
    endToEndId?: string
  }[]
  for (const { id, state, endToEndId } of initiations)
    if (state === 'Pending' && endToEndId !== undefined) await bank.control('POST', `/initiations/${id}/accept`)
  // Slow operations of the bank finish today, and unpaid charges expire tomorrow.
  await passTime(beside, 60)
  await passTime(beside, 86_400)
  await waitUntilQuiet()
  await sendAllAgain(beside)
  await waitUntilQuiet()
  // Only callbacks report returned money, and payouts that were released too early: the bank sends the missing ones now.
  // Everything else is found without them.
  for (const { id, state, about } of await callbacks())
    if (/^(dropped|given up)$/.test(state) && /^(refund ended|payout returned|payout ended) /.test(about))
      await bank.control('POST', `/callbacks/${id}/resend`)
  await waitUntilQuiet()
  // A bank that was away is asked again after seconds.
  await expect.poll(() => endLatePayouts(beside)).toBe(0)
  // Banks list cases and send no callbacks for them. A special return that came while a refund held its money is found by
  // the reconciliation of its day: here by a sweep of the whole run.
  await sql`update bank_connections set swept_until = least(swept_until, ${since})`
  await sweep(beside)
  await waitUntilQuiet()
}

const partnersCalledBack = async () =>
  new Set(((await bank.control('GET', '/webhooks')) as { partner: string }[]).map(({ partner }) => partner))

const callbacks = () => bank.control('GET', '/callbacks?all') as Promise<{ id: string; state: string; about: string }[]>

async function waitUntilQuiet(): Promise<void> {
  for (let round = 0, quiet = 0; quiet < 3; round++) {
    const left = [...(await underWay()), ...(await callbacks()).filter(({ state }) => state === 'due')]
    if (round > 80) expect(left, 'all has ended').toEqual([])
    quiet = left.length === 0 ? quiet + 1 : 0
    // An unavailable bank is called again after seconds of the real clock.
    await sleep(round < 20 ? 200 : 500)
    await passTime(beside, 3_600)
  }
}

/** Both sides know the same payments, payouts and returns, each of them once. */
async function expectSamePayments(): Promise<void> {
  // A payout returned before its completion was recorded is an error here, a later one a reversal: neither is in the books.
  const returnedOf = ({ returns }: SentOut) => sum(returns.map(({ amount }) => centavos(amount)))
  const sent = ((await bank.control('GET', '/payouts?all')) as SentOut[]).filter(
    one => one.state === 'Paid' && returnedOf(one) < centavos(one.amount),
  )
  const ours = await sql<{ endToEndId: string; cents: string; back: string }[]>`
    select end_to_end_id, (amount / 10000)::text as cents, (refunded_amount / 10000)::text as back from transactions
     where operation = 'pixCashOut' and state = 'Completed'`
  expect(ours.map(one => `${one.endToEndId} ${one.cents} ${one.back}`).toSorted(), 'payouts').toEqual(
    sent.map(one => `${one.endToEndId} ${centavos(one.amount)} ${returnedOf(one)}`).toSorted(),
  )

  const twice = await sql`
    select order_id from transactions where order_id is not null group by merchant_id, order_id having count(*) > 1`
  expect(twice, 'orders that were carried out twice').toEqual([])

  const received = (await bank.control('GET', '/pix?all')) as Pix[]
  const credited = await sql<{ endToEndId: string; paid: string; back: string }[]>`
    select end_to_end_id, (coalesce(paid_amount, amount) / 10000)::text as paid,
           (refunded_amount / 10000)::text as back
      from transactions where operation in ('pixCashIn', 'paymentInitiation', 'unmatchedPayment') and end_to_end_id is not null
       and not (operation = 'unmatchedPayment' and state = 'Cancelled')`
  const backOf = ({ refunds }: Pix) =>
    sum(refunds.filter(({ status }) => status === 'DEVOLVIDO').map(({ amount }) => centavos(amount)))
  expect(credited.map(one => `${one.endToEndId} ${one.paid} ${one.back}`).toSorted(), 'payments').toEqual(
    received.map(one => `${one.endToEndId} ${centavos(one.amount)} ${backOf(one)}`).toSorted(),
  )
}

/** What is shown of a payer is what the bank knows, whole, masked or missing; the bank is always known. */
async function expectSamePayers(): Promise<void> {
  const ours = await sql<{ endToEndId: string; participant: Partial<Shown> | null }[]>`
    select end_to_end_id, participant from transactions
     where operation = 'pixCashIn' and state in ('Completed', 'Refunded', 'Reversed')`
  const received = (await bank.control('GET', '/pix?all')) as Pix[]
  const payers = new Map(received.map(({ endToEndId, payer }) => [endToEndId, payer]))
  for (const { endToEndId, participant } of ours) {
    const { name = '', taxId = '', ispb = '' } = payers.get(endToEndId) ?? {}
    const masked = `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**`
    expect([name, null], 'payer').toContain(participant?.name ?? null)
    expect([taxId, masked, null], 'payer').toContain(participant?.taxNumber ?? null)
    expect(participant?.bankIspb, 'payer').toBe(ispb)
  }
}
type Shown = { name: string | null; taxNumber: string | null; bankIspb: string | null }

/** Exactly the cases that the bank has not decided are undecided here, and the blocked amount is their sum. */
async function expectSameCases(): Promise<void> {
  const atBank = ((await bank.control('GET', '/infractions?all')) as BankCase[]).filter(isUndecided)
  const ours = await sql<{ bankReference: string; blockedAmount: bigint }[]>`
    select bank_reference, blocked_amount from disputes where state in ('Open', 'Defended')`
  expect(ours.map(one => one.bankReference).toSorted(), 'undecided cases').toEqual(
    atBank.map(({ id }) => id).toSorted(),
  )
  const [balance] = await sql<{ blocked: bigint }[]>`select coalesce(sum(blocked), 0)::bigint as blocked from balances`
  expect(balance?.blocked, 'blocked').toBe(sum(ours.map(one => one.blockedAmount)))
}

/** Every bank's list of every day since then matches the books: no differences, and nothing had to be mended. */
async function expectReconciled(since: Day): Promise<void> {
  const today = dayOf(needs.clock())
  for (let day = since; day <= today; day = addDays(day, 1))
    for (const [name, connectionId] of [...Object.entries(connections), ['second', second] as const]) {
      const { details, mended } = await reconcileDay(needs, { connectionId, day })
      expect({ name, day, details, mended }).toEqual({ name, day, details: [], mended: 0 })
    }
  // A worker may have reconciled a day before the order of one of its payments had a result: that one is booked now.
  const open = await sql`
    select * from bank_exceptions e
     where subject like 'reconciliation%' and state = 'Open'
       and not exists (select from received_payments r where r.end_to_end_id = e.end_to_end_id)`
  expect(open, 'open differences').toEqual([])
}

test('for any fault of a bank and any killed process, every payment gets one final result, and both books are equal', async () => {
  await expect.poll(partnersCalledBack).toEqual(new Set(dialects))
  await assertProperty(
    fc.asyncProperty(fc.array(anyAct, { minLength: 30, maxLength: 50 }), async actions => {
      const since = needs.clock()
      const diary = await newDiary(beside)
      for (const act of actions) await perform(beside, diary, act)
      await settle(diary, since)
      expect(await ourBooks()).toEqual(await bankBooks())
      await expectSamePayments()
      await expectSamePayers()
      expect(await auditBooks(needs)).toEqual([])
      await expectSameCases()
      await expectReconciled(dayOf(since))
    }),
    { runs: 12, withinMs: 25_000, atLeast: 1, endOnFailure: true },
  )
})
