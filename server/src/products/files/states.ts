import { moveIn } from '../../platform/lib/state-table.ts'
import { type FileFormat, datedName } from '../../platform/http/file-formats.ts'
import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'

/** The states of a requested file. When a writer's lease expires another begins anew. `to: null` deletes the row. */
// biome-ignore format: a table is read in columns
export const fileTransitions = [
  { from: null,      act: 'ask',    to: 'Waiting' },
  { from: 'Waiting', act: 'begin',  to: 'Running' },
  { from: 'Running', act: 'begin',  to: 'Running' }, // the lease of the worker before is over
  { from: 'Running', act: 'pause',  to: 'Waiting' }, // it failed, and is tried again later
  { from: 'Running', act: 'finish', to: 'Done'    },
  { from: 'Running', act: 'fail',   to: 'Failed'  }, // after so many attempts
  { from: 'Done',    act: 'expire', to: 'Expired' }, // the file is deleted
  { from: 'Failed',  act: 'purge',  to: null      },
  { from: 'Expired', act: 'purge',  to: null      },
] as const

export type FileState = NonNullable<(typeof fileTransitions)[number]['to']>

export const fileStates = ['Waiting', 'Running', 'Done', 'Failed', 'Expired'] as const satisfies readonly FileState[]

export const moves = {
  ask: moveIn(fileTransitions, 'act', 'ask'),
  begin: moveIn(fileTransitions, 'act', 'begin'),
  pause: moveIn(fileTransitions, 'act', 'pause'),
  finish: moveIn(fileTransitions, 'act', 'finish'),
  fail: moveIn(fileTransitions, 'act', 'fail'),
  expire: moveIn(fileTransitions, 'act', 'expire'),
  purge: moveIn(fileTransitions, 'act', 'purge'),
}

/** Somebody has yet to write it. */
export const isUnderWay = (state: FileState): boolean => state === 'Waiting' || state === 'Running'

type Kind = { formats: readonly FileFormat[]; name: Translated; isScheduled: boolean }

/** The kinds of files, with their formats, their file names, and whether a schedule can make them. */
// biome-ignore format: a table is read in columns
const fileKinds = {
  statement:        { formats: ['csv', 'xlsx', 'ofx'], name: ['extrato', 'statement'],               isScheduled: true  },
  transactions:     { formats: ['csv', 'xlsx', 'ofx'], name: ['transacoes', 'transactions'],         isScheduled: true  },
  monthlyStatement: { formats: ['pdf'],                name: ['extrato-mensal', 'monthly-statement'], isScheduled: true  },
  reconciliation:   { formats: ['csv', 'xlsx'],        name: ['conciliacao', 'reconciliation'],      isScheduled: false },
} as const satisfies Record<string, Kind>

export type FileKind = keyof typeof fileKinds
export type ScheduledKind = Exclude<FileKind, 'reconciliation'>

export const fileKindNames = Object.keys(fileKinds) as FileKind[]
export const scheduledKinds = fileKindNames.filter((kind): kind is ScheduledKind => fileKinds[kind].isScheduled)
export const allFormats = ['csv', 'xlsx', 'ofx', 'pdf'] as const satisfies readonly FileFormat[]

export const isFormatOf = (kind: FileKind, format: FileFormat): boolean =>
  (fileKinds[kind].formats as readonly FileFormat[]).includes(format)

/** What a comparison found, and the first lines that are not as they should be. */
export type Compared = {
  matches: number
  differs: number
  missingHere: number
  missingInList: number
  first: { outcome: string; orderId: string | null; listed: string | null; found: string | null; what: string }[]
}

/** Why a file was given up. */
export type Fault = 'NotWritten' | 'TooManyRows' | 'BucketRefused'

/** A row of `files`. */
export type File = {
  merchantId: string
  id: string
  kind: FileKind
  format: FileFormat
  language: Language
  fromDay: Day
  toDay: Day
  state: FileState
  /** Requested with an access key, by a person, or by a schedule. */
  keyId: string | null
  personId: string | null
  scheduleId: string | null
  /** The lines of a comparison as JSON, until it has been made. */
  list: string | null
  attempts: number
  nextAttemptAt: Date | null
  progress: number
  rows: bigint
  sizeBytes: bigint | null
  result: Compared | null
  fault: Fault | null
  createdAt: Date
  finishedAt: Date | null
  endsAt: Date | null
}

/** Where the bytes of an attempt are: two who write the same file never write to the same place. */
export const storedName = ({ merchantId, id }: Pick<File, 'merchantId' | 'id'>, attempt: number): string =>
  `${merchantId}/${id}.${attempt}`

/** How the file is called where it is kept, without its ending. */
export const nameOf = ({ kind, fromDay, toDay, language, createdAt }: File): string =>
  datedName(inLanguage(fileKinds[kind].name, language), { from: fromDay, to: toDay }, createdAt)

const minute = 60_000
const day = 24 * 60 * minute

/** How long a file can be downloaded, and how long its row is listed as expired after that. */
export const keptForMs = 7 * day
export const rememberedForMs = 90 * day

/** How long a worker may go without progress before another starts again. Longer than any call to database or storage. */
export const leaseMs = 2 * minute

/** After each failed attempt; then the file is given up. */
export const pausesMs = [5_000, 30_000, 2 * minute, 10 * minute] as const
export const mostAttempts = pausesMs.length + 1

/** Rows of one file: what a sheet of Excel has room for. */
export const mostRows = 1_000_000

/** The longest period of one file. */
export const mostDays = 366

/** Files of one merchant that wait or are being written. */
export const mostUnderWay = 20

/** Lines of a list that is compared, and the bytes of a file that has one. */
export const mostListed = 20_000
export const mostListBytes = 4 * 1024 * 1024
