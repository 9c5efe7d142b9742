import { platformId } from '../../platform/lib/platform-id.ts'
import type { AuditLogEntry } from './portal-schemas.ts'
import type { ListedEntry } from './sql.ts'

/** Entries of the platform itself have no merchant's name. */
export const entryView = ({ sequence, at, merchantName, ...entry }: ListedEntry): AuditLogEntry => ({
  ...entry,
  merchantName: entry.merchantId === platformId ? null : merchantName,
  sequence: sequence.toString(),
  at: at.toISOString(),
})
