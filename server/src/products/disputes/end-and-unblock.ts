import type { Write } from '../../money/transactions/door.ts'
import type { Dispute } from './dispute.ts'
import { disputeEvent } from './dispute-event.ts'
import { lockUndecidedOf, updateBlocked } from './sql.ts'
import type { DisputeEventName } from './states.ts'
import { writeEnd } from './write-end.ts'

type Ended = Dispute & { endedAt: Date }

/**
 * A dispute is over whose money has not moved since it was blocked. Other cases of the payment get of it what they ask for
 * and could not block, as the bank may still take that; the rest is available again. Its transaction is locked.
 */
export async function endAndUnblock(write: Write, ended: Ended, event: DisputeEventName): Promise<Dispute> {
  const { merchantId, transactionId } = ended
  const undecided = await lockUndecidedOf(write.tx, ended)
  const over = { ...ended, blockedAmount: undecided.find(({ id }) => id === ended.id)?.blockedAmount ?? 0n }
  let amount = over.blockedAmount
  for (const other of undecided) {
    const lacks = other.id === ended.id ? 0n : other.askedAmount - other.blockedAmount
    const handedOn = lacks < amount ? lacks : amount
    if (handedOn === 0n) continue
    await updateBlocked(write.tx, { ...other, blockedAmount: other.blockedAmount + handedOn })
    amount -= handedOn
  }
  await write.apply({
    merchantId,
    id: transactionId,
    event: { kind: 'disputeReleased', amount },
    tells: () => [disputeEvent(event, over)],
  })
  await writeEnd(write.tx, over)
  return over
}
