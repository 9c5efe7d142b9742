import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { resumeMerchant, suspendMerchant } from '../../../src/tenancy/merchants/suspension.ts'
import { rotateCredentials } from '../../../src/money/rails/rotate-credentials.ts'
import type { Trilho } from '../trilho.ts'
import { mostSteps } from '../../../src/money/bank-orders/schedule.ts'
import { findConnection, pauseConnection } from '../../../src/money/rails/connections.ts'
import { endException } from '../../../src/operations/exceptions/end-exception.ts'
import { act } from './act.ts'
import { type Beside, type Diary, cents, dialect, dialects, isRefusal, oneOf, which } from './diary.ts'
import { payoutTo } from './merchant-actions.ts'

export const operatorActions = {
  /** A bank replaces its credentials: the old ones are refused until an operator has changed them here. */
  'new credentials': act({
    weight: 1,
    fields: { partner: dialect },
    perform: async (beside, diary, { partner }) => {
      await beside.bank.renew(partner)
      diary.renewed.add(partner)
      await changeCredentials(beside, diary).catch(() => null)
    },
  }),

  suspend: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, { merchants }, input) => suspend(trilho, oneOf(merchants, input.which) ?? ''),
  }),
  resume: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, { merchants }, input) => resume(trilho, oneOf(merchants, input.which) ?? ''),
  }),

  'pause bank': act({
    weight: 2,
    fields: { dialect, isPaused: fc.boolean() },
    perform: ({ trilho: { needs }, connections }, _diary, input) =>
      pauseConnection(needs, connections[input.dialect], input.isPaused ? needs.clock() : null),
  }),

  /** An order comes to the end of its schedule: without a result in its next step it is an exception. */
  'last step': act({
    weight: 2,
    fields: { which },
    perform: async ({ trilho: { sql } }, _diary, input) => {
      const waiting = await sql<{ id: string }[]>`select id from bank_orders where state = 'Waiting' order by id`
      await sql`update bank_orders set step = ${mostSteps - 1} where id = ${oneOf(waiting, input.which)?.id ?? null}`
    },
  }),

  /** A person believes that the bank will not pay, or has it asked again. */
  'end exception': act({
    weight: 2,
    fields: { which, action: fc.constantFrom('release', 'sendAgain') },
    perform: async (beside, _diary, input) => {
      const one = oneOf(await undecidedExceptions(beside), input.which)
      // Inter cannot be asked about a payout without its reference: its outcome is found by the reconciliation only.
      const canRelease = one?.kind === 'payout' && one.connectionId !== beside.connections.inter
      if (one !== undefined) await endBy(beside, one, canRelease ? input.action : 'sendAgain')
    },
  }),
}

/** A payout that the bank has in process comes to its last step, and is released while the bank says that it has none. */
export const releaseTooEarly = act({
  weight: 1,
  fields: { dialect: fc.constantFrom('efi', 'sicoob'), cents },
  perform: async (beside, { apis }, input) => {
    const { bank, trilho } = beside
    await bank.control('PUT', '/settings', { payoutDelayMs: 20_000, refundDelayMs: 20_000 })
    const answer = await apis[input.dialect].requestCashOut(payoutTo('joao', input.cents)).catch(() => null)
    const id = answer?.status === 201 ? answer.body.data.transaction.id : null
    const find = async () => {
      await trilho.sql`
        update bank_orders set step = ${mostSteps - 1}, next_step_at = ${trilho.needs.clock()}
         where id = ${id} and state = 'Waiting' and attempts > 0`
      const exceptions = await undecidedExceptions(beside)
      return exceptions.find(({ transactionId }) => transactionId === id)
    }
    let exception = id === null ? undefined : await find()
    for (let looks = 0; id !== null && exception === undefined && looks < 10; looks++) {
      await sleep(100)
      exception = await find()
    }
    if (exception === undefined) return
    const fault = { kind: 'not found', partner: input.dialect, method: 'GET' }
    await bank.control('POST', '/faults', fault)
    await endBy(beside, exception, 'release')
  },
})

type OpenException = {
  merchantId: string
  id: string
  kind: string
  transactionId: string
  connectionId: string
  endToEndId: string | null
}

/** Orders whose banks have reported no result. */
const undecidedExceptions = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select e.merchant_id, e.id, e.kind, e.transaction_id, t.connection_id
    from bank_exceptions e join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
   where e.state = 'Open' and e.said ->> 'code' = 'noEnd' order by e.id`

/** Payouts that a bank reports as paid, or lists as sent, although they failed here. */
const latePayouts = ({ trilho: { sql } }: Beside) => sql<OpenException[]>`
  select merchant_id, id, kind, coalesce(end_to_end_id, said ->> 'value') as end_to_end_id from bank_exceptions
   where state = 'Open' and kind = 'payout' and bank_order_id is null and transaction_id is not null order by id`

const endBy = (
  { trilho: { needs } }: Beside,
  { merchantId, id, endToEndId }: OpenException,
  action: 'release' | 'sendAgain' | 'settle',
): Promise<string | void> => {
  // An operator who is wrong: what the bank has paid after all is found by reconciliation, and settled.
  const checked = action === 'release' ? ({ bankChecked: true } as const) : {}
  const ending = { merchantId, id, act: action, by: 'Olga', note: 'As the bank says', ...checked }
  return endException(needs, endToEndId ? { ...ending, endToEndId } : ending).catch(isRefusal)
}

/** Banks are called again, and about every order without a result. */
export async function resumeBanks(beside: Beside): Promise<void> {
  for (const name of dialects) await pauseConnection(beside.trilho.needs, beside.connections[name], null)
  await sendAllAgain(beside)
}

export async function sendAllAgain(beside: Beside): Promise<void> {
  for (const one of await undecidedExceptions(beside))
    if ((await endBy(beside, one, 'sendAgain')) === 'ExceptionActNotAllowed') await endBy(beside, one, 'release')
}

/** Each is released, or settled where the bank has paid it. Returns how many are left. */
export async function endLatePayouts(beside: Beside): Promise<number> {
  for (const one of await latePayouts(beside)) {
    const refusal = await endBy(beside, one, 'release')
    if (refusal === 'BankReportsOtherwise' || refusal === 'ExceptionActNotAllowed') await endBy(beside, one, 'settle')
  }
  return (await latePayouts(beside)).length
}

/** Gives every connection the credentials that its bank has renewed. */
export async function changeCredentials({ trilho, bank, connections, second }: Beside, { renewed }: Diary) {
  for (const partner of renewed) {
    const { clientId, clientSecret, certificates } = await bank.settingsOf(partner)
    const [certificate] = certificates
    for (const id of partner === 'efi' ? [connections.efi, second] : [connections[partner]]) {
      const connection = await findConnection(trilho.needs, id)
      if (connection === null || certificate === undefined) throw new Error('the bank is not connected')
      await rotateCredentials(trilho.needs, connection, { clientId, clientSecret, certificate })
    }
    renewed.delete(partner)
  }
}

/** Already in this state: nothing to do. */
const suspend = ({ needs }: Trilho, merchantId: string) =>
  suspendMerchant(needs, { merchantId, reason: 'Looked into', by: 'Olga' }).catch(isRefusal)
export const resume = ({ needs }: Trilho, merchantId: string) => resumeMerchant(needs, merchantId).catch(isRefusal)
