import * as fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { billsFile, importsOf, inTenDays } from '../../../../test/kit/bill-imports.ts'
import { assertProperty } from '../../../../test/kit/property.ts'
import { cpf, openTrilho, times } from '../../../../test/kit/trilho.ts'
import { transactionDoor } from '../../../money/transactions/door.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { openDatabase } from '../../../platform/db/db.ts'
import { runImports } from './run-imports.ts'

const trilho = await openTrilho()
const { sql } = trilho

/** A worker of its own, with connections that can be cut. */
function newWorker(name: string) {
  const own = openDatabase(trilho.databaseUrl, { connections: 3, name })
  return { ...trilho.needs, sql: own, door: transactionDoor({ ...trilho.needs, sql: own }) }
}
const workers = [newWorker('first worker'), newWorker('second worker')] as const

/** Whatever a worker is doing at the database ends there and then, as when its process is killed. */
const kill = (name: string) => sql`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name like ${`%${name}%`}`

/** When the lease of the killed process is over. */
const outwait = (id: string) => sql`
  update bill_imports set next_step_at = now() - interval '1 second' where id = ${id} and state = 'Running'`

/** The second worker begins while the first is at it, as where a lease was too short. One that is dead takes nothing. */
async function untilTaken(id: string): Promise<void> {
  const isFree = async () =>
    (await sql`select 1 as one from bill_imports where id = ${id} and state = 'Running' and next_step_at <= now()`)
      .length > 0
  for (let looks = 0; looks < 20 && (await isFree()); looks++);
}

const count = 45
const orderIds = times(count, n => `o-${n}`)
const taken = { payer: { name: 'Rui', cpf: cpf.maria }, amount: '99.00', dueDate: inTenDays, orderId: 'o-7' }

test('workers that are killed at any moment, and two at once, make the bill of each row once and lose none, also where it is stopped', async () => {
  const anyRound = fc.record({ killAfterMs: fc.integer({ min: 1, max: 80 }), killsBoth: fc.boolean() })
  await assertProperty(
    fc.asyncProperty(
      fc.array(anyRound, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(null, 0, 1),
      async (rounds, stoppedIn) => {
        const shop = await trilho.newMerchant()
        const { merchantId } = shop
        const imports = importsOf(shop, trilho.needs)
        const { id } = await imports.make(billsFile(...orderIds))
        // The order id of a row is used for another bill meanwhile.
        expect((await shop.post('/bills', taken)).status).toBe(201)
        for (const [round, { killAfterMs, killsBoth }] of rounds.entries()) {
          const running: Promise<number>[] = []
          for (const needs of workers) {
            await outwait(id)
            running.push(runImports(needs).catch(() => 0))
            await untilTaken(id)
          }
          await sleep(killAfterMs)
          await kill(killsBoth ? 'worker' : 'first worker')
          if (round === stoppedIn) expect([200, 409]).toContain((await imports.stop(id)).status)
          await Promise.all(running)
        }
        await outwait(id)
        const { state, made, refused, waiting } = await imports.finish(id)
        expect([made.count + refused.count, waiting.count]).toEqual([count, 0])
        if (state === 'Completed') expect([made.count, refused.count]).toEqual([count - 1, 1])
        else expect([state, stoppedIn]).toEqual(['Stopped', expect.any(Number)])
        // Progress is what the rows are, and each row has a bill of its own.
        const rows = await sql<{ state: string; billId: string | null; orderId: string }[]>`
          select state, bill_id, order_id from bill_import_rows where merchant_id = ${merchantId} and import_id = ${id}`
        const ofRows = rows.flatMap(row => (row.state === 'Made' ? [`${row.billId} ${row.orderId}`] : []))
        const bills = await sql<{ id: string; orderId: string }[]>`
          select b.id, t.order_id from bills b join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
           where b.merchant_id = ${merchantId} and t.amount <> 99000000`
        expect(bills.map(one => `${one.id} ${one.orderId}`).toSorted()).toEqual(ofRows.toSorted())
        expect([ofRows.length, made.amount]).toEqual([made.count, `${made.count * 10}.000000`])
        expect(await auditBooks(trilho, { onlyMerchant: merchantId })).toEqual([])
      },
    ),
    { runs: 6 },
  )
  await Promise.all(workers.map(worker => worker.sql.end()))
})
