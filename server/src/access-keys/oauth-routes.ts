import type { App } from '../http/app-type.ts'
import { ApiError } from '../http/errors.ts'
import { takeForms } from '../http/page-edge.ts'
import { refusals } from '../http/refusals.ts'
import { type LoginNeeds, logIn } from './log-in.ts'
import { OAuthError, OAuthToken, OAuthTokenRequest } from './schemas.ts'

/** Apart from `/login`, because OAuth is spoken in forms. */
export async function oauthRoutes(app: App, needs: LoginNeeds) {
  takeForms(app)

  app.post('/oauth/token', {
    config: { public: true },
    schema: {
      operationId: 'createOAuthToken',
      tags: ['Authentication'],
      summary: 'OAuth 2.0 client credentials',
      description:
        'The same key and secret as `/login`, for clients that speak OAuth 2.0: by HTTP basic authentication or in the form.',
      security: [],
      consumes: ['application/x-www-form-urlencoded', 'application/json'],
      body: OAuthTokenRequest,
      response: {
        200: { description: 'The access token', ...OAuthToken },
        400: OAuthError,
        401: OAuthError,
        ...refusals(429),
      },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { grant_type: grant } = request.body
      if (grant !== 'client_credentials')
        return reply.code(400).send({
          error: grant === undefined ? 'invalid_request' : 'unsupported_grant_type',
          error_description: 'grant_type must be client_credentials',
        })
      const basic = readBasic(request.headers.authorization)
      const accessKey = basic?.accessKey ?? request.body.client_id
      const secret = basic?.secret ?? request.body.client_secret
      if (accessKey === undefined || secret === undefined)
        return reply.code(400).send({
          error: 'invalid_request',
          error_description: 'send client_id and client_secret, in the form or by basic authentication',
        })
      try {
        const { token, scopes } = await logIn(needs, { accessKey, secret, address: request.ip })
        return {
          access_token: token,
          token_type: 'Bearer' as const,
          expires_in: needs.tokens.lifetimeSeconds,
          scope: scopes.join(' '),
        }
      } catch (error) {
        if (!(error instanceof ApiError) || error.reason !== 'AccessKeyUnauthorized') throw error
        reply.header('www-authenticate', 'Basic realm="trilho"')
        return reply.code(401).send({
          error: 'invalid_client',
          error_description: 'unknown key, wrong secret, or a key that is not active',
        })
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

/** OAuth form-encodes both halves before base64; a stray percent sign is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
