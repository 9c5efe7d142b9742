import type { Micros } from '../../../platform/brazil/money.ts'
import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import { moveIn } from '../../../platform/lib/state-table.ts'
import type { BillRequest } from '../schemas.ts'

// biome-ignore format: a table is read in columns
export const importTransitions = [
  { from: null,      act: 'ask',      to: 'Running'   },
  { from: 'Running', act: 'complete', to: 'Completed' }, // every row is made or refused
  { from: 'Running', act: 'stop',     to: 'Stopped'   }, // what waited is refused, what was made stays
] as const

/** The life of one of its rows. */
// biome-ignore format: a table is read in columns
export const rowTransitions = [
  { from: null,      act: 'ask',    to: 'Waiting' },
  { from: 'Waiting', act: 'make',   to: 'Made'    }, // in the commit that opens its bill
  { from: 'Waiting', act: 'refuse', to: 'Refused' },
] as const

export type ImportState = (typeof importTransitions)[number]['to']
export type RowState = (typeof rowTransitions)[number]['to']

export const bornImport: ImportState = moveIn(importTransitions, 'act', 'ask').to
export const completedImport: ImportState = moveIn(importTransitions, 'act', 'complete').to
export const stoppedImport: ImportState = moveIn(importTransitions, 'act', 'stop').to
export const bornRow: RowState = moveIn(rowTransitions, 'act', 'ask').to
export const madeRow: RowState = moveIn(rowTransitions, 'act', 'make').to
export const refusedRow: RowState = moveIn(rowTransitions, 'act', 'refuse').to

export const importStates = ['Running', 'Completed', 'Stopped'] as const satisfies readonly ImportState[]
export const rowStates = ['Waiting', 'Made', 'Refused'] as const satisfies readonly RowState[]

/** A row of `bill_imports`. */
export type BillImport = {
  merchantId: string
  id: string
  state: ImportState
  name: string
  rowCount: number
  /** The sum of its rows. */
  amount: Micros
  madeCount: number
  madeAmount: Micros
  refusedCount: number
  refusedAmount: Micros
  /** Requested with an access key, or by a person in the portal. */
  keyId: string | null
  personId: string | null
  idempotencyKey: string | null
  requestHash: string | null
  createdAt: Date
  completedAt: Date | null
  /** While it is Running: when a worker continues it, or until when one has leased it. */
  nextStepAt: Date | null
}

/** A row of `bill_import_rows`. */
export type ImportRow = {
  merchantId: string
  importId: string
  /** Its line in the file. */
  line: number
  id: string
  state: RowState
  amount: Micros
  dueDate: Day
  orderId: string | null
  /** The bill that it asks for; null once the row is made or refused: what it says of a person is in the bill. */
  form: BillRequest | null
  billId: string | null
  /** Why it was refused. */
  reason: string | null
  message: string | null
  endedAt: Date | null
}

/** The most rows of a file. */
export const mostRows = 10_000
