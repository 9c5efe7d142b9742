import { moveIn } from '../../platform/lib/state-table.ts'

export const requestKinds = ['access', 'erasure'] as const
export type RequestKind = (typeof requestKinds)[number]

/** The life of a request about a person's data. What this table does not list cannot happen. */
// biome-ignore format: a table is read in columns
export const dataRequestTransitions = [
  { from: null,      act: 'request', to: 'Running' },
  { from: 'Running', act: 'finish',  to: 'Done'    },
  { from: 'Running', act: 'fail',    to: 'Failed'  }, // too many faults, or the account is still needed
] as const

export type DataRequestState = (typeof dataRequestTransitions)[number]['to']

export const dataRequestStates = ['Running', 'Done', 'Failed'] as const satisfies readonly DataRequestState[]

export const requestMove = <Act extends (typeof dataRequestTransitions)[number]['act']>(act: Act) =>
  moveIn(dataRequestTransitions, 'act', act)

/** How far it has come: payments by document first, then every table of the register by ranges of its key. */
export type Progress = {
  stage: 'prepare' | 'account' | 'payments' | 'tables' | 'auditLog' | 'files'
  table: number
  after: string[] | null
  /** Payments and other rows of the person, about which the audit log may have entries. */
  subjects: string[]
  /** Merchants whose files may have the person in them. */
  merchantIds: string[]
  /** Names of stored files whose rows are gone. */
  stored?: string[]
  /** Steps that failed one after the other. */
  failures: number
}

export const faults = ['LastOwner', 'LastOperator', 'BreakGlassNeeded', 'NotDone', 'TooManyRows'] as const
export type RequestFault = (typeof faults)[number]

/** A row of `personal_data_requests`. `merchantId` null: of the whole platform. */
export type DataRequest = {
  id: string
  merchantId: string | null
  kind: RequestKind
  state: DataRequestState
  personHashes: string[]
  sealedPerson: string | null
  requestedBy: string
  attempts: number
  progress: Progress
  /** Rows found or erased, by table. */
  found: Record<string, number>
  /** Rows that the law requires, by table. */
  kept: Record<string, number>
  /** Rows that are still in use. */
  waiting: number
  nextStepAt: Date | null
  fault: RequestFault | null
  createdAt: Date
  doneAt: Date | null
  /** Until when its file can be downloaded. */
  endsAt: Date | null
}

export const firstProgress: Progress = {
  stage: 'prepare',
  table: 0,
  after: null,
  subjects: [],
  merchantIds: [],
  failures: 0,
}
