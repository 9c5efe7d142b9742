import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { IdempotencyHeaders } from '../../money/transactions/schemas.ts'
import { createPaymentInitiation } from './create-payment-initiation.ts'
import { PaymentInitiationData, PaymentInitiationRequest } from './schemas.ts'

type Needs = Parameters<typeof createPaymentInitiation>[0] & { addresses: PublicAddresses }

export async function openFinanceRoutes(app: App, needs: Needs) {
  app.post('/accounts/payment-initiation', {
    schema: {
      operationId: 'createPaymentInitiation',
      tags: ['OpenFinance'],
      summary: 'Create an OpenFinance cash-in',
      description:
        'Returns the address of a checkout where the end user chooses a bank, authorises the payment there and returns to `payment.redirectUrl`. Do not rely on the redirect: wait for the webhook, or read the transaction.',
      headers: IdempotencyHeaders,
      body: PaymentInitiationRequest,
      response: {
        201: Done(PaymentInitiationData),
        ...refusals(
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'AmountNotAllowed',
          'OrderIdConflict',
          'WebhookAddressNotAllowed',
        ),
      },
    },
    handler: async (request, reply) => {
      const { payment, transaction, webhook } = request.body
      const { transaction: opened, replayed } = await createPaymentInitiation(needs, {
        merchantId: request.merchantId,
        keyId: request.keyId,
        amount: parseAmount(payment.value.original),
        payerTaxNumber: payment.payer.taxNumber,
        redirectUrl: payment.redirectUrl,
        expiresInSeconds: payment.expiresIn,
        order: transaction ?? {},
        webhook,
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      const checkoutUrl = needs.addresses.checkout(opened.merchantId, opened.id)
      return reply
        .code(201)
        .send(done({ transactionId: opened.id, checkoutUrl, transactionState: formatState(opened.state) }))
    },
  })
}
