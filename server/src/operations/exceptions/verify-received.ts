import type { BankException } from '../../money/bank-orders/exceptions.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import { readAtBank } from '../../money/transactions/read-transaction.ts'
import type { ReceivedPayment } from '../../money/rails/rails.ts'
import { findRails } from '../../money/rails/rails-of.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Needs } from './ask-bank.ts'

/**
 * Refuses to credit a charge with a payment that its bank, asked now, has not received for it, or of another amount: the true
 * payment would be a second one later, and go back to the payer. A bank that cannot be asked refuses nothing. Returns the
 * payment as the bank has it; null: it cannot be asked.
 */
export async function verifyReceived(
  needs: Needs,
  { merchantId, transactionId }: BankException,
  { endToEndId, amount }: { endToEndId: string; amount: Micros | undefined },
): Promise<ReceivedPayment | null> {
  if (transactionId === null) return null
  const { connectionId } = await needs.readTransaction(merchantId, transactionId)
  if ((await findRails(needs.railsOf, connectionId)) === null) return null
  const rails = await needs.railsOf(connectionId)
  if (rails.received === null) return null
  const payment = await readAtBank(needs, rails, endToEndId).catch(unavailableToPerson)
  if (payment?.charge?.transactionId !== transactionId || payment.amount !== amount)
    throw new ApiError('BankReportsOtherwise', {
      message: `the bank reports no such payment of the charge as ${endToEndId}`,
    })
  return payment
}
