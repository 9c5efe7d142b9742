import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/kit/portal-client.ts'
import { openPayoutDesk, paid, webhook } from '../../../test/kit/payout-desk.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { call } from '../../../test/kit/api-client.ts'
import { toFault } from '../../platform/db/database-faults.ts'
import type { Door } from '../../money/transactions/door.ts'

const damaged = () => toFault(Object.assign(new Error('invalid page in block 7'), { code: 'XX001' }))

// Triggers of a test cannot be made on all nodes at once.
test.skipIf(isCitus())(
  'a damaged page stops money of its merchant with an alarm, and no other merchant notices',
  async () => {
    const { sql, newMerchant, url } = await openTrilho()
    const [one, other] = [await newMerchant({ balance: '10' }), await newMerchant({ balance: '10' })]
    await sql.unsafe(`
    create function damage() returns trigger language plpgsql as
      $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$;
    create trigger damage before insert on transactions for each row when (new.merchant_id = '${one.merchantId}')
      execute function damage()`)
    const answers = await Promise.all(times(20, i => (i % 2 === 0 ? one : other).requestCashOut({ amount: '0.10' })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((_, i) => i % 2 === 1)).toEqual(times(10, () => 201))
    expect(new Set(statuses.filter((_, i) => i % 2 === 0))).toEqual(new Set([503]))
    await expect.poll(async () => refusalOf(await one.get('/accounts/balance'))).toEqual([403, 'MerchantSuspended'])
    expect((await other.requestCashOut({ amount: '0.10' })).status).toBe(201)
    expect(await sql`select suspended_by, suspension_reason from merchants where id = ${one.merchantId}`).toEqual([
      { suspendedBy: 'Trilho', suspensionReason: expect.stringContaining('damaged page') },
    ])
    expect(await sql`select person_name from audit_entries where act = 'merchant.suspend'`).toEqual([
      { personName: 'Trilho' },
    ])
    expect((await call(`${url}/metrics`)).text).toMatch(/^trilho_database_damage_total [1-9]/m)
  },
)

test.skipIf(isCitus()).each([
  ['of bank connections, which all merchants share, suspends nobody', 'bank_connections', 'Active'],
  ['of transactions suspends its merchant', 'transactions', 'Suspended'],
  ['of an index of transactions suspends its merchant', 'transactions_pkey', 'Suspended'],
  ['of an index without merchants, of a table with them, suspends its merchant', 'bank_exceptions_open', 'Suspended'],
])('a damaged page %s, with an alarm', async (_what, table, state) => {
  const { sql, newMerchant, url } = await openTrilho()
  const merchant = await newMerchant({ balance: '10' })
  await sql.unsafe(`
    create function damage() returns trigger language plpgsql as $$ begin
      raise exception 'invalid page in block 7 of relation "base/5/%"', pg_relation_filenode('${table}')
        using errcode = 'XX001'; end $$;
    create trigger damage before insert on transactions for each row execute function damage()`)
  const before = await damageCount(url)
  expect((await merchant.requestCashOut({ amount: '0.10' })).status).toBe(503)
  expect(await damageCount(url)).toBeGreaterThan(before)
  expect(await sql`select state from merchants where id = ${merchant.merchantId}`).toEqual([{ state }])
})

const damageCount = async (url: string) =>
  Number(/^trilho_database_damage_total (\d+)/m.exec((await call(`${url}/metrics`)).text)?.[1])

test('a bank order that meets a damaged page becomes an exception at once, and no other order of its merchant is sent', async () => {
  const { trilho, silent, scriptedBank, step, wait, newPayout, payoutOf } = await openPayoutDesk()
  const { api, id } = await newPayout()
  const later = await api.createCashOut({ amount: '1', webhook })
  const inAnHour = new Date(trilho.needs.clock().getTime() + 60 * 60_000)
  await trilho.sql`
    update bank_orders set next_step_at = ${inAnHour} where merchant_id = ${api.merchantId} and id = ${later}`
  const door: Door = { ...silent, commit: () => Promise.reject(damaged()) }
  const before = await damageCount(trilho.url)
  await step(scriptedBank([['send', paid]]), door)
  expect(await trilho.sql`select said from bank_exceptions where transaction_id = ${id}`).toEqual([
    { said: { code: 'defect', value: 'DatabaseFault' } },
  ])
  expect(await damageCount(trilho.url)).toBe(before + 1)
  expect(await trilho.sql`select state, suspended_by from merchants where id = ${api.merchantId}`).toEqual([
    { state: 'Suspended', suspendedBy: 'Trilho' },
  ])
  wait(3600)
  const bank = scriptedBank([['send', paid]])
  await step(bank)
  expect([bank.calls, await payoutOf(later)]).toMatchObject([[], { state: 'Held' }])
})
