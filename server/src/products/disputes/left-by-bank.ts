import { UnreadableRows, unavailableToPerson } from '../../money/rails/bank-faults.ts'
import type { Rails } from '../../money/rails/rails.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import { findRefund } from '../../money/refunds/read-refunds.ts'
import { bankReturnId } from '../../money/refunds/refund-transaction.ts'
import { type ReadTransactionById, readAtBank } from '../../money/transactions/read-transaction.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Dispute } from './states.ts'

/** A case is opened, answered and decided within some eleven days. */
export const longestCaseMs = 15 * 24 * 60 * 60_000

type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf; readTransaction: ReadTransactionById }

/**
 * Whether the bank, asked now, leaves a case to operators: it has accepted the case or no longer lists it, and the books have
 * every return that it has made or begun. Refused while the connection is paused.
 */
export async function isLeftByBank(needs: Needs, dispute: Dispute): Promise<boolean> {
  const rails = await needs.railsOf(dispute.connectionId)
  const isOpen = await isOpenAtBank(rails, dispute, needs.clock()).catch(unavailableToPerson)
  return !isOpen && !(await hasUnbookedReturn(needs, rails, dispute))
}

async function isOpenAtBank({ disputes }: Rails, { bankReference, createdAt }: Dispute, until: Date): Promise<boolean> {
  const from = new Date(createdAt.getTime() - longestCaseMs)
  try {
    for await (const { reference, state } of disputes?.listDisputes({ from, until }) ?? [])
      if (reference === bankReference) return state === 'open'
  } catch (error) {
    // A case that cannot be read, or is in a state that is not known, may be this one: it is not left.
    if (!(error instanceof UnreadableRows)) throw error
    return error.mayHave(bankReference)
  }
  return false
}

async function hasUnbookedReturn(needs: Needs, rails: Rails, dispute: Dispute): Promise<boolean> {
  const { merchantId, transactionId } = dispute
  const { endToEndId } = await needs.readTransaction(merchantId, transactionId)
  const payment = await readAtBank(needs, rails, endToEndId).catch(unavailableToPerson)
  for (const { id, isForced, isRefused } of payment?.returns ?? []) {
    const isBooked = (await findRefund(needs, { merchantId, transactionId, id: bankReturnId(id) })) !== null
    if (isForced && !isRefused && !isBooked) return true
  }
  return false
}
