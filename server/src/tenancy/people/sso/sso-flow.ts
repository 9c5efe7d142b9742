import { randomBytes } from 'node:crypto'
import { type Audit, withDetails } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import { type Key, openSealedText, sealText } from '../../../platform/lib/seal.ts'
import { isOpenChallenge, newChallenge, spendChallenge } from '../challenges.ts'
import { findPerson, readMemberships, readPerson } from '../find-person.ts'
import { countAttempt } from '../limit-guesses.ts'
import type { SignedIn } from '../portal-edge.ts'
import { plainEmail } from '../sign-in.ts'
import { type DomainNeeds, isDomainVerified } from './domain-records.ts'
import type { Claims, ProviderClient } from './provider-client.ts'
import { openSecret } from './set-provider.ts'
import {
  type Provider,
  insertIdentity,
  selectDomains,
  selectIdentity,
  selectProvider,
  selectProviderOfDomain,
  updateConfirmedBySso,
  updateSsoJoined,
} from './sql.ts'

export const flowLifetimeMs = 10 * 60 * 1000

/** `link`: by the person, in a session of their own. `confirm`: the person shows themselves again. */
type Purpose = 'signIn' | 'confirm' | 'link'

/** What the browser carries, sealed, to the provider and back. It binds the attempt to this browser. */
type Flow = {
  purpose: Purpose
  merchantId: string
  issuer: string
  state: string
  nonce: string
  verifier: string
  /** The session that is confirmed or linked. */
  sessionId: string | null
}

type Needs = DomainNeeds & {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  portalKey: Key
  ssoFlowKey: Key
  storageKey: Key
  ssoClient: ProviderClient
}

type Started = { url: string; flow: string }

/** By the domain of an e-mail address, which says nothing about who has an account. */
export async function startSignIn(
  needs: Needs,
  { email: given, address }: { email: string; address: string },
): Promise<Started> {
  const attempt = await countAttempt(needs, address)
  const email = plainEmail(given)
  const provider = await selectProviderOfDomain(needs.sql, domainOf(email))
  if (provider === undefined) throw new ApiError('SsoNotFound')
  const started = await start(needs, provider, { purpose: 'signIn', email, sessionId: null })
  await attempt.giveBack()
  return started
}

/** For somebody whom a provider has signed in. */
export async function startConfirmation(needs: Needs, { person, session }: SignedIn): Promise<Started> {
  const { providerMerchantId } = session
  const provider = providerMerchantId === null ? undefined : await selectProvider(needs.sql, providerMerchantId)
  if (provider === undefined) throw new ApiError('SsoNotFound')
  return start(needs, provider, { purpose: 'confirm', email: person.email, sessionId: session.id })
}

/**
 * In a session of their own: operators, who are never linked by an e-mail address, and members whose domain does not have the
 * record of the merchant's provider.
 */
export async function startLink(
  needs: Needs,
  { person, session }: SignedIn,
  merchantId = platformId,
): Promise<Started> {
  const provider = (await belongs(needs, person, merchantId)) ? await selectProvider(needs.sql, merchantId) : undefined
  if (provider === undefined) throw new ApiError('SsoNotFound')
  if (!person.isOperator && session.providerMerchantId !== null) throw new ApiError('OwnSignInRequired')
  return start(needs, provider, { purpose: 'link', email: person.email, sessionId: session.id })
}

async function start(
  needs: Needs,
  provider: Provider,
  { purpose, email, sessionId }: { purpose: Purpose; email: string; sessionId: string | null },
): Promise<Started> {
  const { merchantId, issuer } = provider
  const flow: Flow = {
    purpose,
    merchantId,
    issuer,
    state: newChallenge(needs, 'sso', flowLifetimeMs).toString('base64url'),
    nonce: randomBytes(32).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
    sessionId,
  }
  const url = await needs.ssoClient.authorizationUrl(credentialsOf(needs, provider), {
    ...flow,
    redirectUri: redirectUri(needs),
    email,
    isFresh: purpose === 'confirm',
  })
  return { url, flow: sealText(needs.ssoFlowKey, JSON.stringify(flow), 'token') }
}

export const redirectUri = ({ publicUrl }: { publicUrl: () => string }): string => `${publicUrl()}/portal/sso`

export type FinishedFlow =
  | {
      purpose: 'signIn'
      person: SignedIn['person']
      secondFactor: boolean
      providerMerchantId: string
      confirmedAt: Date
    }
  | { purpose: 'confirm' | 'link' }

type Return = {
  /** The query with which the provider sent the browser back. */
  parameters: string
  flow: string | undefined
  signedIn: SignedIn | null
  linkAudit: (person: { id: string; name: string }) => Audit
}

/** Each attempt is accepted once, in the browser that began it. */
export async function finishFlow(
  needs: Needs,
  { parameters, flow: sealed, signedIn, linkAudit }: Return,
): Promise<FinishedFlow> {
  const flow = openFlow(needs, sealed)
  if (!isOpenChallenge(needs, 'sso', flow.state)) throw new ApiError('SsoRefused')
  const provider = await selectProvider(needs.sql, flow.merchantId)
  if (provider === undefined || provider.issuer !== flow.issuer) throw new ApiError('SsoRefused')
  if (!(await spendChallenge(needs.sql, flow.state))) throw new ApiError('SsoRefused')
  const isFresh = flow.purpose === 'confirm'
  const attempt = { ...flow, redirectUri: redirectUri(needs), parameters, isFresh }
  const claims = await needs.ssoClient.claimsOf(credentialsOf(needs, provider), attempt)

  if (flow.purpose === 'signIn') {
    const person = await personOf(needs, provider, claims, linkAudit)
    const secondFactor = provider.trustsSecondFactor || claims.isMultiFactor
    // A session that the provider had already confirms nothing.
    const confirmedAt = claims.shownAt ?? new Date(0)
    return { purpose: 'signIn', person, secondFactor, providerMerchantId: provider.merchantId, confirmedAt }
  }
  if (signedIn === null || signedIn.session.id !== flow.sessionId) throw new ApiError('SsoRefused')
  if (flow.purpose === 'link') await linkThemselves(needs, provider, signedIn.person, claims, linkAudit)
  else await confirm(needs, provider, signedIn, claims)
  return { purpose: flow.purpose }
}

function openFlow(needs: Needs, sealed: string | undefined): Flow {
  try {
    return JSON.parse(openSealedText(needs.ssoFlowKey, sealed ?? '', 'token')) as Flow
  } catch {
    // Not ours, or of an earlier secret: the browser may send anything.
    throw new ApiError('SsoRefused')
  }
}

/** By issuer and subject; a member who is not linked yet by a verified e-mail in a domain that has the provider's record. */
async function personOf(
  needs: Needs,
  provider: Provider,
  claims: Claims,
  linkAudit: Return['linkAudit'],
): Promise<SignedIn['person']> {
  const { merchantId, issuer } = provider
  const known = await selectIdentity(needs.sql, { merchantId, issuer, subject: claims.subject })
  const person = known === null ? await memberByEmail(needs, provider, claims) : await readPerson(needs, known)
  if (person.disabledAt !== null || !(await belongs(needs, person, merchantId))) throw new ApiError('SsoNotLinked')
  if (known === null) await link(needs, provider, person, claims, linkAudit(person))
  return person
}

const belongs = async (needs: Needs, person: SignedIn['person'], merchantId: string): Promise<boolean> =>
  merchantId === platformId
    ? person.isOperator
    : !person.isOperator && (await readMemberships(needs, person.id)).some(one => one.merchantId === merchantId)

async function memberByEmail(needs: Needs, provider: Provider, claims: Claims): Promise<SignedIn['person']> {
  const { merchantId } = provider
  const email = claims.isEmailVerified === true && claims.email !== null ? plainEmail(claims.email) : null
  if (merchantId === platformId || email === null) throw new ApiError('SsoNotLinked')
  const domain = (await selectDomains(needs.sql, merchantId)).find(one => one.domain === domainOf(email))?.domain
  const person = domain === undefined ? null : await findPerson(needs, email)
  if (domain === undefined || person === null) throw new ApiError('SsoNotLinked')
  if (!(await isDomainVerified(needs, provider, domain))) throw new ApiError('SsoNotLinked')
  return person
}

async function linkThemselves(
  needs: Needs,
  provider: Provider,
  person: SignedIn['person'],
  claims: Claims,
  linkAudit: Return['linkAudit'],
): Promise<void> {
  // The person has shown that the account here is theirs, so that an e-mail that the provider has not verified will do.
  const { email, isEmailVerified } = claims
  const isSame = isEmailVerified !== false && email !== null && plainEmail(email) === person.email
  if (!isSame || !(await belongs(needs, person, provider.merchantId))) throw new ApiError('SsoNotLinked')
  await link(needs, provider, person, claims, linkAudit(person))
}

const link = (
  needs: Needs,
  { merchantId, issuer }: Provider,
  person: { id: string },
  { subject }: Claims,
  audit: Audit,
): Promise<void> =>
  needs.sql.begin(async tx => {
    const identity = { merchantId, issuer, subject, personId: person.id, createdAt: needs.clock() }
    if (!(await insertIdentity(tx, identity))) throw new ApiError('SsoNotLinked')
    await updateSsoJoined(tx, merchantId, person.id, identity.createdAt)
    await recordAudit(tx, withDetails(audit, { issuer }))
  })

async function confirm(needs: Needs, provider: Provider, { person, session }: SignedIn, claims: Claims): Promise<void> {
  const { merchantId, issuer } = provider
  const known = await selectIdentity(needs.sql, { merchantId, issuer, subject: claims.subject })
  if (known !== person.id || session.providerMerchantId !== merchantId) throw new ApiError('SsoRefused')
  await updateConfirmedBySso(needs.sql, session.id, needs.clock())
}

const credentialsOf = (needs: Needs, provider: Provider) => ({ ...provider, clientSecret: openSecret(needs, provider) })

const domainOf = (email: string): string => email.split('@').at(-1) ?? ''
