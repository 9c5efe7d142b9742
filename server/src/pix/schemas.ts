import { Type } from 'typebox'
import { Amount, Cpf, Text } from '../lib/schemas.ts'
import { CreatedTransaction, OrderRequest, WebhookRequest } from '../transactions/schemas.ts'

export const CashInRequest = Type.Object({
  payment: Type.Object({
    payer: Type.Optional(
      Type.Object(
        { cpf: Cpf, name: Type.Optional(Text(255, { description: 'Name of the payer' })) },
        { description: 'Leave it out for an anonymous payer: anybody may pay' },
      ),
    ),
    value: Type.Object({
      original: Amount(),
      editable: Type.Optional(Type.Boolean({ default: false, description: 'Whether another amount may be paid' })),
    }),
    expiresIn: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'Seconds until the charge can no longer be paid; 24 hours when not said',
      }),
    ),
  }),
  transaction: Type.Optional(OrderRequest),
  webhook: WebhookRequest,
})

export const CashInData = Type.Object({
  transaction: CreatedTransaction,
  payment: Type.Object({
    qrCode: Type.String({ description: 'Copy-and-paste code (BR Code)' }),
    qrCodeLocation: Type.String({
      description: 'Address of the QR code image: base64 PNG as text; add .png or .svg for the image itself',
    }),
  }),
})

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes a request without orderId repeatable: the same key and body answer the first transaction again',
    }),
  ),
})

export const ChargePayload = Type.Object({
  state: Type.String({ examples: ['Registered'] }),
  amount: Type.String({ description: '6 decimals' }),
  editable: Type.Boolean(),
  receiverName: Type.String(),
  expiresAt: Type.String(),
})
