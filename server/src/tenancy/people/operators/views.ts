import type { PersonView } from '../portal-schemas.ts'
import { hasSecondFactor } from '../one-time-codes.ts'
import type { ListedPerson } from './sql.ts'

export const personView = (person: ListedPerson): PersonView => ({
  id: person.id,
  email: person.email,
  name: person.name,
  operatorRoles: person.operatorRoles,
  hasSecondFactor: hasSecondFactor(person),
  isInvited: person.passwordHash === null && !person.hasIdentity,
  isDisabled: person.disabledAt !== null,
  createdAt: person.createdAt.toISOString(),
  lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
  merchants: person.merchants,
})
