import type { Needs as DocumentNeeds } from '../company-payments/documents/store-upload.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { InvalidRequest, missing } from '../../platform/http/errors.ts'
import { refusals } from '../../platform/http/refusals.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import { contestReturn } from './contest-return.ts'
import { addDefenceFile, contestUntil, defendDispute } from './defend-dispute.ts'
import { listDisputes, readDispute } from './read-dispute.ts'
import {
  ContestRequest,
  DefenceFile,
  DefenceRequest,
  DisputeData,
  DisputePage,
  DisputeParams,
  DisputesQuery,
  FileRequest,
  SimulatedDispute,
} from './schemas.ts'
import { disputeView } from './views.ts'
import type { Dispute } from './states.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type Needs as EndNeeds, releaseDispute, returnDispute } from './end-dispute.ts'
import { type Needs as OpenNeeds, openDispute } from './open-dispute.ts'

const tags = ['Disputes']

export async function disputeRoutes(
  app: App,
  needs: DocumentNeeds & { readMerchant: ReadMerchant; railsOf: RailsOf; disputeContestMs: number },
) {
  const viewOf = viewWithTerm(needs)
  app.get('/disputes', {
    schema: {
      operationId: 'listDisputes',
      tags,
      summary: 'List disputes, newest first',
      description: 'Cases in which a bank demands money back that you received (MED). Filter by state.',
      querystring: DisputesQuery,
      response: { 200: Done(DisputePage) },
    },
    handler: async request => {
      const { state, transactionId, cursor, 'dataset.limit': limit = 20 } = request.query
      const input = { merchantId: request.merchantId, state, transactionId, cursor, limit }
      const { items, nextCursor } = await listDisputes(needs, input)
      return done({ limit, items: items.map(viewOf), nextCursor })
    },
  })

  app.get('/disputes/:disputeId', {
    schema: {
      operationId: 'readDispute',
      tags,
      summary: 'Read a dispute',
      description: 'Includes the blocked amount and the deadlines to answer and to contest a return.',
      params: DisputeParams,
      response: { 200: Done(DisputeData), ...refusals('DisputeNotFound') },
    },
    handler: async request => done(viewOf(await readDispute(needs, request.merchantId, request.params.disputeId))),
  })

  app.post('/disputes/:disputeId/files', {
    schema: {
      operationId: 'requestDisputeFile',
      tags,
      summary: 'Request an upload address for a file of a dispute',
      description:
        'Returns a pre-authorised address. `PUT` the file to it within 300 seconds: PDF, PNG, JPEG or XML, at most 10 MB. Then send its id with the defence or the contest.',
      params: DisputeParams,
      body: FileRequest,
      response: {
        201: Done(DefenceFile),
        ...refusals('DisputeNotFound', 'DisputeStateNotAllowed', 'DisputeAnswerTimeOver'),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, params, body } = request
      const { id, address } = await addDefenceFile(needs, { merchantId, ...params, fileName: body.fileName })
      return reply.code(201).send(done({ id, uploadUrl: address }))
    },
  })

  app.post('/disputes/:disputeId/defence', {
    schema: {
      operationId: 'createDefence',
      tags,
      summary: 'Answer a dispute',
      description: 'Sends your explanation and the files you uploaded. Possible once, before `answerUntil`.',
      params: DisputeParams,
      body: DefenceRequest,
      response: {
        200: Done(DisputeData),
        ...refusals([404, 'DisputeNotFound'], [404, 'DocumentNotFound']),
        ...refusals('DisputeStateNotAllowed', 'DisputeAnswerTimeOver', 'DocumentNotUploaded'),
      },
    },
    handler: async request => {
      const { merchantId, params, body } = request
      const { text, files = [] } = body
      if (text.trim() === '') throw new InvalidRequest([missing('', 'text')])
      return done(viewOf(await defendDispute(needs, { merchantId, ...params, text: text.trim(), files })))
    },
  })

  app.post('/disputes/:disputeId/contest', {
    schema: {
      operationId: 'createContest',
      tags,
      summary: 'Contest the return of a dispute',
      description:
        'Sends your explanation and the files you uploaded against a return that was made. Possible once, before `contestUntil`. Operators forward it to the bank and enter its decision.',
      params: DisputeParams,
      body: ContestRequest,
      response: {
        200: Done(DisputeData),
        ...refusals([404, 'DisputeNotFound'], [404, 'DocumentNotFound']),
        ...refusals('DisputeStateNotAllowed', 'DisputeAnswerTimeOver', 'DocumentNotUploaded'),
      },
    },
    handler: async request => {
      const { merchantId, params, body } = request
      const { reason, text, files = [] } = body
      if (text.trim() === '') throw new InvalidRequest([missing('', 'text')])
      return done(viewOf(await contestReturn(needs, { merchantId, ...params, reason, text: text.trim(), files })))
    },
  })
}

/** Events leave the term out: it is a setting, and may have changed when it is read. */
const viewWithTerm = (needs: { disputeContestMs: number }) => (dispute: Dispute) => ({
  ...disputeView(dispute),
  contestUntil: contestUntil(dispute, needs.disputeContestMs)?.toISOString() ?? null,
})

const sandboxTags = ['Sandbox']

const decisions = {
  return: [
    returnDispute,
    'Simulate that a dispute is closed with a return',
    'The blocked amount is returned to the payer.',
  ],
  release: [releaseDispute, 'Simulate that a dispute is released', 'The blocked amount is available again.'],
} as const

/** Simulates the payer's bank and its decision, so that every state of a dispute can be tested by API. */
export async function sandboxDisputeRoutes(app: App, needs: OpenNeeds & EndNeeds & { disputeContestMs: number }) {
  const viewOf = viewWithTerm(needs)
  app.post('/sandbox/disputes', {
    schema: {
      operationId: 'simulateDispute',
      tags: sandboxTags,
      summary: 'Simulate that a bank opens a dispute',
      description: "Blocks the amount, up to the available balance, and notifies the transaction's webhook.",
      body: SimulatedDispute,
      response: {
        201: Done(DisputeData),
        ...refusals('TransactionNotFound', 'TransactionStateNotAllowed'),
      },
    },
    handler: async (request, reply) => {
      const { transactionId, amount, reason = 'Fraud', details = null } = request.body
      const { dispute } = await openDispute(needs, {
        merchantId: request.merchantId,
        transactionId,
        bankReference: `SIM-${uuidv7(needs.clock().getTime())}`,
        openedBy: 'sandbox',
        reason,
        details,
        amount: amount === undefined ? undefined : parseAmount(amount),
      })
      return reply.code(201).send(done(viewOf(dispute)))
    },
  })

  for (const [name, [decide, summary, description]] of Object.entries(decisions))
    app.put(`/sandbox/disputes/:disputeId/${name}`, {
      config: { optionalBody: true },
      schema: {
        operationId: `simulateDispute${name[0]?.toUpperCase()}${name.slice(1)}`,
        tags: sandboxTags,
        summary,
        description,
        params: DisputeParams,
        response: {
          200: Done(DisputeData),
          ...refusals('DisputeNotFound', 'DisputeStateNotAllowed'),
        },
      },
      handler: async request =>
        done(viewOf(await decide(needs, { merchantId: request.merchantId, ...request.params }))),
    })
}
