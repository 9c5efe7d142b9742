import type { Micros } from '../../../platform/brazil/money.ts'
import { dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Operation } from '../states.ts'
import { sumOutflows } from './sql.ts'

/** What a merchant has sent on this day of São Paulo, by its clock, for somebody who only wants to know. */
export async function readSentToday(
  { sql }: { sql: Sql | Tx },
  merchantId: string,
  operation: Operation,
  now: Date,
): Promise<Micros> {
  const [sum] = await sumOutflows(sql, [merchantId], operation, startOfDay(dayOf(now)))
  return sum?.amount ?? 0n
}
