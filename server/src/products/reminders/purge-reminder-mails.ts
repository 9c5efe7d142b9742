import type { Tx } from '../../platform/db/db.ts'
import { purgeMailsById } from '../../platform/mails/outbox.ts'
import { selectMailIds } from './sql.ts'

/** For a payer who is erased: what says to whom a reminder went, or was to go. That one was sent stays. */
export async function purgeReminderMails(
  tx: Tx,
  { merchantId, billIds }: { merchantId: string; billIds: string[] },
): Promise<void> {
  const ids = await selectMailIds(tx, merchantId, billIds)
  if (ids.length > 0) await purgeMailsById(tx, ids)
}
