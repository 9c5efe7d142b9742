/**
 * The life of a transaction, from its birth (`from` is null) on. What this table does not list cannot happen. In the same
 * commit `posting` moves money, `bank` is what a bank is ordered to do, and the merchant gets an event where it `notifies`
 * (`asked`: the contract does not know the event, and it goes only to an address that asks for it).
 */
// biome-ignore format: a table is read in columns
export const transitions = [
  { type: 'Credit', from: null,         event: 'opened',             to: 'Registered', posting: null,              bank: null,           notifies: false },
  { type: 'Credit', from: null,         event: 'ordered',            to: 'Created',    posting: null,              bank: 'registration', notifies: false }, // a bill with a boleto, whose registration takes time
  { type: 'Credit', from: 'Created',    event: 'registered',         to: 'Registered', posting: null,              bank: null,           notifies: true  },
  { type: 'Credit', from: 'Created',    event: 'failed',             to: 'Error',      posting: null,              bank: null,           notifies: true  },
  { type: 'Credit', from: 'Created',    event: 'cancelRequested',        to: 'Created',    posting: null,              bank: null,           notifies: false }, // its registration, which is under way, ends with it
  { type: 'Credit', from: 'Created',    event: 'cancelled',          to: 'Cancelled',  posting: null,              bank: null,           notifies: true  }, // its bank never had it
  { type: 'Credit', from: 'Registered', event: 'paidByBoleto',       to: 'ToSettle',   posting: 'boletoPaid',      bank: 'settlement',   notifies: 'asked' }, // the bank has no money yet
  { type: 'Credit', from: 'ToSettle',   event: 'boletoSettled',      to: 'Completed',  posting: 'boletoSettled',   bank: null,           notifies: true  },
  { type: 'Credit', from: 'ToSettle',   event: 'boletoTakenBack',    to: 'Registered', posting: 'boletoTakenBack', bank: null,           notifies: true  }, // its bank shows it unpaid again
  { type: 'Credit', from: 'ToSettle',   event: 'boletoLost',         to: 'Cancelled',  posting: 'boletoTakenBack', bank: null,           notifies: true  }, // its bank has removed it, or never gets the money
  { type: 'Credit', from: 'Registered', event: 'authorised',         to: 'Registered', posting: null,              bank: 'initiation',   notifies: false },
  { type: 'Credit', from: 'Registered', event: 'paid',               to: 'Completed',  posting: 'cashInSettled',   bank: null,           notifies: true  },
  { type: 'Credit', from: 'Registered', event: 'expired',            to: 'Registered', posting: null,              bank: 'cancellation', notifies: false }, // the bank is asked first
  { type: 'Credit', from: 'Registered', event: 'cancelRequested',        to: 'Registered', posting: null,              bank: 'cancellation', notifies: false }, // and here by the merchant
  { type: 'Credit', from: 'Registered', event: 'changeAsked',        to: 'Registered', posting: null,              bank: 'change',       notifies: false }, // a bill
  { type: 'Credit', from: 'Registered', event: 'changed',            to: 'Registered', posting: null,              bank: null,           notifies: false }, // or not: its bank has said
  { type: 'Credit', from: 'Registered', event: 'cancelled',          to: 'Cancelled',  posting: null,              bank: null,           notifies: true  },
  { type: 'Credit', from: 'Registered', event: 'failed',             to: 'Error',      posting: null,              bank: null,           notifies: true  },
  { type: 'Credit', from: 'Cancelled',  event: 'paidInTime',         to: 'Completed',  posting: 'cashInSettled',   bank: null,           notifies: true  }, // before the end, by the bank's clock
  { type: 'Credit', from: 'Completed',  event: 'changed',            to: 'Completed',  posting: null,              bank: null,           notifies: false }, // its bank had changed it before it was paid
  { type: 'Credit', from: 'Completed',  event: 'reversed',           to: 'Reversed',   posting: 'cashInReturned',  bank: null,           notifies: true  },
  { type: 'Credit', from: 'Completed',  event: 'refundRequested',        to: 'Completed',  posting: 'refundHeld',      bank: 'return',       notifies: false },
  { type: 'Credit', from: 'Completed',  event: 'refundFailed',       to: 'Completed',  posting: 'refundReleased',  bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Completed',  event: 'partlyRefunded',     to: 'Completed',  posting: 'refundSettled',   bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Completed',  event: 'refunded',           to: 'Refunded',   posting: 'refundSettled',   bank: null,           notifies: true  },
  { type: 'Credit', from: 'Completed',  event: 'partlyForcedReturn', to: 'Completed',  posting: 'cashInReturned',  bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Completed',  event: 'forcedReturn',       to: 'Refunded',   posting: 'cashInReturned',  bank: null,           notifies: true  },
  { type: 'Credit', from: 'Completed',  event: 'disputed',           to: 'Completed',  posting: 'disputeBlocked',  bank: null,           notifies: 'asked' }, // as much as is there
  { type: 'Credit', from: 'Completed',  event: 'disputeReleased',    to: 'Completed',  posting: 'disputeReleased', bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Completed',  event: 'disputeReturned',    to: 'Completed',  posting: 'disputeReturning', bank: 'return',      notifies: false }, // from here on a refund
  { type: 'Credit', from: 'Refunded',   event: 'disputed',           to: 'Refunded',   posting: null,              bank: null,           notifies: 'asked' }, // nothing is left to be blocked
  { type: 'Credit', from: 'Reversed',   event: 'disputed',           to: 'Reversed',   posting: null,              bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Refunded',   event: 'disputeReleased',    to: 'Refunded',   posting: null,              bank: null,           notifies: 'asked' }, // nothing was there to be blocked
  { type: 'Credit', from: 'Reversed',   event: 'disputeReleased',    to: 'Reversed',   posting: null,              bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Reversed',   event: 'refundFailed',       to: 'Reversed',   posting: 'refundSettled',   bank: null,           notifies: 'asked' }, // all of it was reversed
  { type: 'Credit', from: 'Reversed',   event: 'partlyRefunded',     to: 'Reversed',   posting: 'refundSettled',   bank: null,           notifies: 'asked' },
  { type: 'Credit', from: 'Reversed',   event: 'refunded',           to: 'Reversed',   posting: 'refundSettled',   bank: null,           notifies: 'asked' },

  { type: 'Debit',  from: null,         event: 'opened',             to: 'Created',    posting: 'cashOutHeld',     bank: 'payout',       notifies: false },
  { type: 'Debit',  from: null,         event: 'requested',          to: 'Requested',  posting: null,              bank: null,           notifies: false },
  { type: 'Debit',  from: 'Requested',  event: 'approved',           to: 'Created',    posting: 'cashOutHeld',     bank: 'payout',       notifies: true  },
  { type: 'Debit',  from: 'Requested',  event: 'cancelled',          to: 'Cancelled',  posting: null,              bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Created',    event: 'accepted',           to: 'Registered', posting: null,              bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Created',    event: 'paid',               to: 'Completed',  posting: 'cashOutSettled',  bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Created',    event: 'cancelled',          to: 'Cancelled',  posting: 'cashOutReleased', bank: 'withdrawal',   notifies: true  },
  { type: 'Debit',  from: 'Created',    event: 'failed',             to: 'Error',      posting: 'cashOutReleased', bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Registered', event: 'paid',               to: 'Completed',  posting: 'cashOutSettled',  bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Registered', event: 'cancelled',          to: 'Cancelled',  posting: 'cashOutReleased', bank: 'withdrawal',   notifies: true  },
  { type: 'Debit',  from: 'Registered', event: 'failed',             to: 'Error',      posting: 'cashOutReleased', bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Completed',  event: 'partlyForcedReturn', to: 'Completed',  posting: 'cashOutPartlyReturned', bank: null,     notifies: 'asked' }, // the recipient sent a part back
  { type: 'Debit',  from: 'Completed',  event: 'reversed',           to: 'Reversed',   posting: 'cashOutReturned', bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Cancelled',  event: 'paidAfterAll',       to: 'Completed',  posting: 'cashOutPaidLate', bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Error',      event: 'paidAfterAll',       to: 'Completed',  posting: 'cashOutPaidLate', bank: null,           notifies: true  },
  { type: 'Debit',  from: 'Reversed',   event: 'paidAfterAll',       to: 'Completed',  posting: 'cashOutPaidLate', bank: null,           notifies: true  }, // the merchant pays it again

  { type: 'Unmatched',  from: null,         event: 'received',           to: 'Completed',  posting: 'unmatchedReceived',   bank: 'return',       notifies: false },
  { type: 'Unmatched',  from: 'Completed',  event: 'returned',           to: 'Refunded',   posting: 'unmatchedReturned',   bank: null,           notifies: false },
  { type: 'Unmatched',  from: 'Completed',  event: 'matched',            to: 'Cancelled',  posting: 'unmatchedMatched',    bank: null,           notifies: false }, // the bank named its charge later
] as const

export type Transition = (typeof transitions)[number]
export type TransactionType = Transition['type']
export type State = Transition['to']
export type EventKind = Transition['event']

/** Not over yet: money in can still come, and money out is still held. */
export const isUnderWay = (state: State) => state === 'Created' || state === 'Registered' || state === 'ToSettle'

/** The column that remembers when a state was reached. */
export const stateDates = {
  Requested: 'createdAt',
  Created: null,
  Registered: 'registeredAt',
  ToSettle: null,
  Completed: 'completedAt',
  Cancelled: 'cancelledAt',
  Reversed: 'reversedAt',
  Refunded: 'refundedAt',
  Error: 'errorAt',
} as const satisfies Record<State, string | null>

export const states = Object.keys(stateDates) as State[]
export const eventKinds = [...new Set(transitions.map(row => row.event))]
