import type { Sql } from '../../platform/db/db.ts'
import { wrongBookRows } from '../../platform/lib/metrics.ts'
import { auditBooks } from './audit-books.ts'
import { selectCheck, selectNames, upsertCheck } from './sql.ts'

const name = 'books'
const firstShown = 5

/** The same proof as `npm run audit`; its result is for the operator's screen and a metric. Answers 0: it is done for now. */
export async function watchBooks({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<0> {
  const startedMs = performance.now()
  const found = await auditBooks({ sql })
  const faults = found.length
  wrongBookRows.set(faults)
  const tookMs = Math.round(performance.now() - startedMs)
  await upsertCheck(sql, { name, at: clock(), tookMs, faults, firstFaults: found.slice(0, firstShown) })
  return 0
}

/** What the last proof found, and whose the first few of it are; null: none has been made yet. */
export async function readLastAudit({ sql }: { sql: Sql }) {
  const check = await selectCheck(sql, name)
  if (check === undefined) return null
  const { at, tookMs, faults, firstFaults } = check
  const ids = firstFaults.map(({ merchantId }) => merchantId)
  const merchants = ids.length === 0 ? [] : await selectNames(sql, ids)
  const nameOf = (merchantId: string) => merchants.find(({ id }) => id === merchantId)?.name ?? merchantId
  return { at, tookMs, faults, first: firstFaults.map(one => ({ ...one, merchantName: nameOf(one.merchantId) })) }
}
