import { Readable } from 'node:stream'
import type { App } from '../../../platform/http/app-type.ts'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { forReports } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { fileHeaders } from '../../../platform/http/file-formats.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { IdempotencyHeaders } from '../../../money/transactions/schemas.ts'
import { type Needs as MakeNeeds, makeImport, previewImport } from './make-import.ts'
import { listImports, listRows, readImport, streamRows } from './read-import.ts'
import {
  ImportData,
  ImportPage,
  ImportParams,
  ImportRequest,
  ImportsQuery,
  PreviewData,
  PreviewRequest,
  RowPage,
  RowsQuery,
  mostBytes,
} from './schemas.ts'
import type { BillImport } from './states.ts'
import { stopImport } from './stop-import.ts'
import { importView, previewView, resultHeader, resultLine, rowView } from './views.ts'

const tags = ['Bills']

export type Needs = MakeNeeds & { addresses: PublicAddresses }

const columns =
  'CSV or XLSX, up to 10,000 rows, with the columns of the portal’s template; only the amount and the due date are required, and a payer (name and CPF or CNPJ) or the external id of a customer.'

/** Many bills by a spreadsheet. */
export async function billImportRoutes(app: App, needs: Needs) {
  app.post('/bills/imports/preview', {
    bodyLimit: mostBytes,
    schema: {
      operationId: 'previewBillImport',
      tags,
      summary: 'Preview a spreadsheet of bills',
      description: `How many rows are valid, and what is wrong with the others. Nothing is stored. ${columns}`,
      body: PreviewRequest,
      response: { 200: Done(PreviewData), ...refusals('SpreadsheetUnreadable') },
    },
    handler: async ({ merchantId, body }) =>
      done(previewView(await previewImport(needs, { merchantId, file: Buffer.from(body.file, 'base64') }))),
  })

  app.post('/bills/imports', {
    bodyLimit: mostBytes,
    schema: {
      operationId: 'createBillImport',
      tags,
      summary: 'Create bills from a spreadsheet',
      description: `Every row is validated like a single bill. If a row is invalid, the 400 lists the invalid rows in \`details\` and nothing is created, unless \`skipInvalid\` is true. The bills are then created one group after the other; a row that is refused does not stop the others. ${columns}`,
      headers: IdempotencyHeaders,
      body: ImportRequest,
      response: { 201: Done(ImportData), ...refusals('SpreadsheetUnreadable', 'OrderIdConflict') },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId, headers } = request
      const { file, name, skipInvalid = false } = request.body
      const { billImport, replayed } = await makeImport(needs, {
        merchantId,
        name,
        file: Buffer.from(file, 'base64'),
        skipsInvalid: skipInvalid,
        idempotencyKey: headers['idempotency-key'],
        keyId,
        personId: null,
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(importView(billImport)))
    },
  })

  app.get('/bills/imports', {
    schema: {
      operationId: 'listBillImports',
      tags,
      summary: 'List imports of bills, newest first',
      description: 'Filter by state.',
      querystring: ImportsQuery,
      response: { 200: Done(ImportPage) },
    },
    handler: async ({ merchantId, query }) => {
      const { state, cursor, 'dataset.limit': limit = 20 } = query
      const { items, nextCursor } = await listImports(needs, { merchantId, state, cursor, limit })
      return done({ limit, items: items.map(importView), nextCursor })
    },
  })

  app.get('/bills/imports/:importId', {
    schema: {
      operationId: 'readBillImport',
      tags,
      summary: 'Read an import of bills',
      description: 'Includes the number and total of rows that are created, refused and waiting.',
      params: ImportParams,
      response: { 200: Done(ImportData), ...refusals('BillImportNotFound') },
    },
    handler: async ({ merchantId, params }) => done(importView(await readImport(needs, merchantId, params.importId))),
  })

  app.get('/bills/imports/:importId/rows', {
    schema: {
      operationId: 'listBillImportRows',
      tags,
      summary: 'List the rows of an import, in the order of the file',
      description: 'Each row has its bill, or the reason it was refused.',
      params: ImportParams,
      querystring: RowsQuery,
      response: { 200: Done(RowPage), ...refusals('BillImportNotFound') },
    },
    handler: async ({ merchantId, params, query }) => {
      const { state, cursor, 'dataset.limit': limit = 20 } = query
      const of = await readImport(needs, merchantId, params.importId)
      const { items, nextCursor } = await listRows(needs, of, { limit, cursor, state })
      return done({ limit, items: items.map(row => rowView(row, needs.addresses)), nextCursor })
    },
  })

  app.get('/bills/imports/:importId/result', {
    schema: {
      operationId: 'readBillImportResult',
      tags,
      summary: 'Read the result file of an import',
      description: 'CSV with one line per row: its bill, page and copy-and-paste code, or the reason it was refused.',
      params: ImportParams,
      response: {
        200: { description: 'The result file', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...refusals('BillImportNotFound'),
      },
    },
    handler: async ({ merchantId, params }, reply) => {
      const of = await readImport(needs, merchantId, params.importId)
      return reply
        .headers(fileHeaders(`bills-${dayOf(of.createdAt)}-${of.id}`, 'csv'))
        .send(Readable.from(resultPieces(of)) as never)
    },
  })

  app.put('/bills/imports/:importId/stop', {
    config: { optionalBody: true },
    schema: {
      operationId: 'stopBillImport',
      tags,
      summary: 'Stop an import of bills',
      description:
        'Only while it is `Running`. Rows that are still waiting are refused with `BillImportStopped`. Bills that are created stay.',
      params: ImportParams,
      response: { 200: Done(ImportData), ...refusals('BillImportNotFound', 'BillImportStateNotAllowed') },
    },
    handler: async ({ merchantId, params }) =>
      done(importView(await stopImport(needs, { merchantId, importId: params.importId }))),
  })

  async function* resultPieces(of: BillImport): AsyncGenerator<string> {
    yield resultHeader
    for await (const rows of streamRows(forReports(needs, of.merchantId), of))
      yield rows.map(row => resultLine(row, needs.addresses)).join('')
  }
}
