import { type TSchema, Type } from 'typebox'
import { Amount, Cpf, Money, Named, OneOf, SignedMoney, Text } from '../../platform/http/schemas.ts'
import { CreatedTransaction, OrderRequest, TransactionState, WebhookRequest } from '../../money/transactions/schemas.ts'
import { keyTypes } from './recipient.ts'

export const CashInRequest = Type.Object(
  {
    payment: Type.Object({
      payer: Type.Optional(
        Type.Object(
          { cpf: Cpf, name: Type.Optional(Text(255, { description: 'Name of the payer' })) },
          { description: 'Omit it for an anonymous payer: anybody may pay' },
        ),
      ),
      value: Type.Object({
        original: Amount(),
        editable: Type.Optional(
          Type.Boolean({ default: false, description: 'Whether the payer may change the amount. Default: false' }),
        ),
      }),
      expiresIn: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 31_536_000,
          description: 'Seconds until the charge expires. Default: 24 hours',
        }),
      ),
    }),
    transaction: Type.Optional(OrderRequest),
    webhook: WebhookRequest,
  },
  { title: 'CashInRequest' },
)

export const CashInData = Type.Object(
  {
    transaction: CreatedTransaction,
    payment: Type.Optional(
      Type.Object(
        {
          qrCode: Type.String({ description: 'Copy-and-paste code (BR Code)' }),
          qrCodeLocation: Type.String({
            description: 'Address of the QR code image: base64 PNG as text; add .png or .svg for the image itself',
          }),
        },
        { description: 'Absent if a repeated order can no longer be paid' },
      ),
    ),
  },
  { title: 'CashIn' },
)

const payout = {
  recipient: Type.Object({ name: Text(255, { minLength: 1, description: 'Name of the recipient' }), cpf: Cpf }),
  key: Type.Object({
    type: Type.Optional(
      Named(
        'PixKeyType',
        OneOf(keyTypes, 'Type of the PIX key. Required: without it the response is 409 `PixKeyTypeNotAllowed`'),
      ),
    ),
    value: Text(255, { minLength: 1, description: 'The PIX key' }),
  }),
  value: Amount(),
}

export const CashOutCheckRequest = Type.Object({ payment: Type.Object(payout) }, { title: 'CashOutCheckRequest' })

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const CashOutCheck = Type.Object(
  {
    refusal: orNull(
      Named(
        'CashOutRefusal',
        Type.Object(
          { reason: Type.String(), message: Type.String() },
          { description: 'The reason the payout would be refused now. Null: it would be accepted' },
        ),
      ),
    ),
    key: Type.Object({ type: Type.String(), value: Type.String() }, { description: 'As it would be sent to the bank' }),
    owner: orNull(
      Named(
        'PixKeyOwner',
        Type.Object(
          { name: orNull(Type.String()), taxNumber: Type.String() },
          {
            description:
              'The owner of the key, masked, as the bank reports it. Null: the bank reports it only after payment',
          },
        ),
      ),
    ),
    amount: Money,
    charges: Money,
    balance: Type.Object({ available: Money, after: SignedMoney }),
    limits: Type.Object({
      perPayment: orNull(Money),
      perDay: orNull(Money),
      sentToday: orNull(Money),
    }),
    token: orNull(
      Type.String({
        description: 'Send it as `payment.checkToken` to make exactly this payout. Null: it would be refused',
      }),
    ),
    expiresAt: orNull(Type.String({ description: 'Five minutes from now' })),
  },
  { title: 'CashOutCheck' },
)

export const CashOutRequest = Type.Object(
  {
    payment: Type.Object({
      ...payout,
      checkToken: Type.Optional(
        Text(4_000, { description: 'The token of a check: the payout is refused if it differs from what was checked' }),
      ),
    }),
    transaction: Type.Optional(OrderRequest),
    webhook: WebhookRequest,
  },
  { title: 'CashOutRequest' },
)

export const CashOutData = Type.Object({ transaction: CreatedTransaction }, { title: 'CashOut' })

export const ChargePayload = Type.Object(
  {
    state: TransactionState,
    amount: Money,
    editable: Type.Boolean(),
    receiverName: Type.String(),
    expiresAt: Type.String(),
  },
  { title: 'Charge' },
)
