import { Type } from 'typebox'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TransactionIdParams } from '../../platform/http/schemas.ts'
import { TransactionState } from '../../money/transactions/schemas.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { cancelCashIn } from './cancel-cash-in.ts'

const Cancellation = Type.Object(
  { transactionId: Type.String(), transactionState: TransactionState },
  { title: 'Cancellation' },
)

export async function cancelRoutes(app: App, needs: Parameters<typeof cancelCashIn>[0]) {
  app.put('/accounts/transactions/pix/:transactionId/cancel', {
    config: { optionalBody: true },
    schema: {
      operationId: 'cancelCashIn',
      tags: ['PIX'],
      summary: 'Cancel a cash-in that nobody has paid',
      description:
        'If it was paid first, the response is 409. `Registered` in the response: the bank has not confirmed yet, and a webhook reports the result. Repeating the call has no further effect.',
      params: TransactionIdParams,
      response: {
        200: Done(Cancellation),
        ...refusals(401, 403, 'TransactionNotFound', 'TransactionStateNotAllowed', 429, 503),
      },
    },
    handler: async request => {
      const { merchantId, params } = request
      const { id, state } = await cancelCashIn(needs, await needs.readTransaction(merchantId, params.transactionId))
      return done({ transactionId: id, transactionState: formatState(state) })
    },
  })
}
