import { type TSchema, Type } from 'typebox'
import {
  Amount,
  Money,
  MoneyOf,
  Named,
  OneOf,
  Party,
  SignedMoney,
  Text,
  Timestamp,
} from '../../platform/http/schemas.ts'
import { CreatedTransaction, OrderRequest, TransactionState, WebhookRequest } from '../../money/transactions/schemas.ts'
import { keyTypes } from '../../platform/brazil/pix-key.ts'

export const CashInRequest = Type.Object(
  {
    payment: Type.Object({
      payer: Type.Optional(
        Party(
          { name: Type.Optional(Text(255, { description: 'Name of the payer' })) },
          { description: 'Who is to pay, with `cpf` or `cnpj`. Omit it for an anonymous payer: anybody may pay' },
        ),
      ),
      customerId: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The customer who is to pay, instead of `payer`. A customer without a document: anybody may pay',
        }),
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
      onlyThisPayer: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'True: a payment from another document than the payer’s is returned, and the transaction is `Error` with `PayerMismatch`. Requires `payer`, and a bank that reports who paid. Default: false',
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
  recipient: Party(
    { name: Text(255, { minLength: 1, description: 'Name of the recipient' }) },
    { description: 'Who is paid, with `cpf` or `cnpj`' },
  ),
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
    expiresAt: orNull({ ...Timestamp, description: 'Five minutes from now' }),
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
    amount: MoneyOf('What is owed now; of a bill with fine, interest, discount and rebate of today'),
    editable: Type.Boolean(),
    receiverName: Type.String(),
    expiresAt: Timestamp,
    isPaid: Type.Boolean({
      description: 'True: somebody has paid it. Paid by boleto, its state is `Registered` until the money has arrived',
    }),
  },
  { title: 'Charge' },
)
