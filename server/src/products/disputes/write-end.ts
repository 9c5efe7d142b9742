import type { Tx } from '../../platform/db/db.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import type { Dispute } from './dispute.ts'
import { disputeNotification } from './dispute-notification.ts'
import { updateDispute } from './sql.ts'

type Ended = Dispute & { endedAt: Date }

/** A dispute is over: its people are told, too. */
export async function writeEnd(tx: Tx, dispute: Ended): Promise<void> {
  await updateDispute(tx, dispute)
  await queueNotification(tx, [disputeNotification('disputeDecided', dispute)], dispute.endedAt)
}
