import type { Tx } from '../../platform/db/db.ts'
import { giveNews } from '../../tenancy/notifications/give-news.ts'
import type { Dispute } from './dispute.ts'
import { disputeNews } from './dispute-news.ts'
import { updateDispute } from './sql.ts'

type Ended = Dispute & { endedAt: Date }

/** A dispute is over: its people are told, too. */
export async function writeEnd(tx: Tx, dispute: Ended): Promise<void> {
  await updateDispute(tx, dispute)
  await giveNews(tx, [disputeNews('disputeDecided', dispute)], dispute.endedAt)
}
