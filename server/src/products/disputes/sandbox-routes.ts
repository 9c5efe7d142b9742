import { parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type Needs as EndNeeds, releaseDispute, returnDispute } from './end-dispute.ts'
import { type Needs as OpenNeeds, openDispute } from './open-dispute.ts'
import { DisputeData, DisputeParams, SimulatedDispute } from './schemas.ts'
import { disputeView } from './views.ts'

const tags = ['Sandbox']

const decisions = {
  return: [
    returnDispute,
    'Simulate that a dispute is closed with a return',
    'The blocked amount is returned to the payer.',
  ],
  release: [releaseDispute, 'Simulate that a dispute is released', 'The blocked amount is available again.'],
} as const

/** Stands in for the payer's bank and for whoever decides, so that the whole life of a dispute can be tested by API. */
export async function sandboxDisputeRoutes(app: App, needs: OpenNeeds & EndNeeds) {
  app.post('/sandbox/disputes', {
    schema: {
      operationId: 'simulateDispute',
      tags,
      summary: 'Simulate that a bank opens a dispute',
      description: "Blocks the amount, up to the available balance, and notifies the transaction's webhook.",
      body: SimulatedDispute,
      response: {
        201: Done(DisputeData),
        ...refusals(400, 401, 403, 'TransactionNotFound', 413, 429, 503, 'TransactionStateNotAllowed'),
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
      return reply.code(201).send(done(disputeView(dispute)))
    },
  })

  for (const [name, [decide, summary, description]] of Object.entries(decisions))
    app.put(`/sandbox/disputes/:disputeId/${name}`, {
      config: { optionalBody: true },
      schema: {
        operationId: `simulateDispute${name[0]?.toUpperCase()}${name.slice(1)}`,
        tags,
        summary,
        description,
        params: DisputeParams,
        response: {
          200: Done(DisputeData),
          ...refusals(401, 403, 'DisputeNotFound', 429, 503, 'DisputeStateNotAllowed'),
        },
      },
      handler: async request =>
        done(disputeView(await decide(needs, { merchantId: request.merchantId, ...request.params }))),
    })
}
