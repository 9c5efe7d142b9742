import { reasons } from '../../platform/http/reasons.ts'
import type { AuditLogEntry } from './portal-schemas.ts'
import type { ListedEntry } from './sql.ts'

const meanings: Record<string, { message: string }> = reasons

export const entryView = ({ sequence, at, ...entry }: ListedEntry): AuditLogEntry => ({
  ...entry,
  sequence: sequence.toString(),
  at: at.toISOString(),
  refusalMeaning: meanings[entry.refusal ?? '']?.message ?? null,
})
