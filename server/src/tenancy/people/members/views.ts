import type { MemberView } from '../portal-schemas.ts'
import type { Member } from './sql.ts'

export const memberView = (member: Member): MemberView => ({
  personId: member.personId,
  email: member.email,
  name: member.name,
  roles: member.roles,
  hasSecondFactor: member.totpConfirmedAt !== null,
  isInvited: member.passwordHash === null,
  isDisabled: member.disabledAt !== null,
  createdAt: member.createdAt.toISOString(),
})
