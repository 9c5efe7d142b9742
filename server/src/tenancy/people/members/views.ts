import type { MemberView } from '../portal-schemas.ts'
import { hasSecondFactor } from '../one-time-codes.ts'
import type { Member } from './sql.ts'

export const memberView = (member: Member): MemberView => ({
  personId: member.personId,
  email: member.email,
  name: member.name,
  roles: member.roles,
  hasSecondFactor: hasSecondFactor(member),
  isInvited: member.passwordHash === null && !member.hasIdentity,
  isDisabled: member.disabledAt !== null,
  createdAt: member.createdAt.toISOString(),
})
