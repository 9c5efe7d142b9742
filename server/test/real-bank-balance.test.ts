import { expect, test } from 'vitest'
import type { ProofView } from '../src/operations/balance-proofs/portal-schemas.ts'
import { proveMissing } from '../src/operations/balance-proofs/prove-balance.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { newPersonWithPassword, newPortalPerson, refusalOf } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, whose balance is compared with the books. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, stayOnDay, sweep } = sharedTime(trilho, bank)
const efi = await bank.connect(needs, 'efi', true)
await untilDone(() => ensureCallbackUrls(needs))
// All of it happens on one day in São Paulo, the day on which the bank was connected.
await stayOnDay(2 * 3_600)
await sql`update bank_connections set created_at = ${needs.clock()}`
// So that nobody is the only operator.
for (const name of ['Ana', 'Rui']) await newPersonWithPassword(trilho, { isOperator: true, name })
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}
const shop = await trilho.newMerchant({ chargeFixed: '0.50' })

const newOperator = () => newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima' })
const balancePath = (connectionId: string) => `/operator/bank-connections/${connectionId}/balance`

/** Compares now, as an operator asks for it. */
async function compareNow(connectionId = efi) {
  const { body } = await (await newOperator()).post(`${balancePath(connectionId)}/proofs`)
  return body.data.proofs[0] as ProofView
}

/** An operator enters what the statement of a bank says. */
const enter = async (connectionId: string, form: object) =>
  (await newOperator()).post(`${balancePath(connectionId)}/entries`, form)

async function settle() {
  for (let round = 0; round < 4; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
}

/** The bank executes every payout that it has in process, and reports it. */
async function endPayouts() {
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  for (const { endToEndId, state } of (await bank.control('GET', '/payouts?all')) as {
    endToEndId: string
    state: string
  }[])
    if (!/Paid|Settled|Completed/i.test(state))
      await bank.control('POST', `/payouts/${endToEndId}/complete`).catch(() => {})
  await sweep()
  await settle()
}

/** Compares so many times, as the worker does, and returns the state of the day. */
async function compareByWorker(times: number) {
  for (let n = 0; n < times; n++) {
    await passTime(61)
    await proveMissing(needs)
  }
  const [proof] = await sql<{ state: string; gap: bigint | null }[]>`
    select state, gap from balance_proofs where connection_id = ${efi} order by day desc limit 1`
  return proof
}

async function payCharge(amount: string) {
  const id = await shop.createCashIn({ amount, webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
}

/** Another operator approves what one has requested. */
async function approved({ status, body }: Awaited<ReturnType<Awaited<ReturnType<typeof newOperator>>['post']>>) {
  expect(status).toBe(202)
  return (await newOperator()).post(`/operator/approvals/${body.data.requested.id}/approve`)
}

const openGaps = () => sql<{ merchantId: string; id: string }[]>`
  select merchant_id, id from bank_exceptions
   where connection_id = ${efi} and subject = 'reconciliation balanceGap' and state = 'Open'`

test('what an account held before its first payment is the platform’s own money, and the first proof agrees', async () => {
  await untilDone(() => proveMissing(needs))
  expect(await sql`select state, bank_amount, books_amount, gap from balance_proofs`).toEqual([
    { state: 'Equal', bankAmount: 100_000_000_000n, booksAmount: 100_000_000_000n, gap: 0n },
  ])
  expect(await sql`select name, amount, made_by from adjustments`).toEqual([
    { name: 'ownMoneyAdded', amount: 100_000_000_000n, madeBy: 'Trilho' },
  ])
  expect(await auditBooks(needs)).toEqual([])
})

test('received, refunded and sent payments keep bank and books equal to the centavo', async () => {
  await payCharge('40')
  await sweep()
  await shop.createCashOut({ amount: '7', webhook, ...joao })
  await settle()
  await passTime(60)
  expect(await compareNow()).toMatchObject({ bank: '100033.000000', books: '100033.000000', gap: '0.000000' })
})

test('payments on their way at the moment of the comparison are no gap', async () => {
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  await shop.createCashOut({ amount: '6', webhook, ...joao })
  await settle()
  expect(await compareNow()).toMatchObject({ inFlight: '-6.000000', gap: '0.000000' })
  // And one that came to the bank a moment ago, of which nobody here knows.
  await payCharge('11')
  await passTime(2)
  expect(await compareNow()).toMatchObject({ inFlight: '5.000000', gap: '0.000000' })
  await endPayouts()
  expect(await compareNow()).toMatchObject({ inFlight: '0.000000', gap: '0.000000' })
})

test('what payments on their way explain is final only when they have ended: then the day is equal', async () => {
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  await shop.createCashOut({ amount: '6', webhook, ...joao })
  await settle()
  await sql`delete from balance_proofs where connection_id = ${efi}`
  expect(await compareByWorker(7)).toEqual({ state: 'Running', gap: null })
  expect((await (await newOperator()).get(balancePath(efi))).body.data.proofs[0]).toMatchObject({
    inFlight: '-6.000000',
    isFinal: false,
  })
  await endPayouts()
  expect(await compareByWorker(1)).toEqual({ state: 'Equal', gap: 0n })
})

test('a few payments on their way do not hide a gap that one of them adds up to: it is found when they have ended', async () => {
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  for (const amount of ['6', '4']) await shop.createCashOut({ amount, webhook, ...joao })
  await settle()
  // Money that no list shows, as much as one of the payouts.
  await bank.control('POST', '/partners/efi/deposit', { amount: '4.00' })
  await sql`delete from balance_proofs where connection_id = ${efi}`
  expect(await compareByWorker(7)).toEqual({ state: 'Running', gap: null })
  await endPayouts()
  expect([await compareByWorker(5), await openGaps()]).toMatchObject([{ state: 'Gap', gap: 4_000_000n }, [{}]])
  // While another payment explains it, an operator who compares does not close it.
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  await bank.control('POST', '/partners/efi/fee', { amount: '4.00' })
  await shop.createCashOut({ amount: '3', webhook, ...joao })
  await settle()
  expect([await compareNow(), await openGaps()]).toMatchObject([{ gap: '4.000000' }, [{}]])
  await endPayouts()
  expect([await compareNow(), await openGaps()]).toMatchObject([{ gap: '0.000000' }, []])
})

test('a tariff of the bank is a gap after five comparisons: an exception, and a fault of the audit, until it is booked', async () => {
  await bank.control('POST', '/partners/efi/fee', { amount: '1.50' })
  await sql`delete from balance_proofs`
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await openGaps()).toEqual([])
    await passTime(61)
    expect(await proveMissing(needs)).toBe(1)
  }
  expect(await proveMissing(needs)).toBe(0)
  const [gap] = await openGaps()
  expect((await auditBooks(needs)).map(({ row, fault }) => [row, fault.replace(/on \S+ /, '')])).toEqual([
    ['bank efi', 'it holds 1.50 less than the books say'],
  ])
  const operator = await newOperator()
  const path = `/operator/merchants/${gap?.merchantId}/exceptions/${gap?.id}`
  const { data } = (await operator.get(path)).body
  expect([data.difference, data.gap, data.actions.map(({ act }: { act: string }) => act)]).toEqual([
    'balanceGap',
    '-1.500000',
    ['adjust', 'bookTariff', 'bookWithdrawal', 'note'],
  ])
  const form = { act: 'bookTariff', note: 'Tariff of November', evidence: 'Statement, line 3', amount: '1.50' }
  expect((await approved(await operator.post(`${path}/end`, form))).status).toBe(200)
  expect(await sql`select tariffs from balances where merchant_id = ${platformId}`).toEqual([{ tariffs: -1_500_000n }])
  expect(await compareNow()).toMatchObject({ gap: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a gap that has changed is booked as it is now, and not as it was', async () => {
  await bank.control('POST', '/partners/efi/fee', { amount: '2.00' })
  expect(await compareNow()).toMatchObject({ gap: '-2.000000' })
  const [gap] = await openGaps()
  const operator = await newOperator()
  const path = `/operator/merchants/${gap?.merchantId}/exceptions/${gap?.id}`
  const book = (amount: string) =>
    operator.post(`${path}/end`, { act: 'bookTariff', note: 'Tariff', amount, evidence: 'Statement' })
  const asked = await book('2')
  await bank.control('POST', '/partners/efi/deposit', { amount: '1.50' })
  expect(await compareNow()).toMatchObject({ gap: '-0.500000' })
  expect((await approved(asked)).status).toBe(409)
  expect((await operator.get(path)).body.data).toMatchObject({ gap: '-0.500000', amount: '0.500000' })
  expect(refusalOf(await book('2'))[0]).toBe(409)
  expect((await approved(await book('0.50'))).status).toBe(200)
  expect(await compareNow()).toMatchObject({ gap: '0.000000' })
})

test('a gap that closes by itself ends its exception', async () => {
  await bank.control('POST', '/partners/efi/deposit', { amount: '3.00' })
  expect(await compareNow()).toMatchObject({ gap: '3.000000' })
  expect(await openGaps()).toHaveLength(1)
  await bank.control('POST', '/partners/efi/fee', { amount: '3.00' })
  expect(await compareNow()).toMatchObject({ gap: '0.000000' })
  expect(await openGaps()).toEqual([])
})

test('the platform withdraws its fees up to what is its own, and the bank agrees', async () => {
  await bank.control('POST', '/partners/efi/fee', { amount: '0.80' })
  const operator = await newOperator()
  const form = { name: 'feesWithdrawn', reason: 'Fees of November', evidence: 'Transfer 4711' }
  const post = (amount: string) => operator.post(`${balancePath(efi)}/postings`, { ...form, amount })
  expect(refusalOf(await post('200000'))[1]).toBe('InsufficientBalance')
  expect((await approved(await post('0.80'))).status).toBe(200)
  const { adjustments } = (await operator.get(balancePath(efi))).body.data
  expect(adjustments[0]).toMatchObject({ name: 'feesWithdrawn', amount: '-0.800000', madeBy: 'Olga Lima' })
  expect(await compareNow()).toMatchObject({ gap: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('each bank says its balance in its own words; of one that does not, an operator enters it', async () => {
  const inter = await bank.connect(needs, 'inter', false)
  expect(await compareNow(inter)).toMatchObject({ bank: '100000.000000', gap: '0.000000', enteredBy: null })
  const { scopes: _, ...given } = await bank.settingsOf('sicoob')
  const scopes = 'cob.read cob.write pix.read pix.write webhook.read webhook.write pixpagamentos_consulta cco_consulta'
  const sicoob = await connectBank(needs, {
    name: 'sicoob',
    dialect: 'sicoob',
    isDefault: false,
    settings: { ...given, scopes, accountNumber: '1234' },
  })
  expect(await compareNow(sicoob.id)).toMatchObject({ bank: '100000.000000', gap: '0.000000' })
  const standard = await bank.connect(needs, 'standard', false)
  const operator = await newOperator()
  expect(refusalOf(await operator.post(`${balancePath(standard)}/proofs`))).toEqual([409, 'BankReportsOtherwise'])
  const { body } = await enter(standard, { amount: '12.34' })
  expect(body.data.proofs[0]).toMatchObject({ bank: '12.340000', enteredBy: 'Olga Lima' })
})

test('a figure that one operator enters neither replaces what the bank reports nor books money as the platform’s own', async () => {
  await bank.control('POST', '/partners/efi/fee', { amount: '2.00' })
  const { books } = await compareNow()
  expect(refusalOf(await enter(efi, { amount: books }))).toEqual([409, 'BankReportsOtherwise'])
  expect(await compareNow()).toMatchObject({ gap: '-2.000000', enteredBy: null })
  await bank.control('POST', '/partners/efi/deposit', { amount: '2.00' })
  expect(await compareNow()).toMatchObject({ gap: '0.000000' })
  const own = await sql`select fees from balances where merchant_id = ${platformId}`
  const [standard] = await sql<{ id: string }[]>`select id from bank_connections where name = 'standard'`
  const { body } = await enter(standard?.id ?? '', { amount: '500000' })
  expect(body.data.proofs[0]).toMatchObject({ gap: '500000.000000' })
  expect(await sql`select fees from balances where merchant_id = ${platformId}`).toEqual(own)
  expect(await sql`select 1 from adjustments where connection_id = ${standard?.id ?? null}`).toEqual([])
})

test('an entered balance that closes a gap needs evidence and another operator, who sees what it rests on', async () => {
  const [standard] = await sql<{ id: string }[]>`select id from bank_connections where name = 'standard'`
  const id = standard?.id ?? ''
  await (await newOperator())
    .post(`${balancePath(id)}/postings`, { name: 'ownMoneyAdded', amount: '20', reason: 'Float', evidence: 'Line 1' })
    .then(approved)
  const last = async () => (await (await newOperator()).get(balancePath(id))).body.data.proofs[0] as ProofView
  expect((await enter(id, { amount: '15' })).status).toBe(201)
  const gaps = () => sql`select 1 from bank_exceptions where connection_id = ${id} and state = 'Open'`
  expect([(await last()).gap, (await gaps()).length]).toEqual(['-5.000000', 1])

  const closing = { amount: '20', evidence: 'Statement of today, line 7' }
  expect((await enter(id, { amount: '20' })).body.error.details).toMatchObject([{ code: 'required' }])
  const asked = await enter(id, closing)
  const late = await enter(id, { ...closing, evidence: 'Statement of today, line 8' })
  expect([asked.status, (await last()).gap, (await gaps()).length]).toEqual([202, '-5.000000', 1])
  const [request] = await sql`select details from operator_requests where id = ${asked.body.data.requested.id}`
  expect(request?.['details']).toMatchObject({ ...closing, books: '20.000000', closesGap: true })
  expect((await approved(asked)).status).toBe(200)
  expect([await last(), await gaps()]).toMatchObject([{ gap: '0.000000', enteredBy: 'Olga Lima' }, []])
  const [entry] =
    await sql`select details from audit_entries where act = 'bank.enterBalance' order by sequence desc limit 1`
  expect(entry?.['details']).toMatchObject(closing)
  // What was asked for against another comparison is outdated.
  expect((await approved(late)).status).toBe(409)
  // Where there is no gap one person is enough.
  expect((await enter(id, { amount: '20' })).status).toBe(201)
})

test('many payments on their way do not hide a gap: what stays the same over five comparisons is one', async () => {
  await bank.control('POST', '/partners/efi/deposit', { amount: '500.00' })
  await (await newOperator())
    .post(`${balancePath(efi)}/postings`, {
      name: 'ownMoneyAdded',
      amount: '500',
      reason: 'Float',
      evidence: 'Transfer 12',
    })
    .then(approved)
  expect(await compareNow()).toMatchObject({ gap: '0.000000' })
  const sender = await trilho.newMerchant({ balance: '500' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  for (let n = 0; n < 30; n++)
    await sender.createCashOut({ amount: `${n + 1}.${10 + ((n * 37) % 89)}`, webhook, ...joao })
  await settle()
  const prove = async (attempts: number) => {
    await sql`delete from balance_proofs where connection_id = ${efi}`
    return [(await compareByWorker(attempts))?.state]
  }
  // Money that came to the bank, and no list shows it.
  await bank.control('POST', '/partners/efi/deposit', { amount: '240.55' })
  expect([await prove(4), await openGaps()]).toMatchObject([['Running'], []])
  expect([await prove(5), await openGaps()]).toMatchObject([['Gap'], [{}]])
  // An operator who compares in between does not close it either.
  await compareNow()
  expect(await openGaps()).toHaveLength(1)
})
