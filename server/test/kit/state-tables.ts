import { keyTransitions } from '../../src/access-keys/states.ts'
import { exceptionTransitions, orderTransitions } from '../../src/bank-orders/states.ts'
import { documentTransitions } from '../../src/company-payments/documents/states.ts'
import { accountTransitions, receiverTransitions } from '../../src/company-payments/receivers/states.ts'
import { requestTransitions } from '../../src/company-payments/requests/states.ts'
import { merchantTransitions } from '../../src/merchants/states.ts'
import { disputeTransitions } from '../../src/disputes/states.ts'
import { consentTransitions } from '../../src/open-finance/states.ts'
import { fileTransitions } from '../../src/files/states.ts'
import { linkTransitions } from '../../src/payment-links/states.ts'
import { batchTransitions, rowTransitions } from '../../src/payout-batches/states.ts'
import { refundTransitions } from '../../src/refunds/states.ts'
import { operations, transitions } from '../../src/transactions/states.ts'
import { deliveryTransitions } from '../../src/webhooks/states.ts'

/** A row of any table of states. What happens is called `act`, or `event` where nobody acts. */
export type StateRow = {
  readonly type?: string
  readonly from: string | null
  readonly to: string | null
  readonly act?: string
  readonly event?: string | null
}

/** The column that keeps the state, and the one that tells what kind of thing it is where not all have the same life. */
export type StateTable = { rows: readonly StateRow[]; file: string; column: string; kind?: string }

/** Every table of states, by the table of the database whose life it tells. */
// biome-ignore format: a table is read in columns
export const stateTables = {
  transactions:     { rows: transitions,          file: 'transactions/states.ts',               column: 'state', kind: 'operation' },
  bank_orders:      { rows: orderTransitions,     file: 'bank-orders/states.ts',                column: 'state'  },
  bank_exceptions:  { rows: exceptionTransitions, file: 'bank-orders/states.ts',                column: 'state'  },
  refunds:          { rows: refundTransitions,    file: 'refunds/states.ts',                    column: 'state'  },
  consents:         { rows: consentTransitions,   file: 'open-finance/states.ts',               column: 'state'  },
  payment_links:    { rows: linkTransitions,      file: 'payment-links/states.ts',              column: 'state'  },
  files:            { rows: fileTransitions,      file: 'files/states.ts',                      column: 'state'  },
  disputes:         { rows: disputeTransitions,   file: 'disputes/states.ts',                   column: 'state'  },
  payout_batches:   { rows: batchTransitions,     file: 'payout-batches/states.ts',             column: 'state'  },
  payout_batch_rows: { rows: rowTransitions,      file: 'payout-batches/states.ts',             column: 'state'  },
  payment_requests: { rows: requestTransitions,   file: 'company-payments/requests/states.ts',  column: 'status' },
  receivers:        { rows: receiverTransitions,  file: 'company-payments/receivers/states.ts', column: 'status' },
  receiver_accounts: { rows: accountTransitions,  file: 'company-payments/receivers/states.ts', column: 'status' },
  documents:        { rows: documentTransitions,  file: 'company-payments/documents/states.ts', column: 'state'  },
  merchants:        { rows: merchantTransitions,  file: 'merchants/states.ts',                  column: 'state'  },
  access_keys:      { rows: keyTransitions,       file: 'access-keys/states.ts',                column: 'state'  },
  webhook_events:   { rows: deliveryTransitions,  file: 'webhooks/states.ts',                   column: 'stage'  },
} as const satisfies Record<string, StateTable>

export type Watched = keyof typeof stateTables

/** A row as tests speak of it: 'Debit Created paid'. */
export const nameOf = ({ type, from, act, event }: StateRow): string =>
  [type, from ?? 'nothing', act ?? event].filter(Boolean).join(' ')

/** One change that a row lists, for one kind of thing where there are several. */
export type Listed = { kind: string | null; from: string | null; to: string | null }

/** Everything that may become of a state. An operation is born by one event only. */
export function listedIn(name: Watched): Listed[] {
  if (name !== 'transactions') return stateTables[name].rows.map(({ from, to }) => ({ kind: null, from, to }))
  return Object.entries(operations).flatMap(([kind, { type, birth }]) =>
    transitions
      .filter(row => row.type === type && (row.from !== null || row.event === birth))
      .map(({ from, to }) => ({ kind, from, to })),
  )
}
