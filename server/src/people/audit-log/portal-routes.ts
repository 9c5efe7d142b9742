import type { App } from '../../http/app-type.ts'
import type { Sql } from '../../db/db.ts'
import { Done, done } from '../../http/envelope.ts'
import { ActsQuery, ActsView } from '../portal-schemas.ts'
import { listActs } from './list-acts.ts'
import { actView } from './views.ts'

const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** The audit log: a merchant's own part of it, and all of it for operators. */
export async function actPortalRoutes(app: App, needs: { sql: Sql }) {
  app.get('/merchants/:merchantId/acts', {
    config: { may: 'acts.read' },
    schema: { querystring: ActsQuery, response: { 200: Done(ActsView) } },
    handler: async request => done(await read(request.query, request.merchantId)),
  })

  app.get('/operator/acts', {
    config: { may: 'platform.read' },
    schema: { querystring: ActsQuery, response: { 200: Done(ActsView) } },
    handler: async request => done(await read(request.query, null)),
  })

  async function read(query: ActsQuery, merchantId: string | null): Promise<ActsView> {
    const { person, act, from, to, cursor, limit = 25 } = query
    const filter = { merchantId, personId: person, act, from: moment(from), to: moment(to) }
    const { items, nextCursor } = await listActs(needs, { ...filter, limit, cursor })
    return { items: items.map(actView), nextCursor }
  }
}
