import type { Sql } from '../../../platform/db/db.ts'
import { countOrders, selectOldestDue, selectOldestExceptions } from './sql.ts'

const mostCounted = 100_000
const firstShown = 5

/** What waits for a bank and what waits for a person: how many, and the oldest. */
export async function readOrderHealth({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const now = clock()
  const { due, exceptions } = await countOrders(sql, now, mostCounted)
  return {
    due,
    exceptions,
    firstDue: due === 0 ? [] : await selectOldestDue(sql, now, mostCounted, firstShown),
    firstExceptions: exceptions === 0 ? [] : await selectOldestExceptions(sql, firstShown),
  }
}
