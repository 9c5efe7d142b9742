import { Readable } from 'node:stream'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { forReports } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { datedName, fileHeaders } from '../../../platform/http/file-formats.ts'
import { writeSpreadsheet } from '../../../platform/http/spreadsheet.ts'
import { auditOf, signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { readMethods } from '../read-methods.ts'
import { makeImport, previewImport } from './make-import.ts'
import {
  ImportForm,
  ImportList,
  ImportParams,
  ImportView,
  ImportsQuery,
  PreviewView,
  RowList,
  RowsQuery,
} from './portal-schemas.ts'
import { listImports, listRows, readImport, streamRows } from './read-import.ts'
import type { Needs } from './routes.ts'
import { PreviewRequest, mostBytes } from './schemas.ts'
import { billTemplate } from './sheet-columns.ts'
import { stopImport } from './stop-import.ts'
import { importView, previewView, resultFor, rowItem } from './views.ts'

const path = '/merchants/:merchantId/bills/imports'

/** Many bills by a spreadsheet, for a merchant's people: the same as in the API. */
export async function billImportPortalRoutes(app: App, needs: Needs) {
  app.get(`${path}/template`, {
    config: { may: 'transactions.read' },
    handler: async ({ merchantId }, reply) => {
      const { methods } = await readMethods(needs, merchantId)
      return reply
        .headers(fileHeaders(datedName('modelo-cobrancas', {}, needs.clock()), 'csv'))
        .send(billTemplate(dayOf(needs.clock()), methods))
    },
  })

  app.post(`${path}/preview`, {
    config: { may: 'charges.make', act: null },
    bodyLimit: mostBytes,
    schema: { body: PreviewRequest, response: { 200: Done(PreviewView) } },
    handler: async ({ merchantId, body }) =>
      done(previewView(await previewImport(needs, { merchantId, file: Buffer.from(body.file, 'base64') }))),
  })

  app.post(path, {
    config: { may: 'charges.make', act: 'bill.import' },
    bodyLimit: mostBytes,
    schema: { body: ImportForm, response: { 201: Done(ImportView) } },
    handler: async (request, reply) => {
      const { file, name, skipInvalid = false, formKey } = request.body
      const { billImport } = await makeImport(needs, {
        merchantId: request.merchantId,
        name,
        file: Buffer.from(file, 'base64'),
        skipsInvalid: skipInvalid,
        idempotencyKey: `form:${formKey}`,
        keyId: null,
        personId: signedInOf(request).person.id,
        audit: ({ id: subject, ...details }) => auditOf(request, { subject, details }),
      })
      return reply.code(201).send(done(importView(billImport)))
    },
  })

  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { querystring: ImportsQuery, response: { 200: Done(ImportList) } },
    handler: async ({ merchantId, query: { limit = 20, cursor } }) => {
      const { items, nextCursor } = await listImports(needs, { merchantId, cursor, limit })
      return done({ items: items.map(importView), nextCursor })
    },
  })

  app.get(`${path}/:importId`, {
    config: { may: 'transactions.read' },
    schema: { params: ImportParams, response: { 200: Done(ImportView) } },
    handler: async ({ merchantId, params }) => done(importView(await readImport(needs, merchantId, params.importId))),
  })

  app.get(`${path}/:importId/rows`, {
    config: { may: 'transactions.read' },
    schema: { params: ImportParams, querystring: RowsQuery, response: { 200: Done(RowList) } },
    handler: async ({ merchantId, params, query }) => {
      const { state, cursor, limit = 20 } = query
      const of = await readImport(needs, merchantId, params.importId)
      const { items, nextCursor } = await listRows(needs, of, { limit, cursor, state })
      return done({ items: items.map(row => rowItem(row, needs.addresses)), nextCursor })
    },
  })

  app.get(`${path}/:importId/result`, {
    config: { may: 'transactions.read' },
    schema: { params: ImportParams },
    handler: async (request, reply) => {
      const { merchantId, params } = request
      const of = await readImport(needs, merchantId, params.importId)
      const { language } = signedInOf(request).person
      const pieces = piecesOf(streamRows(forReports(needs, merchantId), of))
      const file = writeSpreadsheet({ columns: resultFor(needs.addresses), cutNote: () => ['', ''] }, pieces, language)
      const name = `${language === 'pt' ? 'cobrancas' : 'bills'}-${dayOf(of.createdAt)}-${of.id}`
      return reply.headers(fileHeaders(name, 'csv')).send(Readable.from(file))
    },
  })

  app.post(`${path}/:importId/stop`, {
    config: { may: 'charges.make', act: 'bill.stopImport' },
    schema: { params: ImportParams, response: { 200: Done(ImportView) } },
    handler: async request => {
      const { merchantId, params } = request
      const { importId } = params
      const { name } = await readImport(needs, merchantId, importId)
      const audit = auditOf(request, { subject: importId, details: { name } })
      return done(importView(await stopImport(needs, { merchantId, importId, audit })))
    },
  })
}

async function* piecesOf<Row>(pages: AsyncIterable<Row[]>) {
  for await (const rows of pages) yield { rows, cutAt: null }
}
