import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { releaseHeld } from '../../../src/money/bank-orders/hold-payouts.ts'
import { requireRail } from '../../../src/money/rails/rails-of.ts'
import { compareLostTime } from '../../../src/operations/recovery/compare-lost-time.ts'
import { prepareRecovery } from '../../../src/operations/recovery/prepare-recovery.ts'
import { releaseMoney } from '../../../src/operations/recovery/release-money.ts'
import { beginRecovery, readOpenRecovery } from '../../../src/platform/db/recoveries.ts'
import { parseAmount } from '../../../src/platform/brazil/money.ts'
import { act } from './act.ts'
import { type Beside, type DialectName, type Diary, cents, dialect, isRefusal, shopName } from './diary.ts'
import { backUpRows, restoreRows } from './lost-rows.ts'
import { payoutTo } from './merchant-actions.ts'
import { passTime } from './pass-time.ts'

export const recoveryActions = {
  /** Somebody pays at the bank itself. */
  'send by hand': act({
    weight: 2,
    fields: { partner: dialect, cents },
    perform: (beside, _diary, input) => sendUnbooked(beside, input.partner, input.cents),
  }),

  /**
   * The books went back to the start of the run: what they have forgotten is a payout that only the bank knows. Money is held
   * until a person releases it, and a merchant may repeat the order.
   */
  restore: act({
    weight: 2,
    fields: { partner: dialect, cents, shop: shopName, isReleased: fc.boolean(), isRepeated: fc.boolean() },
    perform: async (beside, diary, input) => {
      const { needs, sql } = beside.trilho
      await sendUnbooked(beside, input.partner, input.cents)
      const [at, lostFrom] = [needs.clock(), diary.since]
      await sql.begin(tx => beginRecovery(tx, { cause: 'backup', role: 'replacement', lostFrom, at }))
      await prepareRecovery(needs)
      if (input.isReleased) await release(beside, diary)
      if (input.isRepeated)
        await diary.shops[input.shop].api.requestCashOut(payoutTo('joao', input.cents)).catch(() => null)
    },
  }),

  /**
   * A backup is restored that lacks the payouts made since: their rows are lost, and the bank has paid them. Servers and
   * workers start on the restored rows with money held; the merchant may repeat what it does not find.
   */
  'lose rows': act({
    weight: 1,
    fields: { shop: shopName, cents, isReleased: fc.boolean(), isRepeated: fc.boolean() },
    perform: async (beside, diary, input) => {
      const { trilho, server, worker, happened } = beside
      const lostFrom = trilho.needs.clock()
      await backUpRows(trilho.sql)
      const order = payoutTo('joao', input.cents)
      const { api } = diary.shops[input.shop]
      const answer = await api.requestCashOut(order).catch(() => null)
      const isPaid = async () =>
        (
          await trilho.sql`
          select 1 as one from transactions
           where order_id = ${order.transaction.orderId} and state = 'Completed'`
        ).length > 0
      for (let looks = 0; answer?.status === 201 && looks < 20 && !(await isPaid()); looks++) {
        await passTime(beside, 1)
        await sleep(100)
      }
      if (await isPaid()) happened.add('rows of a paid payout lost')
      const at = trilho.needs.clock()
      const begun = { cause: 'backup', role: 'replacement', lostFrom, at } as const
      const restore = async () => {
        for (const endToEndId of await returnedPayments(beside)) diary.forgottenReturns.add(endToEndId)
        for (const endToEndId of await calledBack(beside)) beside.lostCallbacks.add(endToEndId)
        await restoreRows(trilho.sql, tx => beginRecovery(tx, begun))
        await prepareRecovery(trilho.needs)
      }
      await server.restart(() => worker.restart(restore))
      if (input.isReleased) await release(beside, diary)
      if (input.isRepeated) await api.requestCashOut(payoutTo('joao', input.cents)).catch(() => null)
    },
  }),
}

/** Payments of which a return is ordered or made. */
const returnedPayments = async ({ trilho: { sql } }: Beside): Promise<string[]> =>
  (
    await sql<{ endToEndId: string }[]>`
      select end_to_end_id from transactions t
       where operation in ('pixCashIn', 'pixBill', 'paymentInitiation', 'unmatchedPayment') and end_to_end_id is not null
         and (refunded_amount > 0 or refunding_amount > 0
              or exists (select 1 from bank_orders o where o.transaction_id = t.id and o.kind = 'return'))`
  ).map(({ endToEndId }) => endToEndId)

/** Payments whose callback the backup lacks. */
const calledBack = async ({ trilho: { sql } }: Beside): Promise<string[]> =>
  (
    await sql<{ endToEndId: string }[]>`
      select pix ->> 'endToEndId' as end_to_end_id
        from bank_notices n, jsonb_array_elements(n.body::jsonb -> 'pix') as pix
       where not exists (select 1 from backup.bank_notices b where b.id = n.id)`
  ).map(({ endToEndId }) => endToEndId)

/** A payout that no order of ours has asked for. The bank may refuse it, or not answer. */
async function sendUnbooked({ trilho: { needs }, connections }: Beside, partner: DialectName, whole: number) {
  const { amount, key, recipient } = payoutTo('joao', whole)
  const [bankOrderId, transactionId] = [randomUUID(), randomUUID()]
  const about = { bankReference: null, causeFromNotice: null, isSentBefore: false, keyType: key.type, key: key.value }
  const to = { recipient: { name: recipient.name, taxNumber: recipient.cpf }, amount: parseAmount(amount) }
  const call = { signal: AbortSignal.timeout(2_000), remember: async () => {} }
  await needs
    .railsOf(connections[partner])
    .then(({ payouts }) => requireRail(payouts).sendPayout({ bankOrderId, transactionId, ...about, ...to }, call))
    .catch(() => null)
}

type SentOut = { partner: string; state: string; amount: string; endToEndId: string; settledAt: string }

/** Compares the banks and releases money, with the statement of Sicoob, which lists no payouts. False: it is refused. */
async function release(beside: Beside, { since }: Diary): Promise<boolean> {
  const { trilho, bank } = beside
  await passTime(beside, 16 * 60)
  await compareLostTime(trilho.needs)
  const lostFrom = (await readOpenRecovery(trilho.sql))?.lostFrom ?? since
  // A payout that was sent just before may be completed in the books since.
  const completed = await trilho.sql<{ endToEndId: string }[]>`
    select end_to_end_id from transactions where operation = 'pixCashOut' and completed_at >= ${lostFrom}`
  const isSince = ({ settledAt, endToEndId }: SentOut) =>
    Date.parse(settledAt) >= lostFrom.getTime() || completed.some(one => one.endToEndId === endToEndId)
  const sent = ((await bank.control('GET', '/payouts?all')) as SentOut[]).filter(
    one => one.partner === 'sicoob' && one.state === 'Paid',
  )
  const total = sent.filter(isSince).reduce((sum, { amount }) => sum + parseAmount(amount), 0n)
  // Of a payout that was sent before then, the callback may have come since, and be lost.
  const endToEndIds = sent
    .filter(one => Date.parse(one.settledAt) >= since.getTime() || isSince(one))
    .map(one => one.endToEndId)
  const statement = { bank: 'sicoob', total, endToEndIds }
  const compared = { note: 'compared', checkedByHand: ['sicoob'], statements: [statement], by: 'Olga' }
  const refusal = await releaseMoney(trilho.needs, compared).catch(isRefusal)
  await releaseHeld(trilho.needs)
  return refusal === undefined
}

/** Money may leave again; true: it may. */
export const endRecovery = async (beside: Beside, diary: Diary): Promise<boolean> =>
  (await readOpenRecovery(beside.trilho.sql)) === null || release(beside, diary)
