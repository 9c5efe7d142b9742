import { ApiError } from '../../platform/http/errors.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { isGenuineCpf, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import { type RailsOf, requireRail, requireWholeCents } from '../../money/rails/rails-of.ts'
import type { Door, Opened } from '../../money/transactions/door.ts'
import { type Audit, openRecorded } from '../../money/transactions/open-recorded.ts'
import type { Order, Webhook } from '../../money/transactions/new-transaction.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import type { OnceKey } from '../../money/transactions/order-key.ts'

type Needs = {
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  readMerchant: ReadMerchant
  door: Door
  cashInLifetimeSeconds: number
}

type CashIn = {
  merchantId: string
  /** Set where the caller must know the id before the row exists. */
  id?: string
  /** Null: not requested by a program. */
  keyId: string | null
  amount: Micros
  editable: boolean
  /** Null: anybody may pay. */
  payer: { cpf: string; name?: string | undefined } | null
  expiresInSeconds: number | undefined
  /** It ends with this at the latest. Not part of what is asked for: a repeat is the same one, however little is left. */
  notAfter?: Date | null
  order: Order
  /** Null: no webhook. */
  webhook: Webhook | null
  idempotencyKey: OnceKey | undefined
  /** Of the form that a person has filled in: what another form asks for is another charge, and needs another order id. */
  formKey?: string
  /** Refuses what cannot be made any more, though it is answered where it was made before. */
  refuse?: () => void
}

/** Money in: the bank registers the charge first, then it is written. If the write fails, the charge expires unpaid. */
export async function createCashIn(needs: Needs, cashIn: CashIn, audit?: Audit): Promise<Opened> {
  const { merchantId, keyId, amount, editable, order, webhook, idempotencyKey } = cashIn
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  const payer = cashIn.payer && { cpf: normalizeTaxNumber(cashIn.payer.cpf), name: cashIn.payer.name ?? null }
  if (payer !== null && !isGenuineCpf(payer.cpf))
    throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${payer.cpf}` })

  const requested = {
    operation: 'pixCashIn',
    amount,
    editable,
    counterparty: payer && { ...payer, cnpj: null },
    order,
    webhook,
    idempotencyKey,
    hashedFields: [cashIn.expiresInSeconds, ...(cashIn.formKey === undefined ? [] : [cashIn.formKey])],
  } as const
  const earlier = await needs.door.findOpened(merchantId, requested)
  if (earlier !== null) return earlier
  cashIn.refuse?.()

  const merchant = await needs.readMerchant(merchantId)
  refuseSuspended(merchant)
  const rails = await needs.railsOf(merchant.connectionId)
  requireWholeCents(rails, amount)
  const createdAt = clockOf(needs, merchant)
  const id = cashIn.id ?? uuidv7(createdAt.getTime())
  const lifetimeSeconds = cashIn.expiresInSeconds ?? needs.cashInLifetimeSeconds
  const endMs = createdAt.getTime() + lifetimeSeconds * 1000
  const expiresAt = new Date(Math.min(endMs, cashIn.notAfter?.getTime() ?? endMs))
  const charge = await requireRail(rails.charges).createCharge({
    merchantId,
    merchantNumber: merchant.number,
    transactionId: id,
    amount,
    editable,
    payer,
    receiver: merchant,
    expiresAt,
  })

  const input = {
    ...requested,
    id,
    merchant,
    connectionId: rails.connectionId,
    keyId,
    pixKey: charge.key,
    pixKeyType: charge.keyType,
    qrCode: charge.qrCode,
    externalId: charge.externalId,
    createdAt,
    expiresAt,
  }
  return openRecorded(needs.door, input, audit)
}
