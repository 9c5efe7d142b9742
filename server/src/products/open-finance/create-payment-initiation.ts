import type { Sql } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { isGenuineTaxNumber } from '../../platform/brazil/tax-number.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import { bankFor } from '../../money/rails/choose-bank.ts'
import { type RailsOf, requireRail, requireWholeCents } from '../../money/rails/rails-of.ts'
import { documentOf, readTaxNumber } from '../../money/transactions/counterparty.ts'
import type { Door, Opened } from '../../money/transactions/door.ts'
import type { Order, Webhook } from '../../money/transactions/new-transaction.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'

type Needs = {
  sql: Sql
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  sweepAlarmMs: number
  readMerchant: ReadMerchant
  door: Door
  cashInLifetimeSeconds: number
}

type PaymentInitiation = {
  merchantId: string
  keyId: string
  amount: Micros
  payerTaxNumber: string
  redirectUrl: string
  expiresInSeconds: number | undefined
  order: Order
  webhook: Webhook
  idempotencyKey: string | undefined
}

/** Creates a payment whose payer chooses the bank in the checkout: registered first, then written. */
export async function createPaymentInitiation(needs: Needs, input: PaymentInitiation): Promise<Opened> {
  const { merchantId, keyId, amount, redirectUrl, order, webhook, idempotencyKey } = input
  checkWebhookAddress(webhook.url, needs.isSandbox)
  const taxNumber = readTaxNumber(input.payerTaxNumber, isGenuineTaxNumber)

  const requested = {
    operation: 'paymentInitiation',
    amount,
    editable: false,
    counterparty: { name: null, ...documentOf(taxNumber) },
    order,
    webhook,
    idempotencyKey,
    hashedFields: [redirectUrl, input.expiresInSeconds],
  } as const
  const earlier = await needs.door.findOpened(merchantId, requested)
  if (earlier !== null) return earlier

  const merchant = await needs.readMerchant(merchantId)
  refuseSuspended(merchant)
  const rails = await bankFor(needs, merchant, 'initiations')
  requireWholeCents(rails, amount)
  const createdAt = clockOf(needs, merchant)
  const id = uuidv7(createdAt.getTime())
  const lifetimeSeconds = input.expiresInSeconds ?? needs.cashInLifetimeSeconds
  const registered = await requireRail(rails.initiations).registerPayment({
    merchantId,
    transactionId: id,
    amount,
    payer: { taxNumber },
    receiver: merchant,
  })

  return needs.door.open({
    ...requested,
    id,
    merchant,
    connectionId: rails.connectionId,
    keyId,
    redirectUrl,
    externalId: registered.externalId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeSeconds * 1000),
  })
}
