import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Partner } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'

type Claims = { partner: string; clientId: string; scopes: string[]; endsAt: number }

/** Tokens say themselves whose they are and until when, sealed by the bank: they outlive a restart. */
export type Tokens = {
  issue(partner: Partner, scopes: string[]): { token: string; seconds: number }
  /** The scopes of a token of this partner that has not ended; null for any other. */
  read(partner: Partner, token: string): string[] | null
}

export function sealTokens(truth: Truth, key: Uint8Array): Tokens {
  const sealOf = (body: string) => createHmac('sha256', key).update(body).digest('base64url')
  return {
    issue(partner, scopes) {
      const seconds = truth.settings().tokenSeconds
      const endsAt = truth.now().getTime() + seconds * 1000
      const claims: Claims = { partner: partner.name, clientId: partner.clientId, scopes, endsAt }
      const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return { token: `${body}.${sealOf(body)}`, seconds }
    },
    read(partner, token) {
      const [body = '', seal = ''] = token.split('.')
      if (!isEqual(seal, sealOf(body))) return null
      const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
      // Tokens of credentials that were replaced end with them.
      const isTheirs = claims.partner === partner.name && claims.clientId === partner.clientId
      return isTheirs && claims.endsAt > truth.now().getTime() ? claims.scopes : null
    },
  }
}

export function isEqual(one: string, other: string): boolean {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)]
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes)
}
