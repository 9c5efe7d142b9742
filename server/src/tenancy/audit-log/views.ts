import { platformId } from '../../platform/lib/platform-id.ts'
import type { AuditLogEntry } from './portal-schemas.ts'
import type { ListedEntry } from './sql.ts'

export const entryView = ({ sequence, at, merchantId, merchantName, ...entry }: ListedEntry): AuditLogEntry => ({
  ...entry,
  ...(merchantId === platformId ? { merchantId: null, merchantName: null } : { merchantId, merchantName }),
  sequence: sequence.toString(),
  at: at.toISOString(),
})
