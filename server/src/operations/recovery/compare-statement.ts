import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import type { Door } from '../../money/transactions/door.ts'
import { findPayout } from '../../money/transactions/read-transaction.ts'
import { isUnderWay } from '../../money/transactions/states.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import { type Micros, formatAmountShort, parseAmount } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { ComparedBank, Recovery } from '../../platform/db/recoveries.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { bookUnlisted } from '../banks/record-unknown-payout.ts'
import { recordPayoutOutcome } from '../../products/pix/pay-out.ts'
import { selectCompletedSince, selectUnbookedSince } from './sql.ts'

/** What the own statement of a bank that lists no payouts has as sent by Pix in the lost time, as a person enters it. */
export type Statement = { bank: string; total: Micros; endToEndIds: readonly string[] }

/** Nothing may have been sent: the total can be zero. */
export const totalOf = (text: string): Micros => (/^0+(\.0+)?$/.test(text) ? 0n : parseAmount(text))

type Needs = { sql: Sql; clock: () => Date; door: Door; railsOf: RailsOf; readTransaction: ReadTransactionById }

/** Reads each payout of a statement that the books do not have from its bank: it is an exception, and stops its own repeat. */
export async function recordStatement(
  needs: Needs,
  { connectionId, bank }: ComparedBank,
  { endToEndIds }: Statement,
): Promise<void> {
  if (endToEndIds.length === 0) return
  const rails = await needs.railsOf(connectionId)
  for (const endToEndId of endToEndIds) {
    const named = { bankOrderId: null, bankReference: endToEndId, endToEndId }
    const known = await findPayout(needs, named)
    // One that was released is paid after all: it becomes an exception, and is settled before money may leave.
    if (known !== null && known.state !== 'Completed' && !isUnderWay(known.state))
      await recordPayoutOutcome(needs, known, rails).catch(unavailableToPerson)
    if (known !== null) continue
    if (!(await bookUnlisted(needs, rails, named)))
      throw new ApiError('RecoveryNotCompared', { message: `${bank} has no payout ${endToEndId} that it has sent` })
  }
}

/** Refuses a total that is not what the books know as sent since the lost time began, booked or not. */
export async function requireSameTotal(tx: Tx, bank: ComparedBank, { lostFrom }: Recovery, statement?: Statement) {
  const known = new Map(
    [
      ...(await selectUnbookedSince(tx, bank.connectionId, lostFrom)),
      ...(await selectCompletedSince(tx, bank.connectionId, lostFrom)),
    ].map(({ endToEndId, amount }) => [endToEndId, amount]),
  )
  const total = [...known.values()].reduce((sum, amount) => sum + amount, 0n)
  if (statement?.total === total) return
  const since = lostFrom.toISOString()
  const inBooks = `the books know ${formatAmountShort(total)} as sent by ${bank.bank} since ${since}`
  throw new ApiError('RecoveryNotCompared', {
    message:
      statement === undefined
        ? `the total of its statement is missing: ${inBooks}`
        : `${inBooks}, its statement ${formatAmountShort(statement.total)}: enter the end-to-end ids that are missing, or leave it out`,
  })
}
