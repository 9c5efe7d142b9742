import { readAdjusted } from '../../money/adjustments/read-adjusted.ts'
import { type DifferenceKind, readOpenDifferences } from '../../money/bank-orders/differences.ts'
import { type BankException, closeByItself } from '../../money/bank-orders/exceptions.ts'
import { amountIn } from '../../money/bank-orders/fact.ts'
import { BankAway } from '../../money/rails/bank-faults.ts'
import type { Rails } from '../../money/rails/rails.ts'
import { type ReadTransactionById, findBooking } from '../../money/transactions/read-transaction.ts'
import { findSentBooking } from '../../money/transactions/sent-payments.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { closeUnsent, findSent, recordSent } from './record-unknown-payout.ts'
import { selectMatched } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

/** What says that the books lack something without a transaction, and whether they have it by now. */
const lacking: [DifferenceKind, (tx: Tx, exception: BankException) => Promise<boolean>][] = [
  ['paymentNotBooked', async (sql, { endToEndId }) => (await findBooking({ sql }, endToEndId ?? '')) !== null],
  ['payoutNotBooked', async (sql, { endToEndId }) => (await findSentBooking({ sql }, endToEndId ?? '')) !== null],
  ['payoutReturned', isReturnBooked],
]

async function isReturnBooked(sql: Tx, { endToEndId, sentTo, said }: BankException): Promise<boolean> {
  const booking = await findSentBooking({ sql }, endToEndId ?? '')
  const adjusted = booking && (await readAdjusted({ sql }, booking))
  if (!adjusted || sentTo?.amount === undefined) return false
  return adjusted.amount + amountIn(said) === parseAmount(sentTo.amount)
}

const booked = 'O pagamento foi lançado depois. / The payment was booked later.'
const agreed = 'Os livros conferem com o banco agora. / The books agree with the bank now.'

/** Closes what a bank reported before the books could take it, for example while a transfer of the platform was under way. */
export async function closeBooked(needs: Needs, connectionId: string): Promise<void> {
  for (const [kind, isBooked] of lacking)
    await needs.sql.begin(async tx => {
      for (const one of await readOpenDifferences(tx, connectionId, kind))
        if (one.transactionId === null && one.endToEndId !== null && (await isBooked(tx, one)))
          await closeByItself(tx, one, { note: kind === 'payoutReturned' ? agreed : booked, at: needs.clock() })
    })
  await closeMatched(needs, { connectionId })
}

/** Closes the differences of a transaction, or of all of a connection, that the books match by now. */
export async function closeMatched(needs: Needs, of: { connectionId: string } | TransactionId): Promise<void> {
  if ((await selectMatched(needs.sql, of)).length === 0) return
  await needs.sql.begin(async tx => {
    for (const one of await selectMatched(tx, of)) await closeByItself(tx, one, { note: agreed, at: needs.clock() })
  })
}

/** Asks a bank about payouts that it had in process when they were found: by now it has sent or refused them. */
export async function followInProcess(needs: Needs & { readTransaction: ReadTransactionById }, rails: Rails) {
  if (rails.payouts?.findSent === undefined) return
  const open = await needs.sql.begin(tx => readOpenDifferences(tx, rails.connectionId, 'payoutNotBooked'))
  for (const { endToEndId, said, sentTo } of open) {
    if (said.code !== 'amountInProcess' || endToEndId === null) continue
    const named = { bankOrderId: null, bankReference: sentTo?.reference ?? endToEndId, endToEndId }
    try {
      const sent = await findSent(rails, named)
      if (sent === null) await closeUnsent(needs, endToEndId, 'inProcess')
      else await recordSent(needs, rails.connectionId, sent)
    } catch (error) {
      // It is asked again after the next sweep.
      if (!(error instanceof BankAway)) throw error
    }
  }
}
