import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { byId, readPage } from '../../platform/http/paging.ts'
import type { Key } from '../../platform/lib/seal.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { askingOf, auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { configOf } from '../../tenancy/people/operator-requests/second-person.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { type Person, maskPerson } from './person.ts'
import {
  DataRequestParams,
  DataRequestView,
  DataRequestsPage,
  DataRequestsQuery,
  ExportQuery,
  MerchantDataRequestParams,
  PersonForm,
  RegisterView,
} from './portal-schemas.ts'
import { listDataRequests, newRequestId, openExport, readDataRequest, readNamed, requestData } from './request-data.ts'
import type { RequestKind } from './states.ts'
import { dataRequestView, registerView } from './views.ts'
import type { ExportFormat } from './write-export.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Key
  auditKey: AuditKey
  fileStorage: FileStorage
  keepDays: { KEEP_PAYMENTS_DAYS: number }
  operatorActions: Pick<OperatorActions, 'define'>
}

const limit = 25
const actOf = { access: 'personalData.access', erasure: 'personalData.erase' } as const satisfies Record<
  RequestKind,
  string
>
const contentTypes: Record<ExportFormat, string> = { json: 'application/json', html: 'text/html; charset=utf-8' }

/** Requests of people about their data (LGPD): for the whole platform by two operators, at a merchant by its owner. */
export async function personalDataPortalRoutes(app: App, needs: Needs) {
  const listOf = async (merchantId: string | null, cursor: string | undefined) => {
    const { items, nextCursor } = await readPage(
      limit,
      rows => listDataRequests(needs, { merchantId, before: cursor, limit: rows }),
      byId,
    )
    return done({ items: items.map(item => dataRequestView(needs, item)), nextCursor })
  }

  const sendFile = async (request: FastifyRequest, reply: FastifyReply, merchantId: string | null) => {
    const { dataRequestId: id } = request.params as { dataRequestId: string }
    const { format } = request.query as { format: ExportFormat }
    const audit = auditOf(request, { subject: id, details: { format } })
    const file = await openExport(needs, { id, merchantId, format, audit })
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="personal-data-${id}.${format}"`,
      })
      .send(file)
  }

  for (const kind of ['access', 'erasure'] as const) {
    type Input = { id: string; person: Person }
    const ask = needs.operatorActions.define<Input, unknown>(actOf[kind], {
      perform: ({ id, person }, { audit, by }) =>
        requestData(needs, { id, merchantId: null, kind, person, by: by.name, audit }),
    })

    app.post(`/operator/personal-data/${kind}`, {
      config: configOf(actOf[kind]),
      schema: { body: PersonForm, response: { 200: Done(DataRequestView), 202: Done(Requested) } },
      handler: async (request, reply) => {
        const person = readNamed(request.body)
        const id = newRequestId(needs)
        const asked = { subject: id, details: { person: maskPerson(person) }, input: { id, person } }
        const outcome = await ask(askingOf(request), asked)
        if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
        return done(dataRequestView(needs, await readDataRequest(needs, id, null)))
      },
    })

    app.post(`/merchants/:merchantId/personal-data/${kind}`, {
      config: { may: 'personalData.own', act: actOf[kind], confirmed: true },
      schema: { body: PersonForm, response: { 200: Done(DataRequestView) } },
      handler: async request => {
        const { merchantId } = request
        const person = readNamed(request.body)
        const id = newRequestId(needs)
        const audit = auditOf(request, { subject: id, details: { person: maskPerson(person) } })
        const by = signedInOf(request).person.name
        return done(dataRequestView(needs, await requestData(needs, { id, merchantId, kind, person, by, audit })))
      },
    })
  }

  app.get('/operator/personal-data', {
    config: { may: 'personalData.request' },
    schema: { querystring: DataRequestsQuery, response: { 200: Done(DataRequestsPage) } },
    handler: async request => listOf(null, request.query.cursor),
  })

  app.get('/operator/personal-data/register', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(RegisterView) } },
    handler: async () => done(registerView(needs.keepDays.KEEP_PAYMENTS_DAYS)),
  })

  app.get('/operator/personal-data/:dataRequestId', {
    config: { may: 'personalData.request' },
    schema: { params: DataRequestParams, response: { 200: Done(DataRequestView) } },
    handler: async request =>
      done(dataRequestView(needs, await readDataRequest(needs, request.params.dataRequestId, null))),
  })

  app.get('/operator/personal-data/:dataRequestId/file', {
    config: { may: 'personalData.request', act: 'personalData.read' },
    schema: { params: DataRequestParams, querystring: ExportQuery },
    handler: (request, reply) => sendFile(request, reply, null),
  })

  app.get('/merchants/:merchantId/personal-data', {
    config: { may: 'personalData.own' },
    schema: { querystring: DataRequestsQuery, response: { 200: Done(DataRequestsPage) } },
    handler: async request => listOf(request.merchantId, request.query.cursor),
  })

  app.get('/merchants/:merchantId/personal-data/:dataRequestId', {
    config: { may: 'personalData.own' },
    schema: { params: MerchantDataRequestParams, response: { 200: Done(DataRequestView) } },
    handler: async request => {
      const { dataRequestId, merchantId } = request.params
      return done(dataRequestView(needs, await readDataRequest(needs, dataRequestId, merchantId)))
    },
  })

  app.get('/merchants/:merchantId/personal-data/:dataRequestId/file', {
    config: { may: 'personalData.own', act: 'personalData.read' },
    schema: { params: MerchantDataRequestParams, querystring: ExportQuery },
    handler: (request, reply) => sendFile(request, reply, request.merchantId),
  })
}
