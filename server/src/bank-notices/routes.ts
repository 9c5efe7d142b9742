import { Type } from 'typebox'
import type { Sql } from '../db/db.ts'
import type { App } from '../http/app-type.ts'
import { keepNotice } from './keep-notice.ts'

const Params = Type.Object({ token: Type.String() })

/**
 * Where banks call us back, at an address nobody can guess. Banks add endings of their own, and test an address with no body
 * or with anything: it is answered 200, and quickly.
 */
export async function bankNoticeRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  for (const ending of ['', '/pix', '/lancamento'])
    app.post(`/bank-notices/:token${ending}`, {
      config: { public: true, optionalBody: true },
      schema: { hide: true, params: Params },
      handler: async (request, reply) => {
        await keepNotice(needs, request.params.token, request.body)
        return reply.code(200).send()
      },
    })
}
