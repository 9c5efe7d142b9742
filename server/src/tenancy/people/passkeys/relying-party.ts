/** WebAuthn's name for this site. A passkey belongs to the host of PUBLIC_URL, and works at its origin only. */
export function relyingParty(publicUrl: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

/** EdDSA, ES256 and RS256: what authenticators have. */
export const algorithms = [-8, -7, -257]

/** Loaded when the first passkey is used: it is large, and most starts of a process need none. */
export const webAuthn = () => import('@simplewebauthn/server')
