import { partyOf } from '../../money/transactions/counterparty.ts'
import { Readable } from 'node:stream'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { decisionOf } from '../approvals/portal-edge.ts'
import { ApproveForm, RejectForm } from '../approvals/portal-schemas.ts'
import type { App } from '../../platform/http/app-type.ts'
import { forReports } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { auditOf, mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { batchesForOperator, batchesToDecide, browseBatches, readBatchCase } from './browse-batches.ts'
import {
  type Needs,
  type Needs as DecisionNeeds,
  approveBatch,
  cancelBatch,
  rejectBatch,
  stopBatch,
} from './decide-batch.ts'
import { type Needs as MakeNeeds, makeBatch } from './make-batch.ts'
import {
  BatchDetail,
  BatchForm,
  BatchList,
  BatchParams,
  BatchesQuery,
  FileForm,
  MadeBatch,
  PayoutCheckForm,
  PayoutCheckView,
  PreviewView,
  QueueList,
  RowList,
  RowsForm,
  RowsQuery,
  TemplateQuery,
  WrittenRows,
} from './portal-schemas.ts'
import { batchDetail, batchItem, previewView, resultColumns, rowItem } from './portal-views.ts'
import { previewBatch } from './preview.ts'
import { listRows, readBatch, readUnpaid, streamRows } from './read-batch.ts'
import { readRows, templateFile } from './read-rows.ts'
import { mostBytes } from './routes.ts'
import { writtenAgain } from './written-row.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { checkCashOut } from '../pix/check-cash-out.ts'
import { checkView } from '../pix/views.ts'

/** What a merchant's people can do with a batch. Approval moves money, so it needs a confirmation. */
const decisions = [
  // act       use case      body         may                confirmed
  ['approve', approveBatch, ApproveForm, 'requests.decide', true],
  ['reject', rejectBatch, RejectForm, 'requests.decide', false],
  ['cancel', cancelBatch, ApproveForm, 'requests.make', false],
  ['stop', stopBatch, ApproveForm, 'batches.stop', false],
] as const

const path = '/merchants/:merchantId/payout-batches'

/** Batches: preview, request, decision and progress. */
export async function payoutBatchPortalRoutes(app: App, needs: MakeNeeds & DecisionNeeds) {
  const nameOf = async (merchantId: string) => (await needs.readMerchant(merchantId)).name

  app.get(path, {
    config: { may: 'requests.read' },
    schema: { querystring: BatchesQuery, response: { 200: Done(BatchList) } },
    handler: async request => {
      const { merchantId } = request
      const { state, waitsForMe = false, cursor, limit = 20 } = request.query
      const personId = signedInOf(request).person.id
      const decides = mayAlso(request, 'requests.decide')
      const merchantName = await nameOf(merchantId)
      if (waitsForMe) {
        const waiting = decides ? await batchesToDecide(needs, merchantId, personId) : []
        return done({ items: waiting.map(batch => batchItem(batch, merchantName)), nextCursor: null })
      }
      const page = await browseBatches(needs, { merchantId, personId, decides, state, cursor, limit })
      return done({ ...page, items: page.items.map(batch => batchItem(batch, merchantName)) })
    },
  })

  app.get(`${path}/template`, {
    config: { may: 'requests.read' },
    schema: { querystring: TemplateQuery },
    handler: (request, reply) => {
      const name = request.query.kind === 'payouts' ? 'modelo-envios' : 'modelo-pagamentos'
      return reply.headers(csvFile(`${name}-${dayOf(needs.clock())}`)).send(templateFile(request.query.kind))
    },
  })

  app.post(`${path}/read`, {
    config: { may: 'requests.make', act: null },
    bodyLimit: mostBytes,
    schema: { body: FileForm, response: { 200: Done(PreviewView) } },
    handler: async request => {
      const { kind, file } = request.body
      const read = readRows(kind, Buffer.from(file, 'base64'))
      const rows = read.map(({ row }) => row)
      const preview = await previewBatch(needs, { merchantId: request.merchantId, kind, rows })
      return done(
        previewView(
          preview,
          read.map(({ line }) => line),
        ),
      )
    },
  })

  app.post(`${path}/check`, {
    config: { may: 'requests.make', act: null },
    bodyLimit: mostBytes,
    schema: { body: RowsForm, response: { 200: Done(PreviewView) } },
    handler: async request => {
      const { merchantId, body } = request
      return done(previewView(await previewBatch(needs, { merchantId, ...body }), []))
    },
  })

  app.post(path, {
    config: { may: 'requests.make', act: 'batch.make' },
    bodyLimit: mostBytes,
    schema: { body: BatchForm, response: { 201: Done(MadeBatch) } },
    handler: async (request, reply) => {
      const { merchantId, body } = request
      const { person } = signedInOf(request)
      const { formKey, ...form } = body
      const id = uuidv7(needs.clock().getTime())
      const details = { name: form.name.trim(), kind: form.kind, rows: form.rows.length }
      const { batch } = await makeBatch(needs, {
        ...form,
        merchantId,
        id,
        orderId: undefined,
        idempotencyKey: `form:${formKey}`,
        webhook: null,
        keyId: null,
        personId: person.id,
        requestedBy: { id: person.id, name: person.name, realm: 'Partner' },
        audit: auditOf(request, { subject: id, details }),
      })
      return reply.code(201).send(done({ id: batch.id }))
    },
  })

  app.get(`${path}/:batchId`, {
    config: { may: 'requests.read' },
    schema: { params: BatchParams, response: { 200: Done(BatchDetail) } },
    handler: async request => {
      const { merchantId, params } = request
      const { id } = signedInOf(request).person
      const viewer = { id, may: (permission: Parameters<typeof mayAlso>[1]) => mayAlso(request, permission) }
      const found = await readBatchCase(needs, { merchantId, batchId: params.batchId, viewer })
      return done(batchDetail(found, id, await nameOf(merchantId)))
    },
  })

  app.get(`${path}/:batchId/rows`, {
    config: { may: 'requests.read' },
    schema: { params: BatchParams, querystring: RowsQuery, response: { 200: Done(RowList) } },
    handler: async request => {
      const { state, cursor, limit = 20 } = request.query
      const batch = await readBatch(needs, request.merchantId, request.params.batchId)
      const { items, nextCursor } = await listRows(needs, batch, { limit, cursor, state })
      return done({ items: items.map(rowItem), nextCursor })
    },
  })

  app.get(`${path}/:batchId/result`, {
    config: { may: 'requests.read' },
    schema: { params: BatchParams },
    handler: async (request, reply) => {
      const { merchantId, params } = request
      const batch = await readBatch(needs, merchantId, params.batchId)
      const { language, isOperator } = signedInOf(request).person
      // An operator reads a whole document only one by one, with another operator's approval.
      const columns = resultColumns(!isOperator && mayAlso(request, 'taxNumbers.reveal'))
      const pieces = piecesOf(streamRows(forReports(needs, merchantId), batch))
      const file = writeSpreadsheet({ columns, cutNote: () => ['', ''] }, pieces, language)
      return reply
        .headers(csvFile(`${language === 'pt' ? 'resultado' : 'result'}-${dayOf(batch.createdAt)}-${batch.id}`))
        .send(Readable.from(file))
    },
  })

  app.get(`${path}/:batchId/unpaid`, {
    config: { may: 'requests.make' },
    schema: { params: BatchParams, response: { 200: Done(WrittenRows) } },
    handler: async request => {
      const batch = await readBatch(needs, request.merchantId, request.params.batchId)
      const unpaid = await readUnpaid(needs, batch)
      return done({ rows: unpaid.map(writtenAgain), numbers: unpaid.map(({ number }) => number) })
    },
  })

  for (const [act, decide, body, may, confirmed] of decisions)
    app.post(`${path}/:batchId/${act}`, {
      config: { may, act: `batch.${act}`, confirmed },
      schema: { params: BatchParams, body, response: { 200: Done(MadeBatch) } },
      handler: async request => {
        const { batchId } = request.params
        const { id } = await decide(needs, { batchId, ...decisionOf(request, batchId, 'Partner') })
        return done({ id })
      },
    })
}

const csvFile = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
})

async function* piecesOf<Row>(pages: AsyncIterable<Row[]>) {
  for await (const rows of pages) yield { rows, cutAt: null }
}

/**
 * Batches above their merchant's limit need the operator's approval in addition to the merchant's approvers. The
 * operator can stop any running batch, also of a suspended merchant, and the merchant reads the reason.
 */
const operatorDecisions = [
  // act       use case      body         confirmed
  ['approve', approveBatch, ApproveForm, true],
  ['reject', rejectBatch, RejectForm, false],
  ['stop', stopBatch, RejectForm, true],
] as const

export async function operatorBatchRoutes(app: App, needs: Needs) {
  app.get('/operator/payout-batches', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(QueueList) } },
    handler: async request => {
      const waiting = await batchesForOperator(needs, signedInOf(request).person.id)
      return done({ items: waiting.map(batch => batchItem(batch, batch.merchantName)) })
    },
  })

  for (const [act, decide, body, confirmed] of operatorDecisions)
    app.post(`/operator/merchants/:merchantId/payout-batches/:batchId/${act}`, {
      config: { may: 'payments.approve', act: `batch.${act}`, confirmed },
      schema: { params: BatchParams, body, response: { 200: Done(MadeBatch) } },
      handler: async request => {
        const { batchId } = request.params
        const { id } = await decide(needs, { batchId, ...decisionOf(request, batchId, 'Operator') })
        return done({ id })
      },
    })
}

/** A single payout is checked like a cash-out of the API, and requested as a batch of one row. */
export async function payoutPortalRoutes(app: App, needs: Parameters<typeof checkCashOut>[0]) {
  app.post('/merchants/:merchantId/payout-batches/check-one', {
    config: { may: 'requests.make', act: null },
    schema: { body: PayoutCheckForm, response: { 200: Done(PayoutCheckView) } },
    handler: async request => {
      const { name, taxNumber, keyType, key, amount } = request.body
      const checked = await checkCashOut(needs, {
        merchantId: request.merchantId,
        amount: parseAmount(amount),
        recipient: { name, ...partyOf(taxNumber) },
        key: { type: keyType, value: key },
      })
      const { token: _token, expiresAt: _expiresAt, ...view } = checkView(checked)
      return done(view)
    },
  })
}
