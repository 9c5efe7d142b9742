import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { batchesOf, payoutRow, unknownKey } from '../../../test/kit/payout-batches.ts'
import { assertProperty } from '../../../test/kit/property.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { transactionDoor } from '../../money/transactions/door.ts'
import { runBatches } from './run-batches.ts'
import { batchKinds } from './states.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()

/** A worker of its own, with connections that can be cut. */
function newWorker(name: string) {
  const sql = openDatabase(trilho.databaseUrl, { connections: 3, name })
  return { ...trilho.needs, sql, door: transactionDoor({ ...trilho.needs, sql }) }
}
const workers = [newWorker('first worker'), newWorker('second worker')] as const

/** Whatever a worker is doing at the database ends there and then, as when its process is killed. */
const kill = (name: string) => trilho.sql`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name like ${`%${name}%`}`

/** When the lease of the killed process is over. */
const outwait = (id: string) => trilho.sql`
  update payout_batches set next_step_at = now() - interval '1 second' where id = ${id} and state = 'Running'`

/** The second worker begins while the first is at it, as where a lease was too short. One that is dead takes nothing. */
async function untilTaken(id: string): Promise<void> {
  const isFree = async () =>
    (
      await trilho.sql`select 1 as one from payout_batches where id = ${id} and state = 'Running' and next_step_at <= now()`
    ).length > 0
  for (let looks = 0; looks < 20 && (await isFree()); looks++);
}

const company = { receiver: '11444777000161', amount: '1.00', description: 'Farinha' }
const rowsOf = {
  payouts: times(45, i => payoutRow('1.00', i === 7 ? unknownKey : i % 2 === 0 ? { orderId: `o-${i}` } : {})),
  companyPayments: times(45, () => company),
}

test('workers that are killed at any moment, and two at once, pay every row once and lose none, also where it is stopped', async () => {
  const anyRound = fc.record({ killAfterMs: fc.integer({ min: 1, max: 80 }), killsBoth: fc.boolean() })
  await assertProperty(
    fc.asyncProperty(
      fc.constantFrom(...batchKinds),
      fc.array(anyRound, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(null, 0, 1),
      async (kind, rounds, stoppedIn) => {
        const shop = await newPayer(trilho, { balance: '50' })
        const batches = batchesOf(shop, trilho.needs)
        const { id } = await batches.make(rowsOf[kind], { kind })
        await batches.approve(id)
        // Somebody else takes money after the approval: the last five rows are refused.
        await shop.createCashOut({ amount: '10' })
        for (const [round, { killAfterMs, killsBoth }] of rounds.entries()) {
          const running: Promise<number>[] = []
          for (const needs of workers) {
            await outwait(id)
            running.push(runBatches(needs).catch(() => 0))
            await untilTaken(id)
          }
          await new Promise(resolve => setTimeout(resolve, killAfterMs))
          await kill(killsBoth ? 'worker' : 'first worker')
          if (round === stoppedIn) expect([200, 409]).toContain((await batches.stop(id)).status)
          await Promise.all(running)
        }
        await outwait(id)
        await untilDone(() => runBatches(trilho.needs))
        const { state, made, refused } = await batches.read(id)
        expect(made.count + refused.count).toBe(45)
        if (state === 'Completed') expect(made.count).toBe(40)
        else expect([state, stoppedIn]).toEqual(['Stopped', expect.any(Number)])
        expect((await shop.balance()).held).toBe(`${made.count + 10}.000000`)
        expect(await auditBooks(trilho, { onlyMerchant: shop.merchantId })).toEqual([])
      },
    ),
    { runs: 4 },
  )
  await Promise.all(workers.map(({ sql }) => sql.end()))
})
