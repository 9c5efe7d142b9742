import { platformId } from '../../platform/lib/platform-id.ts'
import type { Mailer } from '../../platform/lib/mail.ts'
import { csrfToken, lacksSecondFactor, lacksSso, mustHaveSecondFactor, type SignedIn } from './portal-edge.ts'
import { hasSecondFactor } from './one-time-codes.ts'
import { permissionsOf } from './permissions.ts'
import type { OpenSessionView, SessionView } from './portal-schemas.ts'
import type { Membership, Session, SsoPolicy } from './sql.ts'

type Given = SignedIn & {
  /** Those that the session opens, by `readSessionScope`. */
  memberships: Membership[]
  platformPolicy: SsoPolicy
  isSandbox: boolean
  mailer: Pick<Mailer, 'isOn'>
  asksSecondFactor: boolean
  portalKey: Buffer
}

export function sessionView({
  person,
  session,
  memberships,
  platformPolicy,
  isSandbox,
  mailer,
  asksSecondFactor,
  portalKey,
}: Given): SessionView {
  const { id, email, name, language, isOperator, operatorRoles } = person
  const isOpen = (merchantId: string, policy: SsoPolicy) => !lacksSso({ person, session }, policy, merchantId)
  const opened = memberships.filter(one => isOpen(one.merchantId, one))
  const mustSso = isOperator ? !isOpen(platformId, platformPolicy) : memberships.length > 0 && opened.length === 0
  const mustGive = lacksSecondFactor({ person, session })
  const mustEnable = asksSecondFactor && !session.secondFactor && mustHaveSecondFactor(person, memberships)
  return {
    isSandbox,
    sendsMail: mailer.isOn,
    csrfToken: csrfToken(portalKey, session.id),
    person: {
      id,
      email,
      name,
      language,
      isOperator,
      operatorRoles,
      hasSecondFactor: hasSecondFactor(person),
      hasCodes: person.totpConfirmedAt !== null,
      hasPasskey: person.hasPasskey,
    },
    mustDo: mustSso ? 'signInWithSso' : mustGive ? 'giveSecondFactor' : mustEnable ? 'enableSecondFactor' : null,
    isSso: session.providerMerchantId !== null,
    ssoMerchants: memberships
      .filter(one => one.hasSso)
      .map(({ merchantId, merchantName }) => ({ id: merchantId, name: merchantName })),
    platformPermissions: permissionsOf(operatorRoles),
    merchants: (isOperator ? [] : opened).map(({ merchantId, merchantName, suspensionReason, roles }) => ({
      id: merchantId,
      name: merchantName,
      suspensionReason,
      roles,
      permissions: permissionsOf(roles),
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
