import type { Static } from 'typebox'
import { csrfToken, mustHaveSecondFactor, type SignedIn } from './portal-edge.ts'
import { permissionsOf } from './permissions.ts'
import type { SessionView } from './schemas.ts'
import type { Membership } from './sql.ts'

type Given = SignedIn & { memberships: Membership[]; isSandbox: boolean; asksSecondFactor: boolean; portalKey: Buffer }

export function sessionView({
  person,
  session,
  memberships,
  isSandbox,
  asksSecondFactor,
  portalKey,
}: Given): Static<typeof SessionView> {
  const { id, email, name, language, isOperator } = person
  const mustEnable = asksSecondFactor && !session.secondFactor && mustHaveSecondFactor(person, memberships)
  return {
    isSandbox,
    csrfToken: csrfToken(portalKey, session.id),
    person: { id, email, name, language, isOperator, hasSecondFactor: person.totpConfirmedAt !== null },
    mustDo: mustEnable ? 'enableSecondFactor' : null,
    platformPermissions: permissionsOf({ isOperator, roles: [] }),
    merchants: memberships.map(({ merchantId, merchantName, roles }) => ({
      id: merchantId,
      name: merchantName,
      roles,
      permissions: permissionsOf({ isOperator, roles }),
    })),
  }
}
