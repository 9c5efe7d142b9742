import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { endException } from '../src/operations/exceptions/end-exception.ts'
import { addDays, dayOf, startOfDay } from '../src/platform/brazil/sao-paulo.ts'
import { damageFound } from '../src/platform/lib/metrics.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process, and a database whose disk has damaged transactions of one merchant. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
await processCallbacks(needs)
type Dialect = keyof typeof connections

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
})

async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant({ balance: '50' })
  const connectionId = connections[dialect]
  await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
  return api
}

/** Reading a transaction of the merchant meets the fault of a page that PostgreSQL cannot read. */
async function whileDamaged(merchantId: string, work: () => Promise<unknown>): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
     where attrelid = 'transactions'::regclass and attnum > 0 and not attisdropped order by attnum`
  const damaged = `case when merchant_id = '${merchantId}' then damaged(operation) else operation end as operation`
  await sql.unsafe(`
    alter table transactions rename to stored_transactions;
    create function damaged(operation text) returns text language plpgsql stable as
      $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$;
    create view transactions as
      select ${columns.map(({ name }) => (name === 'operation' ? damaged : name)).join(', ')} from stored_transactions`)
  try {
    await work()
  } finally {
    await sql.unsafe(`
      drop view transactions;
      drop function damaged;
      alter table stored_transactions rename to transactions`)
  }
}

const secondsToNoon = () => {
  const now = needs.clock()
  return (startOfDay(addDays(dayOf(now), 1)).getTime() - now.getTime()) / 1000 + 12 * 3_600
}

const damageMet = async () => (await damageFound.get()).values[0]?.value ?? 0
const merchantState = async (id: string) => (await sql`select state from merchants where id = ${id}`)[0]?.['state']

async function resendLast(partner: Dialect) {
  const callbacks: { id: string; partner: string }[] = await bank.control('GET', '/callbacks?all')
  await bank.control('POST', `/callbacks/${callbacks.find(one => one.partner === partner)?.id}/resend`)
  const waiting = async () => (await sql`select 1 from bank_notices where next_step_at is not null`).length
  await expect.poll(waiting).toBeGreaterThan(0)
}

test.each(['efi', 'inter', 'sicoob'] as const)(
  'the callback of a payout at %s whose transaction cannot be read suspends its merchant with an alarm, and is kept',
  async dialect => {
    const [api, met] = [await merchantAt(dialect), await damageMet()]
    const id = await api.createCashOut({ amount: '9', webhook, ...joao })
    const isOver = async () => {
      await passTime(60)
      await needs.bankOrders.stepAndWait()
      return api.stateOf(id)
    }
    await expect.poll(isOver).toBe('Completed')
    await processCallbacks(needs)
    await resendLast(dialect)
    await whileDamaged(api.merchantId, () => processCallbacks(needs))
    expect([await merchantState(api.merchantId), (await damageMet()) > met]).toEqual(['Suspended', true])
    expect(await sql`select 1 from bank_notices where next_step_at is not null`).toHaveLength(1)
    await passTime(10)
    await processCallbacks(needs)
    expect(await sql`select 1 from bank_notices where next_step_at is not null`).toEqual([])
  },
)

test.each(['efi', 'inter', 'sicoob'] as const)(
  'the callback of a payout that %s has refused, and whose transaction cannot be read, suspends its merchant, and is kept',
  async dialect => {
    const [api, other] = [await merchantAt(dialect), await merchantAt(dialect)]
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: '9', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    const sent: { ownId: string; requestId: string; state: string }[] = await bank.control('GET', '/payouts?all')
    const last = sent.find(({ state }) => state === 'Processing')
    await bank.control('POST', `/payouts/${dialect === 'efi' ? last?.ownId : last?.requestId}/refuse`, {})
    await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
    const isOver = async () => {
      await passTime(60)
      await needs.bankOrders.stepAndWait()
      return api.stateOf(id)
    }
    await expect.poll(isOver).toBe('Error')
    await processCallbacks(needs)
    await resendLast(dialect)
    await whileDamaged(api.merchantId, () => processCallbacks(needs))
    expect([await merchantState(api.merchantId), await merchantState(other.merchantId)]).toEqual([
      'Suspended',
      'Active',
    ])
    expect(await sql`select 1 from bank_notices where next_step_at is not null`).toHaveLength(1)
    await passTime(10)
    await processCallbacks(needs)
    expect(await sql`select 1 from bank_notices where next_step_at is not null`).toEqual([])
  },
)

test.each(['efi', 'standard', 'sicoob', 'inter'] as const)(
  'a payment without a charge at %s whose transaction cannot be read suspends its merchant in the sweep, and others are credited',
  async dialect => {
    const [api, other] = [await merchantAt(dialect), await merchantAt(dialect)]
    // Inter's statement is by days: after midnight it is no longer read for what came before.
    if (dialect === 'inter') await passTime(secondsToNoon())
    await bank.control('POST', '/callback-faults', { kind: 'drop', times: 10_000 })
    const { pixKey } = await bank.settingsOf(dialect)
    const { pix } = await bank.control('POST', `/keys/${encodeURIComponent(pixKey)}/pay`, { amount: '7.00' })
    // Inter lists such payments in its statement only, which is read once an hour.
    if (dialect === 'inter') await passTime(3_600)
    await sweep()
    const [unmatched] = await sql<{ merchantId: string; id: string }[]>`
      select e.merchant_id, e.id from bank_exceptions e join transactions t on t.id = e.transaction_id
       where t.end_to_end_id = ${pix[0].endToEndId} and e.state = 'Open'`
    const bookedTo = api.merchantId
    await endException(needs, { ...unmatched!, act: 'creditMerchant', by: 'Olga', note: 'a deposit', bookedTo })
    const id = await other.createCashIn({ amount: '6', webhook })
    const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    await bank.control('POST', `/charges/${dialect}/${charge?.externalId}/pay`)
    const met = await damageMet()
    await whileDamaged(api.merchantId, async () => {
      if (dialect === 'inter') await passTime(3_600)
      await sweep()
    })
    expect([await merchantState(api.merchantId), (await damageMet()) > met]).toEqual(['Suspended', true])
    expect(await other.stateOf(id)).toBe('Completed')
  },
)

test('a case of a merchant whose transaction cannot be read suspends that merchant, and the cases of others are read', async () => {
  const [api, other] = [await merchantAt('efi'), await merchantAt('efi')]
  const paid: string[] = []
  for (const shop of [api, other]) {
    const id = await shop.createCashIn({ amount: '6', webhook })
    const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`)
    paid.push(pix[0].endToEndId as string)
  }
  await sweep()
  for (const endToEndId of paid) await bank.control('POST', `/pix/${endToEndId}/report`)
  await whileDamaged(api.merchantId, sweep)
  expect([await merchantState(api.merchantId), await merchantState(other.merchantId)]).toEqual(['Suspended', 'Active'])
  const cases = () =>
    sql`select merchant_id from disputes where merchant_id in (${api.merchantId}, ${other.merchantId}) order by merchant_id`
  expect(await cases()).toEqual([{ merchantId: other.merchantId }])
  expect(await sql`select disputes_unread_since from bank_connections where id = ${connections.efi}`).toEqual([
    { disputesUnreadSince: null },
  ])
  await sweep()
  expect(await cases()).toHaveLength(2)
})
