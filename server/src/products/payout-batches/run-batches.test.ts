import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { isCitus } from '../../../test/kit/databases.ts'
import { batchesOf, payoutRows } from '../../../test/kit/payout-batches.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { runBatches } from './run-batches.ts'

const trilho = await openTrilho()
const { needs, sql } = trilho

test('a batch is leased for seconds and renewed while its worker lives, so that another soon continues it after a death', async () => {
  const batches = batchesOf(await newPayer(trilho, { balance: '10' }), needs)
  const { id } = await batches.make(payoutRows(3))
  await batches.approve(id)
  const leasedForMs = async () => {
    const [row] = await sql<{ ms: number }[]>`
      select (extract(epoch from next_step_at) * 1000)::float8 as ms from payout_batches where id = ${id}`
    return (row?.ms ?? 0) - needs.clock().getTime()
  }
  // Its bank does not respond for a while.
  const bank = Promise.withResolvers<void>()
  const railsOf: typeof needs.railsOf = (...args) => bank.promise.then(() => needs.railsOf(...args))
  const running = runBatches({ ...needs, railsOf })
  await expect.poll(leasedForMs).toBeGreaterThan(1_000)
  expect(await leasedForMs()).toBeLessThan(11_000)
  const [first] = await sql<{ until: Date }[]>`select next_step_at as until from payout_batches where id = ${id}`
  const isRenewed = async () =>
    (await sql`select 1 as one from payout_batches where id = ${id} and next_step_at > ${first?.until ?? null}`).length
  await expect.poll(isRenewed).toBe(1)
  expect(await runBatches(needs)).toBe(0)
  bank.resolve()
  expect(await running).toBe(3)
  expect(await batches.read(id)).toMatchObject({ state: 'Completed', made: { count: 3 } })
})

// Triggers of a test cannot be made on all nodes at once.
test.skipIf(isCitus())(
  'a batch that meets a damaged page suspends its merchant, and the batches of others are paid',
  async () => {
    const [payer, other] = [await newPayer(trilho, { balance: '10' }), await newPayer(trilho, { balance: '10' })]
    const [batches, others] = [batchesOf(payer, needs), batchesOf(other, needs)]
    const [{ id }, { id: paid }] = [await batches.make(payoutRows(2)), await others.make(payoutRows(2))]
    await batches.approve(id)
    await others.approve(paid)
    await sql.unsafe(`
      create function damage() returns trigger language plpgsql as
        $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$;
      create trigger damage before insert on transactions for each row
        when (new.merchant_id = '${payer.merchantId}') execute function damage()`)
    expect(await runBatches(needs)).toBe(2)
    await sql.unsafe('drop trigger damage on transactions; drop function damage')
    expect(await others.read(paid)).toMatchObject({ made: { count: 2 } })
    const merchants = await sql`select state, suspended_by from merchants where id = ${payer.merchantId}`
    expect(merchants).toEqual([{ state: 'Suspended', suspendedBy: 'Trilho' }])
    expect(
      await sql`select 1 from transactions where merchant_id = ${payer.merchantId} and operation = 'pixCashOut'`,
    ).toEqual([])
  },
)
