import type { FastifyRequest } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Key, keysOf } from '../../platform/lib/seal.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import type { Act, ActName, Actor, Audit, AuditKey } from '../audit-log/act.ts'
import { hasSecondFactor } from './one-time-codes.ts'
import { type Permission, permissionsOf, stoppedBySuspension } from './permissions.ts'
import {
  type Membership,
  type Person,
  type Session,
  type SsoPolicy,
  isMerchant,
  selectMemberships,
  selectPerson,
  selectPlatformPolicy,
  selectSession,
  updateLastSeen,
} from './sql.ts'
import { hashToken } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Portal routes say who may call them: a permission, anyone who is signed in, or anybody at all. */
    may?: Permission | 'signedIn' | 'anybody'
    /** What its audit entries are called; null: it leaves none, see `audit-log/unrecorded.ts`. */
    act?: ActName | readonly ActName[] | null
    /** The person must have confirmed password or code in the last five minutes. */
    confirmed?: boolean
    /** Also for a session whose second factor is still missing. */
    beforeSecondFactor?: boolean
    /** Changes how the person signs in, everywhere. */
    ownAccount?: boolean
  }
  interface FastifyRequest {
    /** The time of a portal request, and the key that hashes its audit entry. */
    auditing: Pick<Audit, 'at' | 'key'> | null
    /** Who is signed in; portal routes only. */
    signedIn: SignedIn | null
    /** The permissions for the merchant in the path, for routes that show more to some people. */
    permissions: readonly Permission[] | null
  }
}

export type SignedIn = { person: Person; session: Session }

const confirmedForMs = 5 * 60 * 1000
const idleForMs = 2 * 60 * 60 * 1000
const seenEveryMs = 60 * 1000

type Needs = {
  sql: Sql
  clock: () => Date
  portalKey: Key
  publicUrl: () => string
  asksSecondFactor: boolean
  isSandbox: boolean
  auditKey: AuditKey
}

/** Bound to the session: another site can neither read nor guess it. */
export const csrfToken = (portalKey: Buffer, sessionId: string): string =>
  createHmac('sha256', portalKey).update(sessionId).digest('base64url')

/**
 * Guards every route under `/portal/api` before the body is read: the session, the origin of the request, the
 * permissions for the merchant in the path, and a recent confirmation where the route requires one. A merchant that the
 * person does not belong to is not found, never forbidden.
 */
export function portalGuard(needs: Needs) {
  return async (request: FastifyRequest): Promise<void> => {
    const {
      may = null,
      confirmed = false,
      beforeSecondFactor = false,
      ownAccount = false,
    } = request.routeOptions.config
    if (request.is404) return
    if (may === null) throw new Error(`${request.routeOptions.url} does not say who may call it`)
    request.auditing = { at: needs.clock(), key: needs.auditKey }
    spellIds(request.params as Record<string, string>)
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    if (changes && !isOwnOrigin(request, needs.publicUrl())) throw new ApiError('OriginNotAllowed')
    request.signedIn = await readSignedIn(needs, request.cookies[sessionCookie(needs.publicUrl())])
    if (may === 'anybody') return

    if (request.signedIn === null) throw new ApiError('SessionInvalid')
    const { person, session } = request.signedIn
    const isOwn = (key: Buffer) => isSame(request.headers['x-csrf-token'], csrfToken(key, session.id))
    if (changes && !keysOf(needs.portalKey).some(isOwn)) throw new ApiError('CsrfTokenInvalid')
    if (lacksSecondFactor(request.signedIn) && !beforeSecondFactor) throw new ApiError('SecondFactorRequired')
    if (ownAccount) await refuseBorrowed(needs, request.signedIn)
    if (may !== 'signedIn') await checkPermission(needs, request, person, session, may, changes)
    const age = needs.clock().getTime() - session.confirmedAt.getTime()
    if (confirmed && age > confirmedForMs) throw new ApiError('ConfirmationRequired')
  }
}

/** A person who has set up a second factor must show it, whatever the role asks for. */
export const lacksSecondFactor = ({ person, session }: SignedIn): boolean =>
  hasSecondFactor(person) && !session.secondFactor

/** Ids in the path are lowercased, so that code can compare them. */
function spellIds(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) if (isUuid(value)) params[name] = value.toLowerCase()
}

async function checkPermission(
  { sql, asksSecondFactor }: Needs,
  request: FastifyRequest,
  person: Person,
  session: Session,
  may: Permission,
  changes: boolean,
) {
  const { merchantId } = request.params as { merchantId?: string }
  if (merchantId !== undefined && !isUuid(merchantId)) throw new ApiError('MerchantNotFound')
  const memberships = await openMemberships(sql, { person, session })
  // An operator is no member of a merchant, whatever is stored.
  const own = person.isOperator ? undefined : memberships.find(m => m.merchantId === merchantId)
  const roles = own?.roles ?? []
  const isFound =
    roles.length > 0 || merchantId === undefined || (person.isOperator && (await isMerchant(sql, merchantId)))
  if (!isFound) throw new ApiError('MerchantNotFound')
  const policy = person.isOperator ? await selectPlatformPolicy(sql) : own
  if (policy !== undefined && lacksSso({ person, session }, policy, person.isOperator ? platformId : own?.merchantId))
    throw new ApiError('SsoRequired')
  if (asksSecondFactor && mustHaveSecondFactor(person, memberships) && !session.secondFactor)
    throw new ApiError('SecondFactorRequired')
  request.permissions = permissionsOf([...roles, ...person.operatorRoles])
  if (!request.permissions.includes(may)) throw new ApiError('RoleNotAllowed')
  if (changes && own?.merchantState === 'Suspended' && stoppedBySuspension.includes(may))
    throw new ApiError('MerchantSuspended')
  request.merchantId = merchantId ?? ''
}

/** A session that a merchant's provider began opens that merchant only: no company signs people in elsewhere. */
export async function openMemberships(sql: Sql, { person, session }: SignedIn): Promise<Membership[]> {
  const all = await selectMemberships(sql, person.id)
  const { providerMerchantId } = session
  return providerMerchantId === null ? all : all.filter(({ merchantId }) => merchantId === providerMerchantId)
}

/** Whether the merchant, or the platform, opens only in sessions of its provider, and this is none. */
export const lacksSso = (
  { person, session }: SignedIn,
  { requiresSso, breakGlassId }: SsoPolicy,
  merchantId: string | undefined,
): boolean => requiresSso && session.providerMerchantId !== merchantId && breakGlassId !== person.id

/** In a session of one merchant's provider, people of other merchants cannot change how they sign in. */
async function refuseBorrowed({ sql }: Needs, signedIn: SignedIn): Promise<void> {
  const { person, session } = signedIn
  if (session.providerMerchantId === null) return
  const elsewhere = (await selectMemberships(sql, person.id)).some(m => m.merchantId !== session.providerMerchantId)
  if (elsewhere) throw new ApiError('OwnSignInRequired')
}

/** Operators change the platform's rules and approvers move money: a password alone is not enough for them. */
export const mustHaveSecondFactor = (person: Person, memberships: { roles: readonly string[] }[]): boolean =>
  person.isOperator || memberships.some(({ roles }) => roles.includes('approver') || roles.includes('owner'))

async function readSignedIn(needs: Needs, token: string | undefined): Promise<SignedIn | null> {
  if (token === undefined) return null
  const session = await selectSession(needs.sql, hashToken(token))
  const now = needs.clock()
  if (session === undefined || session.endedAt !== null || session.expiresAt <= now) return null
  if (session.lastSeenAt <= seenAfter(needs)) return null
  const person = await selectPerson(needs.sql, session.personId)
  if (person === undefined || person.disabledAt !== null) return null
  // Once a minute is enough to show who is active, and saves a write with every request.
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMs) await updateLastSeen(needs.sql, session.id, now)
  return { person, session }
}

/** Outside the sandbox a session ends after two hours without a request. */
export const seenAfter = ({ clock, isSandbox }: { clock: () => Date; isSandbox: boolean }): Date =>
  isSandbox ? new Date(0) : new Date(clock().getTime() - idleForMs)

/** `__Host-` where possible: the browser then refuses the cookie from a neighbouring domain or over plain http. */
export const sessionCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-trilho' : 'trilho'

function isOwnOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const origin = URL.parse(request.headers.origin ?? '')
  return origin !== null && (origin.origin === new URL(publicUrl).origin || origin.host === request.headers.host)
}

function isSame(given: unknown, expected: string): boolean {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The person of a request that passed the guard. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new ApiError('SessionInvalid')
  return request.signedIn
}

/** Who does this, for the audit log. */
function actorOf(request: FastifyRequest): Actor {
  const { person } = signedInOf(request)
  return { id: person.id, name: person.name, merchantId: request.merchantId || null, address: request.ip }
}

type Audited = Omit<Act, 'act'> & {
  /** Which one, if the route declares several. */
  act?: ActName
  /** The person, if nobody is signed in yet. */
  person?: { id: string; name: string }
  /** The merchant in whose log it is listed, if the path names none. */
  merchantId?: string
}

/** The audit entry of a request, which the use case writes with its change. The route must declare its action. */
export function auditOf(request: FastifyRequest, { act, person, merchantId, ...what }: Audited): Audit {
  const { auditing, routeOptions } = request
  const declared = [routeOptions.config.act ?? []].flat()
  const name = act ?? declared[0]
  if (auditing === null || name === undefined || !declared.includes(name))
    throw new Error(`${routeOptions.url} does not declare the act ${name}`)
  const by = person === undefined ? actorOf(request) : { ...person, merchantId: null, address: request.ip }
  return { ...what, ...auditing, act: name, by: { ...by, merchantId: merchantId ?? by.merchantId } }
}

/** Who asks for an act that another operator may have to approve. */
export function askingOf(request: FastifyRequest) {
  const { person } = signedInOf(request)
  if (request.auditing === null) throw new Error(`${request.routeOptions.url} is not guarded`)
  return { person, address: request.ip, ...request.auditing }
}

export const mayAlso = (request: FastifyRequest, permission: Permission): boolean =>
  request.permissions?.includes(permission) === true
