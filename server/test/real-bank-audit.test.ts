import { expect, test } from 'vitest'
import { openBooks } from '../src/money/ledger/books.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import type { Sql, Tx } from '../src/platform/db/db.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, and errors that are planted in its books. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep } = sharedTime(trilho, bank)
await bank.connect(needs, 'efi', true)
await untilDone(() => ensureCallbackUrls(needs))
const { pixKey } = await bank.settingsOf('efi')

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}
const api = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10', chargeRate: 990_000n })

async function settle() {
  for (let round = 0; round < 4; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
}

async function newPaid(amount: string) {
  const id = await api.createCashIn({ amount, webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  return id
}

const received = [await newPaid('10'), await newPaid('20')] as const
await sweep()
const sent = [
  await api.createCashOut({ amount: '3', webhook, ...joao }),
  await api.createCashOut({ amount: '4', webhook, ...joao }),
] as const
await api.refund(received[1], { amount: '5' })
await settle()

/** Waits at the bank: a payout, a refund, and a plain transfer that is for no charge. */
await bank.control('PUT', '/settings', { payoutDelayMs: null, refundDelayMs: null })
const leaving = await api.createCashOut({ amount: '6', webhook, ...joao })
await api.refund(received[0], { amount: '2' })
await bank.control('POST', `/keys/${pixKey}/pay`, { amount: '8.00' })
await settle()
await untilDone(() => sweepPayments(needs))
const [unmatched] = await sql<{ id: string }[]>`
  select id from transactions where operation = 'unmatchedPayment' and state = 'Completed'`
const unmatchedId = unmatched?.id ?? ''

test('payments that wait for a bank, refunds and unmatched payments are right books', async () => {
  expect(await sql`select kind, subject is null as plain from bank_orders order by kind`).toEqual([
    { kind: 'payout', plain: true },
    { kind: 'return', plain: false },
  ])
  expect(await sql`select kind from bank_exceptions where state = 'Open'`).toEqual([{ kind: 'return' }])
  expect(await auditBooks(needs)).toEqual([])
})

/** Plants an error, looks what the audit says, and takes it back. */
async function faultsAfter(plants: (tx: Tx) => Promise<unknown>) {
  let faults: Awaited<ReturnType<typeof auditBooks>> = []
  await unwatched(sql, async tx => {
    await plants(tx)
    faults = await auditBooks({ sql: tx as unknown as Sql })
    throw new Error('taken back')
  }).catch((error: Error) => expect(error.message).toBe('taken back'))
  return faults
}

/** Posts as the books do, with right balances: only what was posted is wrong. */
const postAgain =
  (merchantId: string, transactionId: string, name: 'unmatchedMatched' | 'cashOutSettled') => async (tx: Tx) => {
    const books = await openBooks(tx, [merchantId])
    const [t] = await tx<{ amount: bigint; charges: bigint }[]>`
      select amount, charges from transactions where id = ${transactionId}`
    const { amount = 0n, charges = 0n } = t ?? {}
    books.post({ merchantId, transactionId, name, amount, charges, at: needs.clock() })
    await books.close()
  }

const match = (tx: Tx) => tx`
  update transactions set state = 'Cancelled', cancelled_at = now() where id = ${unmatchedId}`

test.each<[title: string, plants: (tx: Tx) => Promise<unknown>, rows: string[], fault: RegExp]>([
  [
    'a received payment is booked in two charges',
    tx => tx`
      update transactions set end_to_end_id = (
               select end_to_end_id from transactions where merchant_id = ${api.merchantId} and id = ${received[0]})
       where merchant_id = ${api.merchantId} and id = ${received[1]}`,
    [`transaction ${received[1]}`],
    /booked in transaction .* too/,
  ],
  [
    'a sent payment is booked in two payouts',
    tx => tx`
      update transactions set end_to_end_id = (
               select end_to_end_id from transactions where merchant_id = ${api.merchantId} and id = ${sent[0]})
       where merchant_id = ${api.merchantId} and id = ${sent[1]}`,
    [`transaction ${sent[0]}`, `transaction ${sent[1]}`],
    /booked in transaction .* too/,
  ],
  [
    'a completed refund says another amount',
    tx => tx`update refunds set amount = amount - 1 where transaction_id = ${received[1]}`,
    [`transaction ${received[1]}`],
    /not that of its completed refunds/,
  ],
  [
    'a completed refund is gone',
    tx => tx`delete from refunds where transaction_id = ${received[1]}`,
    [`transaction ${received[1]}`],
    /not that of its completed refunds/,
  ],
  [
    'the bank order of a payout is gone',
    tx => tx`delete from bank_orders where transaction_id = ${leaving}`,
    [`transaction ${leaving}`],
    /without a bank order or an open exception/,
  ],
  [
    'the bank order of a refund is gone',
    tx => tx`delete from bank_orders where transaction_id = ${received[0]}`,
    [`transaction ${received[0]}`],
    /without a bank order or an open exception/,
  ],
  [
    'nobody is asked about an unmatched payment any more',
    tx => tx`
      update bank_exceptions set state = 'Ended', ended_at = now(), ended_by = 'nobody', act = 'note', note = ''
       where transaction_id = ${unmatchedId}`,
    [`transaction ${unmatchedId}`],
    /without a bank order or an open exception/,
  ],
  [
    'a payment was charged less than its plan says',
    tx => tx`update transactions set charge_fixed = charge_fixed + 10000 where id = ${received[0]}`,
    [`transaction ${received[0]}`],
    /not those of its plan/,
  ],
  [
    'a payout was charged more than its plan says',
    tx => tx`update transactions set charge_rate = 0 where id = ${sent[0]}`,
    [`transaction ${sent[0]}`],
    /not those of its plan/,
  ],
  [
    'an unmatched payment leaves suspense twice',
    async tx => {
      await match(tx)
      await tx`delete from received_payments where transaction_id = ${unmatchedId}`
      await postAgain(platformId, unmatchedId, 'unmatchedMatched')(tx)
      await postAgain(platformId, unmatchedId, 'unmatchedMatched')(tx)
    },
    ['suspense', `transaction ${unmatchedId}`],
    /\[unmatchedReceived unmatchedMatched unmatchedMatched\]/,
  ],
  [
    'a payout is settled twice',
    postAgain(api.merchantId, sent[0], 'cashOutSettled'),
    [`transaction ${sent[0]}`],
    /\[cashOutHeld cashOutSettled cashOutSettled\]/,
  ],
  [
    'suspense lacks an unmatched payment',
    async tx => {
      await tx`alter table balances drop constraint balances_check`
      await tx`update balances set suspense = suspense - 1 where merchant_id = ${platformId}`
    },
    ['balance', 'suspense'],
    /not the sum of the open unmatched payments/,
  ],
  [
    'what a bank holds by the books was summed up wrongly',
    tx => tx`
      insert into connection_balances as b (connection_id, amount) select id, 10000 from bank_connections
          on conflict (connection_id) do update set amount = b.amount + 10000`,
    ['bank efi'],
    /not the sum of its postings/,
  ],
])('when %s, the audit names the row', async (_title, plants, rows, fault) => {
  const faults = await faultsAfter(plants)
  expect([...new Set(faults.map(({ row }) => row))].toSorted()).toEqual(rows.toSorted())
  expect(faults.map(one => one.fault).join('\n')).toMatch(fault)
})
