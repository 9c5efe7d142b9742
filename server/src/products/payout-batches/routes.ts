import { Readable } from 'node:stream'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { keyActorId, sandboxApprover } from '../approvals/steps.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { requireScope } from '../../tenancy/access-keys/require-scope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { IdempotencyHeaders } from '../../money/transactions/schemas.ts'
import { type Batch, type BatchKind, batchKinds, scopeOf } from './states.ts'
import {
  type Needs,
  type Needs as DecisionNeeds,
  approveBatch,
  cancelBatch,
  rejectBatch,
  stopBatch,
} from './decide-batch.ts'
import { type Needs as MakeNeeds, makeBatch } from './make-batch.ts'
import { listBatches, listRows, readBatch, streamRows } from './read-batch.ts'
import { readRows } from './read-rows.ts'
import {
  BatchData,
  BatchPage,
  BatchParams,
  BatchRequest,
  BatchesQuery,
  RowPage,
  RowsQuery,
  SpreadsheetData,
  SpreadsheetRequest,
} from './schemas.ts'
import { batchView, resultHeader, resultLine, rowView } from './views.ts'
import { DecisionRequest } from '../approvals/schemas.ts'

const tags = ['Payout batches']

/** The largest body that can hold as many rows as a batch may have. */
export const mostBytes = 4 * 1024 * 1024

const config = { scope: 'any' } as const

type Caller = { merchantId: string; keyId: string; scopes: readonly string[] }

export async function payoutBatchRoutes(app: App, needs: MakeNeeds & DecisionNeeds) {
  /** A program acts for the merchant, with its access key. */
  const actorOf = async ({ merchantId, keyId }: Caller) =>
    ({ id: keyActorId(keyId), name: (await needs.readMerchant(merchantId)).name, realm: 'Partner' }) as const

  const readAllowed = async (caller: Caller, batchId: string): Promise<Batch> => {
    const batch = await readBatch(needs, caller.merchantId, batchId)
    refuseWithoutScope(caller, batch.kind)
    return batch
  }

  app.post('/payout-batches', {
    config,
    bodyLimit: mostBytes,
    schema: {
      operationId: 'createPayoutBatch',
      tags,
      summary: 'Create a payout batch',
      description:
        'Up to 5,000 payouts to Pix keys, or payments to receivers. Every row is validated like a single payment. If a row is invalid, the 400 lists all invalid rows in `details` and nothing is created. The batch then waits for approval in the portal, according to its total; no money is held until then. After approval the rows are paid in order. A row that is refused does not stop the others.',
      headers: IdempotencyHeaders,
      body: BatchRequest,
      response: {
        201: Done(BatchData),
        ...refusals('OrderIdConflict', 'WebhookAddressNotAllowed'),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId, body } = request
      refuseWithoutScope(request, body.kind)
      const { batch, replayed } = await makeBatch(needs, {
        ...body,
        merchantId,
        orderId: body.orderId,
        webhook: body.webhook ?? null,
        keyId,
        personId: null,
        requestedBy: await actorOf(request),
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(batchView(batch)))
    },
  })

  app.post('/payout-batches/read', {
    config,
    bodyLimit: mostBytes,
    schema: {
      operationId: 'readPayoutSpreadsheet',
      tags,
      summary: 'Read a spreadsheet of payments',
      description:
        "CSV or XLSX with the columns of the portal's template. Returns the rows in the form that `POST /payout-batches` takes. Nothing is stored; rows are validated when you create the batch.",
      body: SpreadsheetRequest,
      response: { 200: Done(SpreadsheetData), ...refusals('SpreadsheetUnreadable') },
    },
    handler: async request => {
      const { kind, file } = request.body
      refuseWithoutScope(request, kind)
      return done({ rows: readRows(kind, Buffer.from(file, 'base64')) })
    },
  })

  app.get('/payout-batches', {
    config,
    schema: {
      operationId: 'listPayoutBatches',
      tags,
      summary: 'List batches, newest first',
      description: 'All batches that the access key may create. Filter by kind or state.',
      querystring: BatchesQuery,
      response: { 200: Done(BatchPage) },
    },
    handler: async request => {
      const { kind, state, cursor, 'dataset.limit': limit = 20 } = request.query
      if (kind !== undefined) refuseWithoutScope(request, kind)
      const kinds = kind === undefined ? batchKinds.filter(one => request.scopes.includes(scopeOf[one])) : [kind]
      const { items, nextCursor } = await listBatches(needs, {
        merchantId: request.merchantId,
        kinds,
        state,
        cursor,
        limit,
      })
      return done({ limit, items: items.map(batchView), nextCursor })
    },
  })

  app.get('/payout-batches/:batchId', {
    config,
    schema: {
      operationId: 'readPayoutBatch',
      tags,
      summary: 'Read a batch',
      description: 'Includes the number and total of rows that are made, refused and waiting.',
      params: BatchParams,
      response: { 200: Done(BatchData), ...refusals('PayoutBatchNotFound') },
    },
    handler: async request => done(batchView(await readAllowed(request, request.params.batchId))),
  })

  app.get('/payout-batches/:batchId/rows', {
    config,
    schema: {
      operationId: 'listPayoutBatchRows',
      tags,
      summary: 'List the rows of a batch, in order',
      description: 'Each row has its transaction, or the reason it was refused.',
      params: BatchParams,
      querystring: RowsQuery,
      response: { 200: Done(RowPage), ...refusals('PayoutBatchNotFound') },
    },
    handler: async request => {
      const { state, cursor, 'dataset.limit': limit = 20 } = request.query
      const batch = await readAllowed(request, request.params.batchId)
      const { items, nextCursor } = await listRows(needs, batch, { limit, cursor, state })
      return done({ limit, items: items.map(rowView), nextCursor })
    },
  })

  app.get('/payout-batches/:batchId/result', {
    config,
    schema: {
      operationId: 'readPayoutBatchResult',
      tags,
      summary: 'Read the result file of a batch',
      description: 'CSV with one line per row: state, transaction, and the reason if it was refused.',
      params: BatchParams,
      response: {
        200: { description: 'The result file', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...refusals('PayoutBatchNotFound'),
      },
    },
    handler: async (request, reply) => {
      const batch = await readAllowed(request, request.params.batchId)
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="payout-batch-${dayOf(batch.createdAt)}-${batch.id}.csv"`,
        })
        .send(Readable.from(resultPieces(batch)) as never)
    },
  })

  app.put('/payout-batches/:batchId/cancel', {
    config,
    schema: {
      operationId: 'cancelPayoutBatch',
      tags,
      summary: 'Cancel a batch',
      description: 'Only while the batch is waiting for approval.',
      params: BatchParams,
      response: {
        200: Done(BatchData),
        ...refusals('PayoutBatchNotFound', 'PayoutBatchStateNotAllowed'),
      },
    },
    handler: async request => {
      const { merchantId, id: batchId } = await readAllowed(request, request.params.batchId)
      const by = await actorOf(request)
      return done(batchView(await cancelBatch(needs, { merchantId, batchId, by, comment: null })))
    },
  })

  app.put('/payout-batches/:batchId/stop', {
    config,
    schema: {
      operationId: 'stopPayoutBatch',
      tags,
      summary: 'Stop a batch',
      description:
        'Only while the batch is `Running`. Rows that are still waiting are refused with `BatchStopped`. Rows that already have a transaction are not affected.',
      params: BatchParams,
      response: {
        200: Done(BatchData),
        ...refusals('PayoutBatchNotFound', 'PayoutBatchStateNotAllowed'),
      },
    },
    handler: async request => {
      const { merchantId, id: batchId } = await readAllowed(request, request.params.batchId)
      const by = await actorOf(request)
      return done(batchView(await stopBatch(needs, { merchantId, batchId, by, comment: null })))
    },
  })

  async function* resultPieces(batch: Batch): AsyncGenerator<string> {
    yield resultHeader
    for await (const rows of streamRows(needs, batch)) yield rows.map(resultLine).join('')
  }
}

function refuseWithoutScope({ scopes }: Pick<Caller, 'scopes'>, kind: BatchKind): void {
  requireScope(scopes, scopeOf[kind])
}

const decisions = {
  approve: [approveBatch, 'Simulate that all approvers approve a batch'],
  reject: [rejectBatch, 'Simulate that an approver rejects a batch'],
} as const

/** Replaces the approvers of the portal, so that the whole flow can be tested by API. */
export async function sandboxBatchRoutes(app: App, needs: Needs) {
  for (const [act, [decide, summary]] of Object.entries(decisions))
    app.put(`/sandbox/payout-batches/${act}/:batchId`, {
      config: { scope: 'any', optionalBody: true },
      schema: {
        operationId: `${act}PayoutBatch`,
        tags: ['Sandbox'],
        summary,
        description: "The same as a decision in the portal: the batch's webhook address is notified.",
        params: BatchParams,
        body: DecisionRequest,
        response: {
          200: Done(BatchData),
          ...refusals('PayoutBatchNotFound'),
          ...refusals('PayoutBatchStateNotAllowed', 'InsufficientBalance', 'LimitExceeded', 'ApproverNotAllowed'),
        },
      },
      handler: async request => {
        const { merchantId, params, body } = request
        const { id: batchId, kind } = await readBatch(needs, merchantId, params.batchId)
        refuseWithoutScope(request, kind)
        const decision = { merchantId, batchId, by: sandboxApprover, comment: body.comment ?? null, forAll: true }
        return done(batchView(await decide(needs, decision)))
      },
    })
}
