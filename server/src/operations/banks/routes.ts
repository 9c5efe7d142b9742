import { Type } from 'typebox'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { takeForms } from '../../platform/http/page-edge.ts'
import { storeCallback } from './callbacks.ts'

const Params = Type.Object({ token: Type.String() })
const Query = Type.Object({ hmac: Type.Optional(Type.String()) })

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; trustsProxy: boolean }

/**
 * Where banks call us back, at an address nobody can guess. Banks add endings of their own, send JSON or forms, and test an
 * address with no body or with anything: it is answered 200, and quickly. Who lacks a proof that a connection asks for finds nothing here.
 */
export async function bankNoticeRoutes(app: App, needs: Needs) {
  takeForms(app)
  for (const ending of ['', '/pix', '/lancamento'])
    app.post(`/bank-notices/:token${ending}`, {
      config: { public: true, optionalBody: true },
      schema: { hide: true, params: Params, querystring: Query },
      handler: async (request, reply) => {
        const { token } = request.params
        const { hmac = null } = request.query
        const isVerified = needs.trustsProxy && request.headers['x-client-verified'] === 'SUCCESS'
        await storeCallback(needs, { token, hmac, isVerified }, request.body)
        return reply.code(200).send()
      },
    })
}
