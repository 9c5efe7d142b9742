import type { Static } from 'typebox'
import type { App } from '../lib/app-type.ts'
import { Done, done } from '../lib/envelope.ts'
import { parseAmount } from '../lib/money.ts'
import { refusals } from '../lib/refusals.ts'
import { TransactionIdParams } from '../lib/schemas.ts'
import { CompleteRequest, SimulatedData } from './schemas.ts'
import { type Simulation, simulate } from './simulate.ts'

/** One endpoint for each simulation, all alike. */
const endpoints = {
  complete: 'Simulate that the payment completes',
  error: 'Simulate that the payment fails',
  cancel: 'Simulate that the payment is cancelled',
  register: 'Simulate that the bank registers a cash-out',
  reverse: 'Simulate that a completed payment is reversed',
  refund: 'Simulate that a completed cash-in is refunded',
} as const satisfies Record<Simulation, string>

export async function sandboxRoutes(app: App, needs: Parameters<typeof simulate>[0]) {
  for (const [simulation, summary] of Object.entries(endpoints) as [Simulation, string][]) {
    app.put(`/sandbox/transactions/${simulation}/:transactionId`, {
      config: { optionalBody: true },
      schema: {
        operationId: `simulate${simulation[0]?.toUpperCase()}${simulation.slice(1)}`,
        tags: ['Sandbox'],
        summary,
        params: TransactionIdParams,
        ...(simulation === 'complete' ? { body: CompleteRequest } : {}),
        response: { 200: Done(SimulatedData), ...refusals(400, 401, 403, 404, 409, 429, 500) },
      },
      handler: async request => {
        const { amount, ...payer } = (simulation === 'complete' ? request.body : {}) as Static<typeof CompleteRequest>
        const transaction = await simulate(needs, {
          merchantId: request.merchantId,
          transactionId: request.params.transactionId,
          simulation,
          paid: { ...payer, amount: amount === undefined ? undefined : parseAmount(amount) },
        })
        return done({
          transactionId: transaction.id,
          transactionState: transaction.state,
          ...(transaction.errorCause === null ? {} : { stateErrorCause: transaction.errorCause }),
        })
      },
    })
  }
}
