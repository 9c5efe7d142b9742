import { Type } from 'typebox'
import type { App } from '../../platform/http/app-type.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { type LoginNeeds, logIn } from './log-in.ts'
import { LoginRequest, OAuthError, OAuthToken, OAuthTokenRequest } from './schemas.ts'
import { type InvalidRequest, ApiError } from '../../platform/http/errors.ts'
import { takeForms } from '../../platform/http/page-edge.ts'
import { invalid } from '../../platform/http/read-body.ts'
import { type Reason, reasons } from '../../platform/http/reasons.ts'

export async function authRoutes(app: App, needs: LoginNeeds) {
  app.post('/login', {
    config: { public: true },
    schema: {
      operationId: 'logIn',
      tags: ['Authentication'],
      summary: 'Log in with access key and secret',
      description:
        'Returns the access token as plain text. Send it as `Authorization: Bearer <token>` with every other call.',
      security: [],
      body: LoginRequest,
      response: {
        201: { description: 'The access token', content: { 'text/plain': { schema: Type.String() } } },
        ...refusals('AccessKeyUnauthorized', 'MerchantSuspended'),
      },
    },
    handler: async (request, reply) => {
      const { token } = await logIn(needs, { ...request.body, address: request.ip })
      return reply.code(201).header('cache-control', 'no-store').type('text/plain').send(token)
    },
  })
}

/** Registered apart from `/login`, because OAuth takes forms and has its own format of errors. */
export async function oauthRoutes(app: App, needs: LoginNeeds) {
  const config = { public: true, failure: oauthFailure }
  takeForms(app)
  app.removeContentTypeParser('*')
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
    parsed(body.length === 0 ? null : invalid('contentType', 'must be a form: application/x-www-form-urlencoded')),
  )

  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/oauth/token',
    config,
    schema: { hide: true },
    onRequest: async () => {
      throw new ApiError('MethodNotAllowed', { allow: 'POST' })
    },
    handler: async () => {},
  })

  app.post('/oauth/token', {
    config,
    schema: {
      operationId: 'createOAuthToken',
      tags: ['Authentication'],
      summary: 'OAuth 2.0 client credentials',
      description:
        'The same key and secret as for `/login`, for OAuth 2.0 clients: by HTTP basic authentication or in the form.',
      security: [],
      // JSON is accepted, too, but client generators make code that does not compile from two body types.
      consumes: ['application/x-www-form-urlencoded'],
      body: OAuthTokenRequest,
      response: {
        200: { description: 'The access token', ...OAuthToken },
        400: OAuthError,
        401: OAuthError,
        403: OAuthError,
        405: OAuthError,
        408: OAuthError,
        413: OAuthError,
        415: OAuthError,
        429: OAuthError,
        500: OAuthError,
        503: OAuthError,
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { grant_type: grant } = request.body
      if (grant !== 'client_credentials')
        return reply
          .code(400)
          .send({ error: 'unsupported_grant_type', error_description: 'grant_type must be client_credentials' })
      const basic = readBasic(request.headers.authorization)
      const accessKey = basic?.accessKey ?? request.body.client_id
      const secret = basic?.secret ?? request.body.client_secret
      if (accessKey === undefined || secret === undefined)
        return reply.code(400).send({
          error: 'invalid_request',
          error_description: 'send client_id and client_secret, in the form or by basic authentication',
        })
      const { token, scopes } = await logIn(needs, { accessKey, secret, address: request.ip })
      return {
        access_token: token,
        token_type: 'Bearer' as const,
        expires_in: needs.tokens.lifetimeSeconds,
        scope: scopes.join(' '),
      }
    },
  })
}

function readBasic(header: string | undefined): { accessKey: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const [accessKey = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { accessKey: decode(accessKey), secret: decode(secret.join(':')) }
}

/** OAuth form-encodes both halves before base64; a percent sign that encodes nothing stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The reasons that OAuth 2.0 (RFC 6749, 5.2 and 4.1.2.1) has codes for; any other is `invalid_request`. */
const errors: Partial<Record<Reason, string>> = {
  AccessKeyUnauthorized: 'invalid_client',
  MerchantSuspended: 'unauthorized_client',
  RateLimitExceeded: 'temporarily_unavailable',
  ServerOverloaded: 'temporarily_unavailable',
  ServiceUnavailable: 'temporarily_unavailable',
  InternalError: 'server_error',
}

/** An error in the format of OAuth, which generated clients understand. */
function oauthFailure(refusal: ApiError | InvalidRequest) {
  const headers = { 'cache-control': 'no-store' }
  if (!(refusal instanceof ApiError))
    return { status: 400, headers, body: oauthError('invalid_request', refusal.message) }
  const { reason, status } = refusal
  const body = oauthError(errors[reason] ?? 'invalid_request', reasons[reason].message)
  if (status !== 401) return { status, headers, body }
  return { status, headers: { ...headers, 'www-authenticate': 'Basic realm="trilho"' }, body }
}

/** OAuth allows neither quotes nor letters beyond ASCII in a description. */
const oauthError = (error: string, description: string) => ({
  error,
  error_description: description.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, ' '),
})
