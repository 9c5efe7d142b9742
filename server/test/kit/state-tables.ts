import { dataRequestTransitions } from '../../src/operations/personal-data/states.ts'
import { alarmTransitions } from '../../src/operations/alarms/states.ts'
import { keyTransitions } from '../../src/tenancy/access-keys/states.ts'
import { exceptionTransitions, orderTransitions } from '../../src/money/bank-orders/states.ts'
import { documentTransitions } from '../../src/products/company-payments/documents/states.ts'
import { accountTransitions, receiverTransitions } from '../../src/products/company-payments/receivers/states.ts'
import { requestTransitions } from '../../src/products/company-payments/requests/states.ts'
import { operatorRequestTransitions } from '../../src/tenancy/people/operator-requests/states.ts'
import { merchantTransitions } from '../../src/tenancy/merchants/states.ts'
import { disputeTransitions } from '../../src/products/disputes/states.ts'
import { consentTransitions } from '../../src/products/open-finance/states.ts'
import { fileTransitions } from '../../src/products/files/states.ts'
import { linkTransitions } from '../../src/products/payment-links/states.ts'
import { importTransitions, rowTransitions as importRowTransitions } from '../../src/products/bills/imports/states.ts'
import { batchTransitions, rowTransitions } from '../../src/products/payout-batches/states.ts'
import { refundTransitions } from '../../src/money/refunds/states.ts'
import { type Operation, birthsOf, operations } from '../../src/money/transactions/operations.ts'
import { transitions } from '../../src/money/transactions/states.ts'
import { deliveryTransitions } from '../../src/money/webhooks/states.ts'

/** A row of any state table. The column of the trigger is `act`, or `event` if no person triggers it. */
export type StateRow = {
  readonly type?: string
  readonly from: string | null
  readonly to: string | null
  readonly act?: string
  readonly event?: string | null
}

/** The column of the state, and the column of the kind if kinds have different state machines. */
export type StateTable = { rows: readonly StateRow[]; file: string; column: string; kind?: string }

/** Every state table, by the database table it describes. */
// biome-ignore format: a table is read in columns
export const stateTables = {
  transactions:     { rows: transitions,          file: 'money/transactions/states.ts',               column: 'state', kind: 'operation' },
  bank_orders:      { rows: orderTransitions,     file: 'money/bank-orders/states.ts',                column: 'state'  },
  bank_exceptions:  { rows: exceptionTransitions, file: 'money/bank-orders/states.ts',                column: 'state'  },
  refunds:          { rows: refundTransitions,    file: 'money/refunds/states.ts',                    column: 'state'  },
  consents:         { rows: consentTransitions,   file: 'products/open-finance/states.ts',               column: 'state'  },
  payment_links:    { rows: linkTransitions,      file: 'products/payment-links/states.ts',              column: 'state'  },
  files:            { rows: fileTransitions,      file: 'products/files/states.ts',                      column: 'state'  },
  disputes:         { rows: disputeTransitions,   file: 'products/disputes/states.ts',                   column: 'state'  },
  bill_imports:     { rows: importTransitions,    file: 'products/bills/imports/states.ts',              column: 'state'  },
  bill_import_rows: { rows: importRowTransitions, file: 'products/bills/imports/states.ts',              column: 'state'  },
  payout_batches:   { rows: batchTransitions,     file: 'products/payout-batches/states.ts',             column: 'state'  },
  payout_batch_rows: { rows: rowTransitions,      file: 'products/payout-batches/states.ts',             column: 'state'  },
  payment_requests: { rows: requestTransitions,   file: 'products/company-payments/requests/states.ts',  column: 'status' },
  receivers:        { rows: receiverTransitions,  file: 'products/company-payments/receivers/states.ts', column: 'status' },
  receiver_accounts: { rows: accountTransitions,  file: 'products/company-payments/receivers/states.ts', column: 'status' },
  documents:        { rows: documentTransitions,  file: 'products/company-payments/documents/states.ts', column: 'state'  },
  merchants:        { rows: merchantTransitions,  file: 'tenancy/merchants/states.ts',                  column: 'state'  },
  operator_requests: { rows: operatorRequestTransitions, file: 'tenancy/people/operator-requests/states.ts', column: 'state'  },
  access_keys:      { rows: keyTransitions,       file: 'tenancy/access-keys/states.ts',                column: 'state'  },
  personal_data_requests: { rows: dataRequestTransitions, file: 'operations/personal-data/states.ts',       column: 'state'  },
  alarms:           { rows: alarmTransitions,     file: 'operations/alarms/states.ts',                  column: 'state'  },
  webhook_events:   { rows: deliveryTransitions,  file: 'money/webhooks/states.ts',                   column: 'stage'  },
} as const satisfies Record<string, StateTable>

export type Watched = keyof typeof stateTables

/** The name of a row in tests: 'Debit Created paid'. */
export const nameOf = ({ type, from, act, event }: StateRow): string =>
  [type, from ?? 'nothing', act ?? event].filter(Boolean).join(' ')

/** One change that a row lists, for one kind of thing where there are several. */
export type Listed = { kind: string | null; from: string | null; to: string | null }

const isBirth = (kind: string, { event }: { event: string }) =>
  birthsOf(kind as Operation).some(birth => birth.event === event)

/** All transitions of a state. Only one event creates an operation, or two where it may wait first. */
export function listedIn(name: Watched): Listed[] {
  if (name !== 'transactions') return stateTables[name].rows.map(({ from, to }) => ({ kind: null, from, to }))
  return Object.entries(operations).flatMap(([kind, { type }]) =>
    transitions
      .filter(row => row.type === type && (row.from !== null || isBirth(kind, row)))
      .map(({ from, to }) => ({ kind, from, to })),
  )
}
