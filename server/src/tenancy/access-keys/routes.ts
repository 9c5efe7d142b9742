import { Type } from 'typebox'
import type { App } from '../../platform/http/app-type.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { type LoginNeeds, logIn } from './log-in.ts'
import { LoginRequest } from './schemas.ts'

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
        ...refusals(400, 'AccessKeyUnauthorized', 'MerchantSuspended', 429),
      },
    },
    handler: async (request, reply) => {
      const { token } = await logIn(needs, { ...request.body, address: request.ip })
      return reply.code(201).header('cache-control', 'no-store').type('text/plain').send(token)
    },
  })
}
