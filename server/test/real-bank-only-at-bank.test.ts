import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { releaseHeld } from '../src/money/bank-orders/hold-payouts.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import type { ExceptionAct } from '../src/operations/exceptions/actions.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { compareLostTime } from '../src/operations/recovery/compare-lost-time.ts'
import { prepareRecovery } from '../src/operations/recovery/prepare-recovery.ts'
import { releaseMoney } from '../src/operations/recovery/release-money.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { beginRecovery } from '../src/platform/db/recoveries.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

// Payouts that only their bank knows: what it has in process, and what comes back of them.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep, resendCallbacks } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
await processCallbacks(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}
type Dialect = 'efi' | 'inter' | 'sicoob'

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  await sql`delete from recoveries`
  const faults = await auditBooks(needs)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
})

type AtBank = { ownId: string; requestId: string; endToEndId: string }

/** A payout that the books do not have. */
async function sendElsewhere(dialect: Dialect, amount: string): Promise<AtBank> {
  const { payouts } = await needs.railsOf(connections[dialect])
  const bankOrderId = randomUUID()
  const about = { bankReference: null, causeFromNotice: null, isSentBefore: false, transactionId: bankOrderId }
  const to = { keyType: 'EMAIL', key: joao.key.value, recipient: { name: null, taxNumber: joao.recipient.cpf } }
  const call = { signal: AbortSignal.timeout(10_000), remember: async () => {} }
  const before = new Set(((await bank.control('GET', '/payouts?all')) as AtBank[]).map(one => one.requestId))
  await payouts?.sendPayout({ bankOrderId, ...about, ...to, amount: parseAmount(amount) }, call)
  const made = ((await bank.control('GET', '/payouts?all')) as AtBank[]).find(one => !before.has(one.requestId))
  if (made === undefined) throw new Error('the bank has no new payout')
  return made
}

const decide = (one: AtBank, how: 'complete' | 'refuse' | 'return', body: object = {}) =>
  bank.control('POST', `/payouts/${one.endToEndId || one.requestId || one.ownId}/${how}`, body)

const exceptionsOf = ({ endToEndId }: AtBank) => sql<
  { merchantId: string; id: string; subject: string; said: { code: string; value: string }; state: string }[]
>`
  select merchant_id, id, subject, said, state from bank_exceptions
   where end_to_end_id = ${endToEndId} and transaction_id is null order by id`
const openOf = async (one: AtBank) => (await exceptionsOf(one)).find(({ state }) => state === 'Open')

const evidence = 'Statement, line 12'
type Ending = { act: ExceptionAct; bookedTo?: string; amount?: string; endToEndId?: string }

/** Why it is refused; null: it is done. */
const end = async (found: { merchantId: string; id: string } | undefined, { amount, ...ending }: Ending) =>
  endException(needs, {
    merchantId: found?.merchantId ?? '',
    id: found?.id ?? '',
    by: 'Olga',
    note: 'as the bank says',
    evidence,
    ...(amount && { amount: parseAmount(amount) }),
    ...ending,
  }).then(
    () => null,
    (error: { reason?: string; message: string }) => `${error.reason}: ${error.message}`,
  )

const reconcile = async (dialect: Dialect) =>
  (await reconcileDay(needs, { connectionId: connections[dialect], day: dayOf(needs.clock()) })).state

async function restore() {
  const at = needs.clock()
  const lostFrom = new Date(at.getTime() - 600_000)
  await sql.begin(tx => beginRecovery(tx, { cause: 'backup', role: 'replacement', lostFrom, at }))
  await prepareRecovery(needs)
  await passTime(16 * 60)
  await compareLostTime(needs)
}

test('a forgotten payout that its bank has in process is not booked, and its difference closes when the bank refuses it', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const sent = await sendElsewhere('efi', '7')
  await restore()
  expect((await openOf(sent))?.said).toEqual({ code: 'amountInProcess', value: '7.00' })
  for (const act of ['adjust', 'bookWithdrawal'] as const)
    expect(await end(await openOf(sent), { act, bookedTo: shop.merchantId, amount: '7' })).toContain(
      'BankReportsOtherwise: the bank reports the payout',
    )

  // Its merchant repeats it, and a person takes the repeat for the forgotten one.
  await releaseMoney(needs, {
    by: 'Olga',
    note: 'compared',
    checkedByHand: ['sicoob', 'standard'],
    statements: [{ bank: 'sicoob', total: 0n, endToEndIds: [] }],
  })
  const id = await shop.createCashOut({ amount: '7', webhook, ...joao })
  await releaseHeld(needs)
  await needs.bankOrders.stepAndWait()
  const [repeat] = await sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from bank_exceptions where transaction_id = ${id} and state = 'Open'`
  expect(await end(repeat, { act: 'settle', endToEndId: sent.endToEndId })).toContain('BankReportsOtherwise')
  expect(await shop.stateOf(id)).toBe('Created')

  await decide(sent, 'refuse')
  await sweep()
  expect((await exceptionsOf(sent)).map(({ state }) => state)).toEqual(['Ended'])
  expect(await end(repeat, { act: 'settle', endToEndId: sent.endToEndId })).toContain('BankReportsOtherwise')
  expect(await reconcile('efi')).toBe('Clean')

  // What the bank has refused stops no payout.
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  expect(await end(repeat, { act: 'sendAgain' })).toBeNull()
  for (let round = 0; round < 3; round++) {
    await passTime(60)
    await needs.bankOrders.stepAndWait()
  }
  expect([await shop.stateOf(id), await shop.availableBalance()]).toEqual(['Completed', '43.000000'])
})

test('a forgotten payout that its bank had in process is booked once it is paid', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const sent = await sendElsewhere('efi', '8')
  await restore()
  expect((await openOf(sent))?.said.code).toBe('amountInProcess')
  await decide(sent, 'complete')
  await sweep()
  expect((await openOf(sent))?.said).toEqual({ code: 'amountSent', value: '8.00' })
  expect(await end(await openOf(sent), { act: 'adjust', bookedTo: shop.merchantId, amount: '8' })).toBeNull()
  expect([await shop.availableBalance(), await reconcile('efi')]).toEqual(['42.000000', 'Clean'])
})

test('of a payout that only the bank knows, what is booked is what has not come back by then', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  const sent = await sendElsewhere('efi', '10')
  await bank.control('POST', '/callback-faults', { kind: 'drop', times: 2 })
  await decide(sent, 'return', { amount: '4.00' })
  expect(await reconcile('efi')).toBe('Different')
  expect((await openOf(sent))?.said).toEqual({ code: 'amountSent', value: '6.00' })
  await decide(sent, 'return', { amount: '1.00' })
  expect(await end(await openOf(sent), { act: 'adjust', bookedTo: shop.merchantId, amount: '6' })).toContain(
    'BankReportsOtherwise: the bank reports 10.00 as sent and 5.00 of it as returned',
  )
  expect(await end(await openOf(sent), { act: 'adjust', bookedTo: shop.merchantId, amount: '5' })).toBeNull()
  expect([await shop.availableBalance(), await reconcile('efi')]).toEqual(['45.000000', 'Clean'])
})

test.each(['callback', 'list of the day'] as const)(
  'what comes back of a payout that an adjustment books is booked back to the same merchant, once, by the %s',
  async by => {
    const shop = await trilho.newMerchant({ balance: '50' })
    const sent = await sendElsewhere('efi', '10')
    expect(await reconcile('efi')).toBe('Different')
    expect(await end(await openOf(sent), { act: 'adjust', bookedTo: shop.merchantId, amount: '10' })).toBeNull()
    for (const [part, all, left] of [
      ['4.00', '4.00', '44.000000'],
      ['6.00', '10.00', '50.000000'],
    ] as const) {
      if (by !== 'callback') await bank.control('POST', '/callback-faults', { kind: 'drop' })
      await decide(sent, 'return', { amount: part })
      if (by === 'callback') await resendCallbacks('payout returned')
      else expect(await reconcile('efi')).toBe('Different')
      const found = await openOf(sent)
      expect([found?.subject, found?.said.value]).toEqual(['reconciliation payoutReturned', all])
      const operator = await newPortalPerson(trilho, { isOperator: true })
      const shown = await operator.get(`/operator/merchants/${found?.merchantId}/exceptions/${found?.id}`)
      expect(shown.body.data.actions).toEqual([
        { act: 'adjust', needs: ['amount', 'evidence'] },
        { act: 'note', needs: [] },
      ])
      const both = await Promise.all([1, 2].map(() => end(found, { act: 'adjust', amount: part })))
      expect(both.filter(one => one === null)).toHaveLength(1)
      expect([await shop.availableBalance(), await reconcile('efi')]).toEqual([left, 'Clean'])
    }
  },
)

test('what comes back of a withdrawal of the platform is its own again', async () => {
  const shop = await trilho.newMerchant({ chargeFixed: '2' })
  const paid = await shop.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${paid}`
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  await sweep()
  const fees = async () => (await sql`select fees from balances where merchant_id = ${platformId}`)[0]?.['fees']
  const before = await fees()
  const sent = await sendElsewhere('efi', '1')
  await reconcile('efi')
  expect(await end(await openOf(sent), { act: 'bookWithdrawal', amount: '1' })).toBeNull()
  await decide(sent, 'return')
  await resendCallbacks('payout returned')
  expect(await end(await openOf(sent), { act: 'adjust', amount: '1' })).toBeNull()
  expect([await fees(), await reconcile('efi')]).toEqual([before, 'Clean'])
})

test('a payout that only Inter knows, and that comes back, needs nobody, or is booked back where it was adjusted', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  const [first, second] = [await sendElsewhere('inter', '3'), await sendElsewhere('inter', '4')]
  await resendCallbacks('payout ended')
  expect(await end(await openOf(second), { act: 'adjust', bookedTo: shop.merchantId, amount: '4' })).toBeNull()
  for (const one of [first, second]) await decide(one, 'return')
  // As Inter reports such a payout when it is asked.
  const asked = { partner: 'inter', method: 'GET', path: '/banking/v2/pix', times: 20 }
  await bank.control('POST', '/faults', { kind: 'fields changed', values: { status: 'DEVOLVIDO' }, ...asked })
  await resendCallbacks('payout ended')
  expect(await openOf(first)).toBeUndefined()
  expect((await openOf(second))?.subject).toBe('reconciliation payoutReturned')
  expect(await end(await openOf(second), { act: 'adjust', amount: '4' })).toBeNull()
  expect([await shop.availableBalance(), await reconcile('inter')]).toEqual(['50.000000', 'Clean'])
})

test('a payout whose callback was given up in the lost time is booked when its callback comes again, and the recovery is released', async () => {
  const shop = await trilho.newMerchant({ balance: '50' })
  await restore()
  const sent = await sendElsewhere('sicoob', '4.30')
  const waiting = async () => (await sql`select 1 as one from bank_notices where next_step_at is not null`).length
  await expect.poll(waiting).toBeGreaterThan(0)
  const hidden = { kind: 'malformed', partner: 'sicoob', method: 'GET', path: '/pagamentos', times: 1_000 }
  await bank.control('POST', '/faults', hidden)
  for (let hour = 0; hour < 15; hour++) {
    await passTime(3_601)
    await processCallbacks(needs)
  }
  expect((await openOf(sent))?.said.code).toBe('noEnd')
  await bank.control('DELETE', '/faults')
  const statement = { bank: 'sicoob', total: parseAmount('4.30'), endToEndIds: [] }
  const checkedByHand = ['sicoob', 'standard']
  const release = () =>
    releaseMoney(needs, { by: 'Olga', note: 'compared', checkedByHand, statements: [statement] }).then(
      () => 'released',
      (error: { reason?: string }) => error.reason,
    )
  expect(await release()).toBe('RecoveryNotCompared')

  await resendCallbacks('payout ended')
  expect((await openOf(sent))?.said).toEqual({ code: 'amountSent', value: '4.30' })
  expect(await end(await openOf(sent), { act: 'adjust', bookedTo: shop.merchantId, amount: '4.30' })).toBeNull()
  expect([await release(), await shop.availableBalance()]).toEqual(['released', '45.700000'])
})
