import type { Static } from 'typebox'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TransactionIdParams } from '../../platform/http/schemas.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { CompleteRequest, SimulatedData } from './schemas.ts'
import { type PaymentType, type Simulation, isSimulated, simulate, simulationAddresses } from './simulate.ts'

const summaries = {
  complete: 'Simulate that the payment completes',
  error: 'Simulate that the payment fails',
  cancel: 'Simulate that the payment is cancelled',
  register: 'Simulate that the bank registers a cash-out',
  reverse: 'Simulate that a completed payment is reversed',
  refund: 'Simulate that a completed cash-in is refunded',
} as const satisfies Record<Simulation, string>

const names = { PIX: 'simulate', OpenFinance: 'simulateInitiation' } as const

/** One endpoint for each simulation of each payment type, all alike. */
export async function sandboxRoutes(app: App, needs: Parameters<typeof simulate>[0]) {
  // A webhook address for whoever has none yet: it takes every event and keeps nothing.
  app.post('/sandbox/hooks', {
    config: { public: true, optionalBody: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.code(204).send(),
  })
  for (const paymentType of ['PIX', 'OpenFinance'] as const)
    for (const simulation of Object.keys(summaries) as Simulation[])
      if (isSimulated(paymentType, simulation)) addSimulation(app, needs, paymentType, simulation)
}

/** The payer of an OpenFinance payment is known: only a PIX payment takes a body. */
function addSimulation(
  app: App,
  needs: Parameters<typeof simulate>[0],
  paymentType: PaymentType,
  simulation: Simulation,
) {
  const { method, path } = simulationAddresses[paymentType]
  const takesBody = paymentType === 'PIX' && simulation === 'complete'
  app.route({
    method,
    url: `/sandbox/${path}/${simulation}/:transactionId`,
    config: { optionalBody: true },
    schema: {
      operationId: `${names[paymentType]}${simulation[0]?.toUpperCase()}${simulation.slice(1)}`,
      tags: ['Sandbox'],
      summary: summaries[simulation],
      description: `Changes the state of ${paymentType === 'OpenFinance' ? 'an' : 'a'} ${paymentType} payment as a bank would, notifies its webhook and waits for the first attempt.`,
      params: TransactionIdParams,
      ...(takesBody ? { body: CompleteRequest } : {}),
      response: {
        200: Done(SimulatedData),
        ...refusals(400, 401, 403, 429, 'TransactionNotFound', [404, 'WebhookUnreachable'], 'WebhookUnreachable'),
        ...refusals(
          'TransactionStateNotAllowed',
          'PaymentTypeMismatch',
          'PaymentRequestNotApproved',
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'RefundNotAllowed',
          'InsufficientBalance',
        ),
      },
    },
    handler: async request => {
      const { amount, ...payer } = (takesBody ? request.body : {}) as Static<typeof CompleteRequest>
      const transaction = await simulate(needs, {
        merchantId: request.merchantId,
        transactionId: request.params.transactionId,
        paymentType,
        simulation,
        paid: { ...payer, amount: amount === undefined ? undefined : parseAmount(amount) },
      })
      return done({
        transactionId: transaction.id,
        transactionState: formatState(transaction.state),
        ...(transaction.errorCause === null ? {} : { stateErrorCause: transaction.errorCause }),
      })
    },
  })
}
