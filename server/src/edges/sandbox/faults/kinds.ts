/**
 * What can be scripted to go wrong, in the order in which it is looked for: an event has one fault at a time.
 * `seconds`: for those that take time, how long if nobody says, and at most.
 */
// biome-ignore format: a table is read in columns
export const faultKinds = {
  webhookDrop:      { seconds: null,                      words: 'the first attempt of an event is not sent and counts as failed; its retries follow' },
  webhookDelay:     { seconds: { usual: 60, most: 3600 }, words: 'the first attempt of an event is made later by `seconds`' },
  webhookReorder:   { seconds: null,                      words: 'an event waits until the next one of another transaction was sent, ten minutes at most: two arrive in reverse' },
  webhookDuplicate: { seconds: null,                      words: 'an event is delivered twice, both times under the same `webhook-id`' },
  slowBank:         { seconds: { usual: 5, most: 15 },    words: 'the bank takes `seconds` to register a charge or a payment initiation, or to make a refund' },
  refundRefused:    { seconds: null,                      words: 'the bank refuses a refund: it fails with the cause `RefundRefusedByBank`' },
} as const

export type FaultKind = keyof typeof faultKinds

export const kindNames = Object.keys(faultKinds) as FaultKind[]

/** A fault happens at most this often. */
export const mostTimes = 100
