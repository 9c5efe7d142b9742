import { Type } from 'typebox'
import { Amount, TaxNumber } from '../../platform/http/schemas.ts'
import { OrderRequest, TransactionState, WebhookRequest } from '../../money/transactions/schemas.ts'

export const PaymentInitiationRequest = Type.Object(
  {
    payment: Type.Object({
      payer: Type.Object(
        { taxNumber: TaxNumber },
        {
          description:
            'Who will pay: a person (CPF) or a company (CNPJ), whose representative enters their own CPF in the checkout',
        },
      ),
      value: Type.Object({ original: Amount() }),
      redirectUrl: Type.String({
        format: 'redirect-url',
        maxLength: 2048,
        description:
          'The address the end user returns to after the checkout, with `transactionId` and `transactionState` added to the query: http(s), or the scheme of an app (`myapp://paid`)',
        examples: ['https://example.com/orders/1'],
      }),
      expiresIn: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 31_536_000,
          description: 'Seconds until it expires. Default: 24 hours',
        }),
      ),
    }),
    transaction: Type.Optional(OrderRequest),
    webhook: WebhookRequest,
  },
  { title: 'PaymentInitiationRequest' },
)

export const PaymentInitiationData = Type.Object(
  {
    transactionId: Type.String(),
    checkoutUrl: Type.String({ description: 'Send the end user to this address to pay' }),
    transactionState: TransactionState,
  },
  { title: 'PaymentInitiation' },
)
