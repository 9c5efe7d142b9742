import type { Dispute } from './dispute.ts'
import type { DisputeEventName } from './states.ts'
import { disputeView } from './views.ts'

/** What a merchant is told of a dispute, in the order of the events of its transaction, at the same address. */
export const disputeEvent = (event: DisputeEventName, dispute: Dispute): object => ({
  event,
  dispute: disputeView(dispute),
})
