import { moveIn } from '../../platform/lib/state-table.ts'

/**
 * The states of a delivery: one event on its way to the merchant. What this table does not list cannot happen. The
 * stage is its progress; the status is what the API shows (`deliveryStatus`), null where the act does not change it.
 */
// biome-ignore format: a table is read in columns
export const deliveryTransitions = [
  { from: null,       act: 'enqueued',       to: 'Sending',  status: 'Pending' }, // leased to the process that wrote it, which sends it at once
  { from: null,       act: 'queued',         to: 'Waiting',  status: 'Pending' }, // an earlier event of the transaction is not finished
  { from: 'Waiting',  act: 'released',       to: 'Due',      status: null      }, // the earlier one is finished

  { from: 'Due',      act: 'claimed',        to: 'Sending',  status: null      }, // leased to a worker
  { from: 'Waiting',  act: 'claimed',        to: 'Sending',  status: null      }, // the process that should have released it is gone
  { from: 'Sending',  act: 'claimed',        to: 'Sending',  status: null      }, // its process is gone: the lease has run out
  { from: 'Due',      act: 'outOfTurn',      to: 'Waiting',  status: null      }, // an earlier one is not finished, or a newer one is being sent
  { from: 'Waiting',  act: 'outOfTurn',      to: 'Waiting',  status: null      },
  { from: 'Sending',  act: 'outOfTurn',      to: 'Waiting',  status: null      },
  { from: 'Due',      act: 'superseded',     to: 'Finished', status: null      }, // a newer state has been delivered meanwhile
  { from: 'Waiting',  act: 'superseded',     to: 'Finished', status: null      },
  { from: 'Sending',  act: 'superseded',     to: 'Finished', status: null      },

  { from: 'Sending',  act: 'handedBack',     to: 'Due',      status: null      }, // not sent: its lane is full, its circuit open, the process stops
  { from: 'Sending',  act: 'accepted',       to: 'Finished', status: 'Success' }, // any 2xx
  { from: 'Sending',  act: 'failed',         to: 'Due',      status: 'Failed'  }, // to be tried again
  { from: 'Sending',  act: 'givenUp',        to: 'Finished', status: 'Failed'  }, // the schedule is used up, or the receiver said 410

  { from: 'Due',      act: 'expiredInQueue', to: 'Finished', status: 'Failed'  }, // due for as long as the schedule takes, behind a receiver out of reach
  { from: 'Waiting',  act: 'expiredInQueue', to: 'Finished', status: 'Failed'  },
  { from: 'Sending',  act: 'expiredInQueue', to: 'Finished', status: 'Failed'  }, // its process is gone: the lease ran out that long ago

  { from: 'Finished', act: 'resent',         to: 'Due',      status: null      }, // by hand, from the beginning of the schedule
  { from: 'Due',      act: 'resent',         to: 'Due',      status: null      },
  { from: 'Waiting',  act: 'resent',         to: 'Due',      status: null      },
  { from: 'Due',      act: 'heldBack',       to: 'Waiting',  status: null      }, // an earlier event is sent again by hand
  { from: 'Waiting',  act: 'heldBack',       to: 'Waiting',  status: null      },
] as const

type DeliveryTransition = (typeof deliveryTransitions)[number]
export type Stage = DeliveryTransition['to']
export type DeliveryAct = DeliveryTransition['act']
export type DeliveryStatus = NonNullable<DeliveryTransition['status']>
/** What an event of a transaction can report: its state, and the result of a refund that leaves the state unchanged. */
export const statesInEvents = [
  'Registered',
  'Completed',
  'Cancelled',
  'Reversed',
  'Refunded',
  'PartiallyRefunded',
  'RefundFailed',
  'PaidByBoleto',
  'Error',
] as const

/**
 * Events that the contract of the API does not know, and that receivers written for it may refuse for days. They go only to
 * a merchant's own address that asks for them, never to the address of a payment, and hold up no state of a transaction.
 */
export const optionalEvents = [
  'PartiallyRefunded',
  'RefundFailed',
  'PaidByBoleto',
  'DisputeOpened',
  'DisputeReturned',
  'DisputeReleased',
  'BalanceAdjusted',
  'BillReminder',
] as const

export type OptionalEvent = (typeof optionalEvents)[number]

export const deliveryStatuses = ['Pending', 'Failed', 'Success'] as const satisfies readonly DeliveryStatus[]

/** The next stage of a delivery after an act, and the stages in which the act is possible. */
export const deliveryMove = <Act extends DeliveryAct>(act: Act) => moveIn(deliveryTransitions, 'act', act)

export type End = Extract<DeliveryTransition, { act: 'accepted' | 'failed' | 'givenUp' }>

export function after(act: End['act']): { stage: Stage; status: DeliveryStatus } {
  const row = deliveryTransitions.find((one): one is End => one.act === act)
  if (row === undefined) throw new Error(`no attempt ends ${act}`)
  return { stage: row.to, status: row.status }
}
