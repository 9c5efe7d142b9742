import { spellAccessKey } from './access-key.ts'
import { isExpired } from './log-in.ts'
import type { KeyView } from './portal-schemas.ts'
import type { ShownKey } from './sql.ts'

const dated = (date: Date | null) => (date === null ? null : date.toISOString())

/** A key past its date is Expired, whatever its row says. */
export const keyView = (key: ShownKey, now: Date): KeyView => ({
  id: key.id,
  accessKey: spellAccessKey(key.merchantId, key.id),
  name: key.name,
  state: key.state !== 'Revoked' && isExpired(key, now) ? 'Expired' : key.state,
  scopes: key.scopes,
  expiresAt: dated(key.expiresAt),
  lastUsedAt: dated(key.lastUsedAt),
  createdAt: key.createdAt.toISOString(),
  createdByName: key.createdByName,
  confirmedByName: key.confirmedByName,
  replacedBy: key.replacedBy,
})
