import { endToEndId } from '../../platform/brazil/end-to-end-id.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { openStaticId } from '../../money/rails/static-ids.ts'
import { simulatedIspb, simulatedParticipant } from '../../money/rails/simulator/test-data.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { readLink } from '../../products/payment-links/read-link.ts'
import { receiveStaticPayment } from '../../products/payment-links/receive-static-payment.ts'
import { LinkParams, StaticPayment } from '../../products/payment-links/schemas.ts'
import { SimulatedData } from './schemas.ts'

type Needs = Parameters<typeof receiveStaticPayment>[0]

/** Stands in for the payer's bank, which reads the code at the counter. */
export async function sandboxStaticRoutes(app: App, needs: Needs) {
  app.post('/sandbox/static-qrs/:linkId/pay', {
    schema: {
      operationId: 'payStaticQrCode',
      tags: ['Sandbox'],
      summary: 'Simulate that somebody pays a static QR code',
      description: 'Each call is a new payment: a separate transaction, completed at once.',
      params: LinkParams,
      body: StaticPayment,
      response: {
        201: Done(SimulatedData),
        ...refusals(400, 401, 403, 413, 429, 503, 'PaymentLinkNotFound', 'PaymentLinkStateNotAllowed'),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, params, body } = request
      const link = await readLink(needs, merchantId, params.linkId)
      if (link.staticId === null)
        throw new ApiError('PaymentLinkStateNotAllowed', { message: 'the payment link has no static QR code' })
      if (link.amount === null && body.amount === undefined) throw new InvalidRequest([missing('', 'amount')])
      const at = needs.clock()
      const { transaction } = await receiveStaticPayment(needs, link, {
        endToEndId: endToEndId({ ispb: simulatedIspb, at }),
        amount: body.amount === undefined ? (link.amount ?? 0n) : parseAmount(body.amount),
        charge: null,
        staticCode: openStaticId(link.staticId),
        at,
        payer: simulatedParticipant(body.name, normalizeTaxNumber(body.taxNumber)),
        returns: [],
      })
      const { id: transactionId, state } = transaction
      return reply.code(201).send(done({ transactionId, transactionState: formatState(state) }))
    },
  })
}
