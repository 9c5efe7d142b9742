import { formatAmount } from '../../platform/brazil/money.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Tx } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { readAccounts } from '../../tenancy/merchants/read-merchant.ts'
import { openBooks } from '../ledger/books.ts'
import type { Write } from '../transactions/door.ts'
import { bookSent } from '../transactions/sent-payments.ts'
import type { NewEvent } from '../webhooks/event.ts'
import type { OptionalEvent } from '../webhooks/states.ts'
import { type Adjustment, paysOut } from './adjustment.ts'
import { insertAdjustment } from './sql.ts'

export type NewAdjustment = Omit<Adjustment, 'id' | 'sequence' | 'createdAt' | 'statementRow'> &
  Partial<Pick<Adjustment, 'statementRow'>>

/**
 * Posts what a person has found at a bank and no payment can book, in a commit with its reason, and notifies the merchant. It
 * has happened at the bank, so it is posted whatever the balance is.
 */
export async function postAdjustment({ tx, notify }: Write, adjustment: NewAdjustment, at: Date): Promise<void> {
  const { merchantId, name, amount } = adjustment
  const books = await openBooks(tx, [merchantId])
  const sequence = books.post({ merchantId, transactionId: null, name, amount, charges: 0n, at })
  await books.close()
  const posted = { statementRow: null, ...adjustment, id: uuidv7(at.getTime()), sequence, createdAt: at }
  await insertAdjustment(tx, posted)
  await bookPayment(tx, posted)
  if (merchantId === platformId) return
  const { webhookUrl: url, webhookEvents } = (await readAccounts(tx, [merchantId]))(merchantId)
  if (url !== null && webhookEvents.includes('BalanceAdjusted' satisfies OptionalEvent))
    await notify([eventOf(posted, url)])
}

/** Without a transaction it books the payment itself that a bank has sent: nothing else may. */
async function bookPayment(tx: Tx, { merchantId, id, name, endToEndId, transactionId }: Adjustment): Promise<void> {
  if (endToEndId !== null && transactionId === null && paysOut(name))
    await bookSent(tx, [{ endToEndId, merchantId, transactionId, adjustmentId: id }])
}

const eventOf = ({ merchantId, id, name, amount, reason, createdAt }: Adjustment, url: string): NewEvent => ({
  merchantId,
  id,
  transactionId: null,
  position: 1,
  payload: JSON.stringify({
    event: 'BalanceAdjusted' satisfies OptionalEvent,
    adjustment: {
      id,
      amount: formatAmount(name === 'adjustmentOut' ? -amount : amount),
      reason,
      date: createdAt.toISOString(),
    },
  }),
  url,
  headerName: null,
  headerValue: null,
  createdAt,
})
