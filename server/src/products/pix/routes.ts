import type { App } from '../../platform/http/app-type.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { Sql } from '../../platform/db/db.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TokenParams, TransactionIdParams } from '../../platform/http/schemas.ts'
import { formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { IdempotencyHeaders, TransactionState } from '../../money/transactions/schemas.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { createCashIn } from './create-cash-in.ts'
import { type CashOutChecks, checkCashOut } from './check-cash-out.ts'
import { type RequestCashOut, createCashOut } from './create-cash-out.ts'
import { formOfQr, qrPng, qrSvg } from './qr-image.ts'
import { type ReadOwed, readCharge } from './read-charge.ts'
import {
  CashInData,
  CashInRequest,
  CashOutCheck,
  CashOutCheckRequest,
  CashOutData,
  CashOutRequest,
  ChargePayload,
} from './schemas.ts'
import { cashInView, cashOutView, checkView } from './views.ts'
import { Type } from 'typebox'
import { cancelCashIn } from './cancel-cash-in.ts'

type Needs = Parameters<typeof cancelCashIn>[0] & {
  limitRaiseWaitMs: number
  sql: Sql
  isSandbox: boolean
  clock: () => Date
  addresses: PublicAddresses
  railsOf: RailsOf
  sweepAlarmMs: number
  readMerchant: ReadMerchant
  door: Door
  readTransaction: ReadTransactionById
  readOwed: ReadOwed
  cashInLifetimeSeconds: number
  cashOutChecks: CashOutChecks
  requestCashOut: RequestCashOut
}

export async function pixRoutes(app: App, needs: Needs) {
  await cancelRoutes(app, needs)

  app.post('/accounts/pix/cashin', {
    schema: {
      operationId: 'createCashIn',
      tags: ['PIX'],
      summary: 'Create a PIX cash-in',
      description:
        'Creates a charge and returns its QR code. Omit `payment.payer` for an anonymous payer; set `payment.value.editable` to let the payer choose the amount.',
      headers: IdempotencyHeaders,
      body: CashInRequest,
      response: {
        201: Done(CashInData),
        ...refusals(
          'CustomerNotFound',
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'AmountNotAllowed',
          'PayerNotReported',
          'OrderIdConflict',
          'WebhookAddressNotAllowed',
          'RefusedByBank',
        ),
      },
    },
    handler: async (request, reply) => {
      const { payment, transaction, webhook } = request.body
      const { transaction: opened, replayed } = await createCashIn(needs, {
        merchantId: request.merchantId,
        keyId: request.keyId,
        amount: parseAmount(payment.value.original),
        editable: payment.value.editable ?? false,
        payer: payment.payer ?? null,
        customerId: payment.customerId,
        onlyThisPayer: payment.onlyThisPayer,
        expiresInSeconds: payment.expiresIn,
        order: transaction ?? {},
        webhook,
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      const now = await timeFor(needs, request.merchantId)
      return reply.code(201).send(done(cashInView(opened, payment.value.original, needs.addresses, now)))
    },
  })

  app.post('/accounts/pix/cashout', {
    schema: {
      operationId: 'createCashOut',
      tags: ['PIX'],
      summary: 'Create a PIX cash-out',
      description:
        'Holds amount and charges and pays them out to a PIX key of the recipient. Above an amount that the merchant has set in the portal it waits for approval first: `waitsForApproval` is true, and nothing is held yet.',
      headers: IdempotencyHeaders,
      body: CashOutRequest,
      response: {
        201: Done(CashOutData),
        ...refusals(
          'InsufficientBalance',
          'LimitExceeded',
          'AmountNotAllowed',
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'PixKeyTypeNotAllowed',
          'PixKeyInvalid',
          'PixKeyNotFound',
          'PixKeyOwnerMismatch',
          'PixKeyOwnerUnknown',
          'RecipientNotAllowed',
          'CheckExpired',
          'CheckMismatch',
          'OrderIdConflict',
          'WebhookAddressNotAllowed',
        ),
      },
    },
    handler: async (request, reply) => {
      const { payment, transaction, webhook } = request.body
      const { transaction: opened, replayed } = await createCashOut(needs, {
        merchantId: request.merchantId,
        keyId: request.keyId,
        keySince: request.keySince,
        amount: parseAmount(payment.value),
        recipient: payment.recipient,
        key: payment.key,
        checkToken: payment.checkToken,
        order: transaction ?? {},
        webhook,
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done({ transaction: cashOutView(opened, payment.value) }))
    },
  })

  app.post('/accounts/pix/cashout/check', {
    schema: {
      operationId: 'checkCashOut',
      tags: ['PIX'],
      summary: 'Check a PIX cash-out',
      description:
        'Returns what would happen to a cash-out: the owner of the key, charges, limits, the balance after it, and the reason if it would be refused. Holds and sends nothing. Send `token` as `payment.checkToken` within five minutes to make exactly the cash-out that was checked. Without `orderId` and `Idempotency-Key`, repeating it with the same token returns the first cash-out.',
      body: CashOutCheckRequest,
      response: {
        200: Done(CashOutCheck),
        ...refusals('CounterpartyTaxNumberInvalid', 'PixKeyTypeNotAllowed', 'PixKeyInvalid'),
      },
    },
    handler: async ({ merchantId, keyId, keySince, body: { payment } }) => {
      const byKey = { id: keyId, since: keySince }
      const input = { merchantId, ...payment, amount: parseAmount(payment.value), byKey }
      return done(checkView(await checkCashOut(needs, input)))
    },
  })

  app.get('/qr/:token', {
    config: { public: true },
    schema: {
      operationId: 'showQrCode',
      tags: ['PIX'],
      summary: 'The image of a QR code',
      description:
        'A PNG in base64, as text. For the image itself add `.png` or `.svg` to the address, or send `Accept: image/png` or `image/svg+xml`. Browsers get the image.',
      security: [],
      params: TokenParams,
      response: {
        200: {
          description: 'The QR code',
          content: {
            'text/plain': { schema: { type: 'string', contentEncoding: 'base64' } },
            'image/png': { schema: { type: 'string', format: 'binary' } },
            'image/svg+xml': { schema: { type: 'string' } },
          },
        },
        ...refusals('AddressNotFound'),
      },
    },
    handler: async (request, reply) => {
      const [, token = '', extension = ''] = /^(.*?)(\.png|\.svg)?$/.exec(request.params.token) ?? []
      const { qrCode } = await readCharge(needs, token)
      if (qrCode === null) throw new ApiError('AddressNotFound')
      reply.header('cache-control', 'public, max-age=86400, immutable').header('vary', 'accept')
      const form = formOfQr(extension, request.headers.accept)
      reply.type(form)
      if (form === 'image/svg+xml') return reply.send(await qrSvg(qrCode))
      const png = qrPng(qrCode)
      return reply.send(form === 'image/png' ? (png as never) : png.toString('base64'))
    },
  })

  app.get('/pix/:token', {
    config: { public: true },
    schema: {
      operationId: 'readCharge',
      tags: ['PIX'],
      summary: 'Read the charge of a QR code',
      description:
        "The address inside a BR Code: amount, receiver and state of the charge, as the payer's bank reads them.",
      security: [],
      params: TokenParams,
      response: { 200: Done(ChargePayload), ...refusals('AddressNotFound') },
    },
    handler: async request => {
      const charge = await readCharge(needs, request.params.token)
      const { name: receiverName } = await needs.readMerchant(charge.merchantId)
      return done({
        state: formatState(charge.state),
        amount: formatAmount(await needs.readOwed(charge)),
        editable: charge.editable,
        receiverName,
        expiresAt: (charge.expiresAt ?? charge.createdAt).toISOString(),
        isPaid: charge.paidAmount !== null,
      })
    },
  })
}

const Cancellation = Type.Object(
  { transactionId: Type.String(), transactionState: TransactionState },
  { title: 'Cancellation' },
)

async function cancelRoutes(app: App, needs: Parameters<typeof cancelCashIn>[0]) {
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
        ...refusals('TransactionNotFound', 'TransactionStateNotAllowed'),
      },
    },
    handler: async request => {
      const { merchantId, params } = request
      const { id, state } = await cancelCashIn(needs, await needs.readTransaction(merchantId, params.transactionId))
      return done({ transactionId: id, transactionState: formatState(state) })
    },
  })
}
