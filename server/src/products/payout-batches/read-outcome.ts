import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { State } from '../../money/transactions/states.ts'
import type { Batch } from './batch.ts'
import { sumMade } from './sql.ts'

export const outcomes = ['paid', 'failed', 'underWay'] as const
export type Outcome = (typeof outcomes)[number]

/** What a transaction has come to, for whoever wants to know whether the money has arrived. */
const outcomeOf: Record<State, Outcome> = {
  Requested: 'underWay',
  Created: 'underWay',
  Registered: 'underWay',
  Completed: 'paid',
  Cancelled: 'failed',
  Reversed: 'failed',
  Refunded: 'failed',
  Error: 'failed',
}

export type Outcomes = Record<Outcome, { count: number; amount: Micros }>

/** What the rows that were made have come to since. */
export async function readOutcomes({ sql }: { sql: Sql }, batch: Batch): Promise<Outcomes> {
  const sums = Object.fromEntries(outcomes.map(outcome => [outcome, { count: 0, amount: 0n }])) as Outcomes
  for (const { state, count, amount } of await sumMade(sql, batch)) {
    const sum = sums[outcomeOf[state]]
    sum.count += count
    sum.amount += amount
  }
  return sums
}
