import type { CustomFetch } from 'openid-client'
import { Agent, fetch as undiciFetch } from 'undici'
import { AddressNotAllowed, faultOfAddress, guardedConnector } from '../../../platform/http/address-guard.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { remember } from '../../../platform/lib/remember.ts'

const timeoutMs = 10_000
/** As long as a session of ours. */
const maxAgeSeconds = String(12 * 60 * 60)

/** Loaded when somebody signs in with a provider first. */
const openId = () => import('openid-client')
type OpenId = Awaited<ReturnType<typeof openId>>

/** Refuses what can be checked without a look-up; the addresses of a name are checked when connecting. */
export function checkIssuer(issuer: string, isSandbox: boolean): void {
  const url = URL.parse(issuer)
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  const fault = isPlain && /^https?:$/.test(url.protocol) ? faultOfAddress(issuer, isSandbox) : 'notHttps'
  if (fault !== null) throw new ApiError('SsoAddressNotAllowed')
}

type Credentials = { issuer: string; clientId: string; clientSecret: string }

export type Claims = {
  subject: string
  email: string | null
  /** Null: the provider does not say. */
  isEmailVerified: boolean | null
  /** The provider says that it has seen a second factor. */
  isMultiFactor: boolean
  /** When the person last showed themselves there; null: the provider does not say. */
  shownAt: Date | null
}

export type ProviderClient = ReturnType<typeof providerClient>

/** Talks to providers as OpenID Connect says, at public addresses only, as webhooks do. */
export function providerClient({ isSandbox }: { isSandbox: boolean }) {
  const dispatcher = new Agent({
    connect: guardedConnector({ isSandbox, timeoutMs }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: 1024 * 1024,
  })
  const guardedFetch: CustomFetch = async (url, options) =>
    (await undiciFetch(url, { ...(options as object), dispatcher })) as unknown as Response

  /** Addresses and keys of a provider change rarely; ten minutes late is soon enough. */
  const readMetadata = remember(
    async (issuer: string) => {
      const client = await openId()
      const found = await client.discovery(new URL(issuer), 'unused', undefined, client.None(), {
        [client.customFetch]: guardedFetch,
        execute: isSandbox ? [client.allowInsecureRequests] : [],
        timeout: timeoutMs / 1000,
      })
      return found.serverMetadata()
    },
    { forMs: 600_000, most: 1_000 },
  )

  async function configure({ issuer, clientId, clientSecret }: Credentials) {
    const client = await openId()
    const metadata = await readMetadata(issuer).catch(error => refuse(client, error))
    const takesBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    const authenticate = takesBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
    const config = new client.Configuration(metadata, clientId, { client_secret: clientSecret }, authenticate)
    config[client.customFetch] = guardedFetch
    config.timeout = timeoutMs / 1000
    if (isSandbox) client.allowInsecureRequests(config)
    return { client, config }
  }

  return {
    /** Fails where the provider does not speak OpenID Connect. */
    async check(credentials: Credentials): Promise<void> {
      readMetadata.invalidate(credentials.issuer)
      await configure(credentials)
    },

    /** Where the browser goes. `isFresh`: the person must show themselves again, whatever session the provider has. */
    async authorizationUrl(
      credentials: Credentials,
      { redirectUri, state, nonce, verifier, email, isFresh }: Attempt & { email: string; isFresh: boolean },
    ): Promise<string> {
      const { client, config } = await configure(credentials)
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        response_type: 'code',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        login_hint: email,
        // With any `max_age` a provider says when the person last showed themselves.
        ...(isFresh ? { prompt: 'login', max_age: '0' } : { max_age: maxAgeSeconds }),
      })
      return url.href
    },

    /** Who the provider says it is, for the parameters with which the browser came back. */
    async claimsOf(
      credentials: Credentials,
      { redirectUri, state, nonce, verifier, isFresh, parameters }: Attempt & { isFresh: boolean; parameters: string },
    ): Promise<Claims> {
      const { client, config } = await configure(credentials)
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${parameters}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(isFresh ? { maxAge: 60 } : {}),
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new ApiError('SsoRefused')
        // A provider may have the e-mail in the token itself, or only where it is asked for.
        const { email, email_verified: isEmailVerified } =
          claims.email === undefined ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
        return {
          subject: claims.sub,
          email: typeof email === 'string' ? email : null,
          isEmailVerified: typeof isEmailVerified === 'boolean' ? isEmailVerified : null,
          isMultiFactor: saysMultiFactor({ ...claims }),
          shownAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
        }
      } catch (error) {
        return refuse(client, error)
      }
    },
  }
}

type Attempt = { redirectUri: string; state: string; nonce: string; verifier: string }

/** Values that stand for several factors: of RFC 8176, and of the policies in use. */
const multiFactorContexts = new Set([
  'mfa',
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
])

const saysMultiFactor = ({ amr, acr }: Record<string, unknown>): boolean =>
  (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && multiFactorContexts.has(acr))

/** What the provider refuses or proves wrong is a refusal; what cannot be reached or read is a provider that is down. */
function refuse(client: OpenId, error: unknown): never {
  if (error instanceof ApiError) throw error
  if (causes(error).some(cause => cause instanceof AddressNotAllowed)) throw new ApiError('SsoAddressNotAllowed')
  const isRefusal =
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError ||
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof client.ClientError && refusedCodes.has(error.code ?? ''))
  if (isRefusal) throw new ApiError('SsoRefused')
  const isDown = error instanceof client.ClientError || causes(error).some(isNetworkFault)
  if (isDown) throw new ApiError('SsoUnavailable', { retryAfterSeconds: 30 })
  throw error
}

/** The response came and does not prove what it must. */
const refusedCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_SIGNATURE',
  'OAUTH_INVALID_REQUEST',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

const isNetworkFault = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'fetch failed' || 'code' in error || error.name === 'TimeoutError')

function causes(error: unknown, most = 5): unknown[] {
  if (!(error instanceof Error) || most === 0) return [error]
  return [error, ...causes(error.cause, most - 1)]
}
