import { createSigner, createVerifier } from 'fast-jwt'
import { type Key, keysOf } from '../../platform/lib/seal.ts'
import type { Scope } from './states.ts'

/** Who a token was issued to. */
export type Bearer = { merchantId: string; keyId: string; expiresAtMs: number }

/** Signed tokens, HS256. One verified before is remembered until it expires: checking it again costs a look-up. */
export function accessTokens(key: Key, lifetimeSeconds: number, clock: () => Date) {
  const sign = createSigner({ key: Buffer.from(key), algorithm: 'HS256', expiresIn: lifetimeSeconds * 1000 })
  // Expiry is checked with our clock, not with the machine's.
  const verifiers = keysOf(key).map(one =>
    createVerifier({ key: Buffer.from(one), algorithms: ['HS256'], requiredClaims: ['exp'], ignoreExpiration: true }),
  )
  const verified = new Map<string, Bearer>()
  const mostRemembered = 20_000

  return {
    lifetimeSeconds,
    issue: (holder: { merchantId: string; keyId: string; scopes: Scope[] }): string =>
      sign({
        iat: Math.floor(clock().getTime() / 1000),
        sub: holder.merchantId,
        key: holder.keyId,
        scope: holder.scopes.join(' '),
      }),

    /** Null for a token that is malformed, wrongly signed or expired. */
    read(token: string): Bearer | null {
      const known = verified.get(token)
      if (known !== undefined) {
        if (known.expiresAtMs > clock().getTime()) return known
        verified.delete(token)
        return null
      }
      const claims = claimsOf(token)
      if (claims === null) return null
      const bearer = { merchantId: claims.sub, keyId: claims.key, expiresAtMs: claims.exp * 1000 }
      if (bearer.expiresAtMs <= clock().getTime()) return null
      if (verified.size >= mostRemembered) verified.delete(verified.keys().next().value as string)
      verified.set(token, bearer)
      return bearer
    },
  }

  function claimsOf(token: string): { sub: string; key: string; exp: number } | null {
    for (const verify of verifiers)
      try {
        return verify(token)
      } catch {}
    return null
  }
}

export type AccessTokens = ReturnType<typeof accessTokens>
