/**
 * The life of a delivery: one event on its way to the merchant. What this table does not list cannot happen. The stage
 * is how far it is; the status is what reads show (`deliveryStatus`), null where the act does not change it.
 */
export const transitions = [
  // stage      act           next stage  status
  [null, 'enqueued', 'Sending', 'Pending'], // leased to whoever wrote it, who sends it at once
  [null, 'queued', 'Waiting', 'Pending'], // an earlier event of the transaction is not finished
  ['Waiting', 'released', 'Due', null], // the earlier one is finished
  ['Due', 'claimed', 'Sending', null], // leased to a worker
  ['Due', 'heldBack', 'Waiting', null], // an earlier event was sent again by hand
  ['Due', 'superseded', 'Finished', null], // a newer state has been delivered meanwhile
  ['Sending', 'handedBack', 'Due', null], // not sent: its lane is full, its circuit open, the process stops
  ['Sending', 'accepted', 'Finished', 'Success'], // any 2xx
  ['Sending', 'failed', 'Due', 'Failed'], // to be tried again
  ['Sending', 'givenUp', 'Finished', 'Failed'], // the schedule is used up, or the receiver said 410
  ['Finished', 'resent', 'Due', null], // by hand, from the beginning of the schedule
] as const

export type Stage = (typeof transitions)[number][2]
export type DeliveryStatus = NonNullable<(typeof transitions)[number][3]>
export const deliveryStatuses = ['Pending', 'Failed', 'Success'] as const satisfies readonly DeliveryStatus[]

/** What ends an attempt. */
export type End = 'accepted' | 'failed' | 'givenUp'

export function after(end: End): { stage: Stage; status: DeliveryStatus | null } {
  const row = transitions.find(([, act]) => act === end)
  if (row === undefined) throw new Error(`no transition is called ${end}`)
  return { stage: row[2], status: row[3] }
}
