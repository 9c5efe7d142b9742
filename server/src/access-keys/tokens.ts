import { createSigner, createVerifier } from 'fast-jwt'
import type { Scope } from './states.ts'

/** Who a token was issued to. */
export type Bearer = { merchantId: string; keyId: string; expiresAtMs: number }

/** Signed tokens, HS256. One verified before is remembered until it expires: checking it again costs a look-up. */
export function accessTokens(key: Buffer, lifetimeSeconds: number) {
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: lifetimeSeconds * 1000 })
  const verify = createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['exp'] })
  const verified = new Map<string, Bearer>()
  const mostRemembered = 20_000

  return {
    lifetimeSeconds,
    issue: (holder: { merchantId: string; keyId: string; scopes: Scope[] }): string =>
      sign({ sub: holder.merchantId, key: holder.keyId, scope: holder.scopes.join(' ') }),

    /** Null for a token that is malformed, wrongly signed or expired. */
    read(token: string): Bearer | null {
      const known = verified.get(token)
      if (known !== undefined) {
        if (known.expiresAtMs > Date.now()) return known
        verified.delete(token)
        return null
      }
      try {
        const { sub, key, exp } = verify(token) as { sub: string; key: string; exp: number }
        const bearer = { merchantId: sub, keyId: key, expiresAtMs: exp * 1000 }
        if (verified.size >= mostRemembered) verified.delete(verified.keys().next().value as string)
        verified.set(token, bearer)
        return bearer
      } catch {
        return null
      }
    },
  }
}

export type AccessTokens = ReturnType<typeof accessTokens>
