import type { Sql } from '../db/db.ts'
import { type Operation, operations } from '../transactions/states.ts'
import { expectedPostings } from './expected-postings.ts'
import { type Fault, questions } from './sql.ts'

const expected = (Object.keys(operations) as Operation[]).flatMap(operation =>
  [...expectedPostings(operation)].map(([state, pattern]) => ({ operation, state, pattern })),
)

/** Proves the books from the postings up, and answers every row that is wrong. */
export async function auditBooks(needs: { sql: Sql }): Promise<Fault[]> {
  const answers = [
    await questions.unbalancedPostings(needs.sql),
    await questions.strayPostings(needs.sql),
    await questions.brokenSequences(needs.sql),
    await questions.wrongBalances(needs.sql),
    await questions.wrongPostings(needs.sql, expected),
    await questions.wrongAmounts(needs.sql),
    await questions.wrongRefunds(needs.sql),
    await questions.wrongDecisions(needs.sql),
  ]
  return answers.flat()
}
