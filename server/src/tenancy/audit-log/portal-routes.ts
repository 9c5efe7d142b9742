import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { AuditLogQuery, AuditLogPage } from './portal-schemas.ts'
import { listEntries } from './list-entries.ts'
import { entryView } from './views.ts'

const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** The audit log: a merchant's own entries, and all entries for operators. */
export async function auditLogPortalRoutes(app: App, needs: { sql: Sql }) {
  app.get('/merchants/:merchantId/audit-log', {
    config: { may: 'auditLog.read' },
    schema: { querystring: AuditLogQuery, response: { 200: Done(AuditLogPage) } },
    handler: async request => done(await read(request.query, request.merchantId)),
  })

  app.get('/operator/audit-log', {
    config: { may: 'platform.read' },
    schema: { querystring: AuditLogQuery, response: { 200: Done(AuditLogPage) } },
    handler: async request => done(await read(request.query, null)),
  })

  async function read(query: AuditLogQuery, merchantId: string | null): Promise<AuditLogPage> {
    const { person, act, from, to, cursor, limit = 25 } = query
    const filter = { merchantId, personId: person, act, from: moment(from), to: moment(to) }
    const { items, nextCursor } = await listEntries(needs, { ...filter, limit, cursor })
    return { items: items.map(entryView), nextCursor }
  }
}
