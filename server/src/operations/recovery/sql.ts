import { subjectOf } from '../../money/bank-orders/differences.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Tx } from '../../platform/db/db.ts'
import { platformId } from '../../platform/lib/platform-id.ts'

export type SentSince = { endToEndId: string; amount: Micros }

/** Payouts of a bank that the books have as completed since a time. Money is held there: they are few. */
export const selectCompletedSince = (tx: Tx, connectionId: string, since: Date) => tx<SentSince[]>`
  select end_to_end_id, amount from transactions
   where operation in ('pixCashOut', 'companyPayment', 'withdrawal') and state = 'Completed' and completed_at >= ${since}
     and coalesce(connection_id, (select id from bank_connections where is_default)) = ${connectionId}`

/** Payouts that the bank has sent since a time and the books lack, also those that a person has looked into. Without an amount: the bank did not show it. What it had in process and refused was not sent. */
export const selectUnbookedSince = (tx: Tx, connectionId: string, since: Date) => tx<SentSince[]>`
  select end_to_end_id, amount from bank_exceptions
   where merchant_id = ${platformId} and connection_id = ${connectionId} and transaction_id is null and amount > 0
     and not (state = 'Ended' and said->>'code' = 'amountInProcess')
     and subject = ${subjectOf('payoutNotBooked')} and coalesce((sent_to->>'at')::timestamptz, created_at) >= ${since}`
