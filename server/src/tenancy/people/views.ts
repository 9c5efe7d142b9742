import type { Mailer } from '../../platform/lib/mail.ts'
import { csrfToken, mustHaveSecondFactor, type SignedIn } from './portal-edge.ts'
import { permissionsOf } from './permissions.ts'
import type { OpenSessionView, SessionView } from './portal-schemas.ts'
import type { Membership, Session } from './sql.ts'

type Given = SignedIn & {
  memberships: Membership[]
  isSandbox: boolean
  mailer: Pick<Mailer, 'isOn'>
  asksSecondFactor: boolean
  portalKey: Buffer
}

export function sessionView({
  person,
  session,
  memberships,
  isSandbox,
  mailer,
  asksSecondFactor,
  portalKey,
}: Given): SessionView {
  const { id, email, name, language, isOperator } = person
  const mustEnable = asksSecondFactor && !session.secondFactor && mustHaveSecondFactor(person, memberships)
  return {
    isSandbox,
    sendsMail: mailer.isOn,
    csrfToken: csrfToken(portalKey, session.id),
    person: { id, email, name, language, isOperator, hasSecondFactor: person.totpConfirmedAt !== null },
    mustDo: mustEnable ? 'enableSecondFactor' : null,
    platformPermissions: permissionsOf({ isOperator, roles: [] }),
    merchants: memberships.map(({ merchantId, merchantName, suspensionReason, roles }) => ({
      id: merchantId,
      name: merchantName,
      suspensionReason,
      roles,
      permissions: permissionsOf({ isOperator, roles }),
    })),
  }
}

export const openSessionView = (session: Session, thisId: string): OpenSessionView => ({
  id: session.id,
  address: session.address,
  agent: session.agent,
  createdAt: session.createdAt.toISOString(),
  lastSeenAt: session.lastSeenAt.toISOString(),
  isThis: session.id === thisId,
})
