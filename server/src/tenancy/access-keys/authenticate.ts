import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { remember } from '../../platform/lib/remember.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import { refuseSuspended } from '../merchants/suspension.ts'
import { sharedBuckets } from '../../platform/limits/token-buckets.ts'
import type { KeyUses } from './key-uses.ts'
import { isUsable } from './log-in.ts'
import { selectKey } from './sql.ts'
import type { Scope } from './states.ts'
import type { AccessTokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is: set before any handler runs, empty only on public routes. */
    merchantId: string
    /** With which access key. */
    keyId: string
    /** What that key may do. */
    scopes: readonly Scope[]
  }
  interface FastifyContextConfig {
    /** A route that needs no token. */
    public?: boolean
    /** What the key must be allowed to do; `payments` when not said. `any`: the route looks at what it is asked for. */
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
  // A revoked key stops everywhere within 5 seconds, as do the keys of a suspended merchant: no process trusts the state
  // of a key, or of a merchant, for longer than 3.
  const readKey = remember(
    async (ids: string) => {
      const [merchantId = '', keyId = ''] = ids.split(' ')
      const key = await selectKey(needs.sql, merchantId, keyId)
      // A key in use is looked up here every few seconds: noting its use then costs the other requests nothing.
      if (key !== undefined && isUsable(key, needs.clock())) needs.keyUses.note(merchantId, keyId)
      return key
    },
    { forMs: 3_000 },
  )
  const limits = sharedBuckets(needs, { name: 'requests', perSecond: needs.rateLimit, burst: needs.rateLimit })

  /** Whose key it is that allows this request, by its token and what the key may do. */
  async function allow(request: FastifyRequest) {
    const { config } = request.routeOptions
    const token = /^Bearer +([\w.-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    const bearer = token === undefined ? null : needs.tokens.read(token)
    if (bearer === null) throw new ApiError('AuthenticationTokenInvalid')

    const key = await readKey(`${bearer.merchantId} ${bearer.keyId}`)
    if (key === undefined || !isUsable(key, needs.clock())) throw new ApiError('AuthenticationTokenInvalid')
    refuseSuspended(await needs.readMerchant(bearer.merchantId))
    const { scope = 'payments' } = config
    if (scope !== 'any' && !key.scopes.includes(scope)) throw new ApiError('ScopeNotAllowed')
    return { ...bearer, scopes: key.scopes }
  }

  async function authenticate(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
    if (request.is404 || request.routeOptions.config.public === true) return
    const { merchantId, keyId, scopes } = await allow(request)
    if (needs.rateLimit > 0) limits.spend(keyId)
    request.merchantId = merchantId
    request.keyId = keyId
    request.scopes = scopes
  }

  /** Whether a request that was let in, and is answered for long, still would be. */
  const isStillAllowed = (request: FastifyRequest): Promise<boolean> =>
    allow(request).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false
        throw error
      },
    )

  return { authenticate, isStillAllowed }
}
