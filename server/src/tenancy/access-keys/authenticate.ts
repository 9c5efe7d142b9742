import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { remember } from '../../platform/lib/remember.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import { refuseSuspended } from '../merchants/suspension.ts'
import { sharedBuckets } from '../../platform/limits/token-buckets.ts'
import { weightOf, weightOfBytes } from '../../platform/limits/request-bodies.ts'
import type { KeyUses } from './key-uses.ts'
import { isUsable } from './log-in.ts'
import { isFromNetworks, networksAt } from './networks.ts'
import { requireScope } from './require-scope.ts'
import { selectKey } from './sql.ts'
import type { Scope } from './states.ts'
import type { AccessTokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's merchant: set before any handler runs, empty only on public routes. */
    merchantId: string
    /** The caller's access key. */
    keyId: string
    /** Since when that key works. */
    keySince: Date | null
    /** What that key may do. */
    scopes: readonly Scope[]
  }
  interface FastifyContextConfig {
    /** A route that needs no token. */
    public?: boolean
    /** The scope that the key needs. Default: `payments`. `any`: the route checks it. */
    scope?: Scope | 'any'
  }
}

type Needs = {
  sql: Sql
  clock: () => Date
  tokens: AccessTokens
  rateLimit: number
  keyUses: KeyUses
  readMerchant: ReadMerchant
}

/** Every route needs a token of a usable key with its scope, unless it says `public`. Runs before the body is read. */
export function authenticator(needs: Needs) {
  // A revoked key, and the keys of a suspended merchant, stop everywhere within 5 seconds: no process remembers the state
  // of a key or a merchant for longer than 3.
  const readKey = remember(
    async (ids: string) => {
      const [merchantId = '', keyId = ''] = ids.split(' ')
      const key = await selectKey(needs.sql, merchantId, keyId)
      // A key in use is read here every few seconds: its use is noted then, not with every request.
      if (key !== undefined && isUsable(key, needs.clock())) needs.keyUses.note(merchantId, keyId)
      return key
    },
    { forMs: 3_000 },
  )
  const limits = sharedBuckets(needs, { name: 'requests', perSecond: needs.rateLimit, burst: needs.rateLimit })

  /** The key and merchant of the request's token, if they may make this request. */
  async function allow(request: FastifyRequest) {
    const { config } = request.routeOptions
    const token = /^Bearer +([\w.-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    const bearer = token === undefined ? null : needs.tokens.read(token)
    if (bearer === null) throw new ApiError('AuthenticationTokenInvalid')

    const key = await readKey(`${bearer.merchantId} ${bearer.keyId}`)
    const now = needs.clock()
    if (key === undefined || !isUsable(key, now)) throw new ApiError('AuthenticationTokenInvalid')
    if (!isFromNetworks({ networks: networksAt(key, now) }, request.ip)) throw new ApiError('NetworkNotAllowed')
    refuseSuspended(await needs.readMerchant(bearer.merchantId))
    const { scope = 'payments' } = config
    if (scope !== 'any') requireScope(key.scopes, scope)
    return { ...bearer, scopes: key.scopes, keySince: key.confirmedAt ?? key.createdAt }
  }

  async function authenticate(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
    if (request.is404 || request.routeOptions.config.public === true) return
    const { merchantId, keyId, scopes, keySince } = await allow(request)
    if (needs.rateLimit > 0) limits.spend(keyId, weightOf(request, needs.rateLimit))
    request.merchantId = merchantId
    request.keyId = keyId
    request.keySince = keySince
    request.scopes = scopes
  }

  /** What the length of its body did not announce. */
  function chargeBody({ keyId }: FastifyRequest, bytes: number): void {
    if (needs.rateLimit > 0) limits.owe(keyId, weightOfBytes(bytes, needs.rateLimit))
  }

  /** Checks again a request whose response is a long stream. */
  const isStillAllowed = (request: FastifyRequest): Promise<boolean> =>
    allow(request).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false
        throw error
      },
    )

  return { authenticate, chargeBody, isStillAllowed }
}
