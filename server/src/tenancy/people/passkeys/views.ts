import type { PasskeyView } from './portal-schemas.ts'
import type { Passkey } from './sql.ts'

type Shown = Pick<Passkey, 'id' | 'name' | 'createdAt'> & { lastUsedAt?: Date | null }

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: Shown): PasskeyView => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
