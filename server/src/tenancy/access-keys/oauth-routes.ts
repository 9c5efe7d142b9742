import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { takeForms } from '../../platform/http/page-edge.ts'
import { invalid } from '../../platform/http/read-body.ts'
import { type LoginNeeds, logIn } from './log-in.ts'
import { oauthFailure } from './oauth-failure.ts'
import { OAuthError, OAuthToken, OAuthTokenRequest } from './schemas.ts'

/** Apart from `/login`, because OAuth is spoken in forms. Whatever is refused, and why, is told in OAuth's own words. */
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
      // JSON is taken, too; of two kinds of body generators make code that does not compile.
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

/** OAuth form-encodes both halves before base64; a lone percent sign is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
