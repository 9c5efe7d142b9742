import type { PersonView } from '../portal-schemas.ts'
import type { ListedPerson } from './sql.ts'

export const personView = (person: ListedPerson): PersonView => ({
  id: person.id,
  email: person.email,
  name: person.name,
  isOperator: person.isOperator,
  hasSecondFactor: person.totpConfirmedAt !== null,
  isInvited: person.passwordHash === null,
  isDisabled: person.disabledAt !== null,
  createdAt: person.createdAt.toISOString(),
  lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
  merchants: person.merchants,
})
