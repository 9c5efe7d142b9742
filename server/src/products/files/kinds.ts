import type { FileFormat } from '../../platform/http/file-formats.ts'
import type { Translated } from '../../platform/http/languages.ts'

type Kind = { formats: readonly FileFormat[]; name: Translated; isScheduled: boolean }

/** What can be asked for, as what it can be written, how its file is called, and whether it can come by itself. */
// biome-ignore format: a table is read in columns
export const fileKinds = {
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
